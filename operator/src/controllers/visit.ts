/** What every controller's visit to a resource has in common: steps until none is left, then the status; or the failure in it. */
import { outsideFailure, OutsideError } from "../apply/outside-failure.ts";
import type { Cluster } from "../apply/cluster.ts";
import type { Condition } from "../api/words.ts";
import { findCondition, no, unknown, type Finding } from "../desired/conditions.ts";
import type { Outcome } from "../runtime/controller.ts";
import type { RecordEvent } from "../runtime/events.ts";
import { isKubeError, TerminalError } from "../runtime/kube-error.ts";
import type { KubeObject } from "../runtime/kube-object.ts";

export interface VisitParts {
  readonly cluster: Cluster;
  readonly record: RecordEvent;
  readonly clock: () => number;
  readonly random: () => number;
  /** How often Loci is asked whether all is still as it should be: it tells nobody by itself. */
  readonly pollMs: number;
  /** Called after each step with its name; tests end the process there. */
  readonly checkpoint: (step: string) => void;
}

type WithStatus = KubeObject<unknown, { readonly conditions?: readonly Condition[] | undefined }>;

export interface Visit<R extends WithStatus> {
  /** One step: undefined when there is nothing left to do. Gives the resource as it is afterwards. */
  readonly step: (resource: R) => Promise<Step<R> | undefined>;
  /** The status for what was found, with what the last step knew. */
  readonly status: (resource: R, found: Readonly<Record<string, Finding>>) => object;
  readonly conditions: readonly string[];
  /**
   * Fires when this process leads no more: from then on nothing is begun or written, for what is known here may be old. Whatever is
   * under way ends in an error that nobody acts on.
   */
  readonly signal: AbortSignal;
}

/** Done: a step was taken. Settled: nothing was left, and this is how things are. */
export type Step<R> =
  | { readonly done: string; readonly resource: R }
  | { readonly settled: Readonly<Record<string, Finding>>; readonly dueAt?: number | undefined };

const mostSteps = 400;

export async function visit<R extends WithStatus>(
  parts: VisitParts,
  first: R,
  { step, status, conditions, signal }: Visit<R>,
): Promise<Outcome> {
  let resource = first;
  let last = "";
  const settle = async (found: Readonly<Record<string, Finding>>): Promise<void> => {
    if (Object.keys(found).length === 0) return;
    signal.throwIfAborted();
    await parts.cluster.writeStatus(resource, status(resource, found));
    const ready = found["Ready"];
    const before = findCondition(first.status?.conditions, "Ready");
    if (ready === undefined || (ready.status === before?.status && ready.reason === before.reason)) return;
    const message = ready.message === "" ? "All is as it should be." : ready.message;
    await parts.record(
      resource,
      ready.status === "True" ? "Normal" : "Warning",
      ready.status === "True" ? "Ready" : ready.reason,
      message,
    );
  };
  try {
    for (let count = 0; count < mostSteps; count++) {
      signal.throwIfAborted();
      const taken = await step(resource);
      if (taken === undefined) return {};
      if ("settled" in taken) {
        await settle(taken.settled);
        return nextVisit(parts, taken.dueAt);
      }
      parts.checkpoint(taken.done);
      last = taken.done;
      resource = taken.resource;
    }
    const message = `After ${mostSteps} steps something is still left to do; the last one was ${last}.`;
    throw new OutsideError("NotSettling", message, "retry");
  } catch (thrown) {
    const failure = outsideFailure(thrown);
    if (failure === undefined) throw thrown;
    await settle(failed(resource, conditions, no(failure.reason, failure.message))).catch((unsettled: unknown) => {
      // The cluster may refuse the status as well, or the resource be gone: what it refused first is what is told.
      throw isKubeError(thrown) ? thrown : unsettled;
    });
    if (failure.remedy === "fix") throw new TerminalError(failure.message, { cause: thrown });
    if (failure.remedy === "retry") throw thrown;
    return nextVisit(parts, undefined);
  }
}

/** The conditions as they were, but for Ready: of the others nothing new is known. */
function failed(resource: WithStatus, types: readonly string[], ready: Finding): Readonly<Record<string, Finding>> {
  const isLeaving = resource.metadata.deletionTimestamp !== undefined;
  return Object.fromEntries(
    types.map((type): [string, Finding] => {
      if (type === "Ready") return [type, ready];
      if (type === "Deleting" && isLeaving) return [type, { ...ready, status: "True" }];
      const before = findCondition(resource.status?.conditions, type);
      return [type, before ?? unknown(ready.reason, ready.message)];
    }),
  );
}

/** Once to twice the time between two polls, earlier where something is due; never at once again. */
function nextVisit({ clock, random, pollMs }: VisitParts, dueAt: number | undefined): Outcome {
  const due = Math.max(1_000, (dueAt ?? Infinity) - clock());
  return { requeueAfterMs: Math.min(pollMs * (1 + random()), due) };
}
