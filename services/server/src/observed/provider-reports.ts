/** Tells auth which models fail and which answer again, beside the calls and not in their way. */
import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { auth as messages, AuthService } from "@loci/protos";
import { LRUCache } from "lru-cache";

/** What is told of one provider's calls. */
export interface ProviderNote {
  answered(): void;
  /** @param kind a code, with a status or a system's code: never a provider's own words */
  failed(kind: string): void;
}

export interface ProviderReports {
  /** @param contextId "" for what contexts share. @param part a stage, `embeddings` or `reranker` */
  of(contextId: string, part: string, model: string): ProviderNote;
  /** Where to tell it, once that is there; what failed before is told then. */
  tellTo(auth: Pick<AuthService<Call>, "reportProvider">): void;
  /** Resolves when what was noted is told. */
  settled(): Promise<void>;
}

/** What is not told yet; without failures, that it answers. */
interface Untold {
  readonly failures: number;
  readonly since: number;
  readonly kind: string;
}

interface State {
  readonly contextId: string;
  readonly part: string;
  model: string;
  untold: Untold | undefined;
  isFailing: boolean;
  /** When it was last told that it answers. */
  toldAt: number;
  telling: Promise<void> | undefined;
}

/** Another process may have told that it fails: so often one says that it answers. */
const againMs = 30_000;
const statesKept = 10_000;

/** @param later what came while the first was being told: an answer wipes out the failures before it */
function together(untold: Untold, later: Untold | undefined): Untold {
  if (later === undefined) return untold;
  return later.failures === 0
    ? later
    : { ...later, failures: untold.failures + later.failures, since: untold.since || later.since };
}

export function createProviderReports(parts: {
  readonly clock: () => number;
  readonly callOf: (contextId: string) => Call;
  readonly logger: Logger;
}): ProviderReports {
  const { clock, callOf, logger } = parts;
  const states = new LRUCache<string, State>({ max: statesKept });
  let auth: Pick<AuthService<Call>, "reportProvider"> | undefined;

  const stateOf = (contextId: string, part: string, model: string): State => {
    const key = `${contextId}/${part}`;
    let state = states.get(key);
    if (state === undefined) {
      state = { contextId, part, model, untold: undefined, isFailing: false, toldAt: -Infinity, telling: undefined };
      states.set(key, state);
    }
    // Another model was chosen: what is known is of the one before.
    if (state.model !== model) Object.assign(state, { model, isFailing: false, toldAt: -Infinity });
    return state;
  };

  /** One report at a time; what comes meanwhile goes with the next. */
  async function tell(state: State): Promise<void> {
    while (auth !== undefined && state.untold !== undefined) {
      const untold = state.untold;
      const { failures, since, kind } = untold;
      state.untold = undefined;
      const { contextId, part, model } = state;
      const report: messages.ReportProviderRequest = {
        ...{ part, model, failures, error: kind },
        failingSince: failures === 0 ? "" : new Date(since).toISOString(),
      };
      try {
        await auth.reportProvider(report, callOf(contextId));
      } catch (thrown) {
        logger.debug({ err: thrown, part }, "what came of a provider's calls could not be told");
        // It is told with what comes next.
        state.untold = together(untold, state.untold);
        return;
      }
    }
  }

  const begin = (state: State) => {
    state.telling ??= tell(state).finally(() => (state.telling = undefined));
  };

  return {
    of: (contextId, part, model) => ({
      answered() {
        const state = stateOf(contextId, part, model);
        // The built-in rules do not fail: it is told once, as another model may have failed before.
        const isOld = model !== "builtin" && clock() - state.toldAt >= againMs;
        if (!state.isFailing && !isOld && state.toldAt !== -Infinity) return;
        Object.assign(state, { isFailing: false, toldAt: clock(), untold: { failures: 0, since: 0, kind: "" } });
        begin(state);
      },
      failed(kind) {
        const state = stateOf(contextId, part, model);
        const { failures, since } = state.untold ?? { failures: 0, since: 0 };
        state.untold = { failures: failures + 1, since: failures === 0 ? clock() : since, kind };
        state.isFailing = true;
        begin(state);
      },
    }),
    tellTo(service) {
      auth = service;
      for (const state of states.values()) begin(state);
    },
    async settled() {
      await Promise.all([...states.values()].flatMap((state) => state.telling ?? []));
    },
  };
}
