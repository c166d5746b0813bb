/** What keys ask for, done: lines are submitted, records opened, traces followed. Results come back as happenings. */
import type { WorkbenchEvent } from "../workbench/event.ts";
import type { Entity } from "../workbench/memory.ts";
import { problemOf } from "../workbench/problem.ts";
import { inspectedEvent } from "../workbench/run.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { Effect } from "./press.ts";
import type { Happening } from "./reduce.ts";

export interface Driver {
  /** Begins to load and to follow. */
  start(): void;
  perform(effect: Exclude<Effect, { type: "quit" }>): void;
  /** Cancels what runs and follows no more. */
  stop(): Promise<void>;
}

export interface DriverOptions {
  readonly workbench: Workbench;
  readonly dispatch: (happening: Happening) => void;
  readonly clock: () => number;
  /** Closes the tui: with an error that nobody expected, or undefined where the user leaves. */
  readonly end: (error: unknown) => void;
}

const pageSize = 200;
const firstTraces = 50;
const followEveryMs = 2_000;
/** A server that is gone is asked less and less often, up to this; someone is looking at the screen. */
const longestPauseMs = 10_000;
const paneTimeoutMs = 10_000;

export function createDriver({ workbench, dispatch, clock, end }: DriverOptions): Driver {
  const { memory } = workbench;
  const stopped = new AbortController();
  const tasks = new Set<Promise<void>>();
  let command: AbortController | undefined;
  let failedTries = 0;
  let newest: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const now = () => new Date(clock()).toISOString();
  /** Runs beside everything else; its end is waited for when the tui stops. */
  const begin = (work: () => Promise<void>) => {
    const task: Promise<void> = work()
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) end(error);
      })
      .finally(() => tasks.delete(task));
    tasks.add(task);
  };
  const paneSignal = () => AbortSignal.any([stopped.signal, AbortSignal.timeout(paneTimeoutMs)]);
  const asOf = () => workbench.state().asOf;

  const answered = (ok: boolean) => {
    const before = failedTries;
    failedTries = ok ? 0 : failedTries + 1;
    if (failedTries !== before) dispatch({ type: "server", failedTries });
    return ok && before > 0;
  };

  const load = async (what: (signal: AbortSignal) => Promise<WorkbenchEvent>): Promise<boolean> => {
    const [loaded] = await Promise.allSettled([what(paneSignal())]);
    if (stopped.signal.aborted) return false;
    if (loaded.status === "rejected") {
      const problem = problemOf(loaded.reason);
      if (problem.kind === "unreachable") return false;
      // Refused, not gone: said once in the inspector, and the rest goes on.
      dispatch({ type: "opened", event: problem, inPlace: false });
      return true;
    }
    await workbench.keep(loaded.value);
    dispatch({ type: "event", event: loaded.value, at: now() });
    return true;
  };
  const loadEntities = (offset: number) =>
    load(async (signal) => ({
      type: "entities",
      offset,
      page: await memory.entities({ offset, limit: pageSize, asOf: asOf() }, signal),
    }));
  const loadEntity = (entity: Entity) =>
    load(async (signal) => ({ type: "loaded", view: await memory.entity(entity, asOf(), signal) }));

  const follow = async () => {
    const [asked] = await Promise.allSettled([memory.traces({ limit: firstTraces, since: newest }, paneSignal())]);
    if (stopped.signal.aborted) return;
    let ok = asked.status === "fulfilled";
    if (asked.status === "fulfilled") {
      const traces = asked.value;
      const isNew = newest === undefined || traces.some(({ createdAt }) => createdAt > (newest ?? ""));
      newest = traces[0]?.createdAt ?? newest;
      const event: WorkbenchEvent = { type: "traces", traces };
      if (isNew) await workbench.keep(event);
      if (isNew) dispatch({ type: "event", event, at: now() });
    } else {
      const problem = problemOf(asked.reason);
      ok = problem.kind !== "unreachable" && !stopped.signal.aborted;
      if (ok && newest === undefined) dispatch({ type: "opened", event: problem, inPlace: false });
      if (ok) newest ??= now();
    }
    if (answered(ok)) await loadEntities(0);
    const pause = ok ? followEveryMs : Math.min(longestPauseMs, followEveryMs * 1.5 ** failedTries);
    timer = setTimeout(() => begin(follow), pause);
  };

  const submit = async (line: string) => {
    command = new AbortController();
    dispatch({ type: "typed", line });
    const recorded = workbench.recording();
    let refresh = false;
    let quit = false;
    for await (const event of workbench.submit(line, AbortSignal.any([command.signal, stopped.signal]))) {
      if (stopped.signal.aborted) return;
      dispatch({ type: "event", event, at: now() });
      refresh ||= ["written", "forgotten", "as-of"].includes(event.type);
      quit ||= event.type === "quit";
      if (event.type === "problem" && event.kind === "unreachable" && failedTries === 0) answered(false);
    }
    command = undefined;
    dispatch({ type: "finished", state: workbench.state(), recording: workbench.recording() });
    if (workbench.recording() !== recorded && workbench.recording() !== undefined) {
      // What the panes show already belongs to the recording too: it is loaded again.
      newest = undefined;
      refresh = true;
    }
    if (quit) end(undefined);
    else if (refresh) await loadEntities(0);
  };

  const open = async (ref: string, inPlace: boolean) => {
    const [found] = await Promise.allSettled([memory.inspect(ref, asOf(), paneSignal())]);
    if (stopped.signal.aborted) return;
    const event = found.status === "fulfilled" ? inspectedEvent(found.value) : problemOf(found.reason);
    // What is shown already is better than the news that no more can be had.
    if (found.status === "rejected" && inPlace) return;
    dispatch({ type: "opened", event, inPlace });
  };

  return {
    start() {
      begin(async () => {
        await loadEntities(0);
      });
      begin(follow);
    },
    perform(effect) {
      switch (effect.type) {
        case "submit":
          begin(() => submit(effect.line));
          return;
        case "cancel":
          command?.abort();
          return;
        case "open":
          begin(() => open(effect.ref, effect.inPlace));
          return;
        case "open-entity":
          begin(async () => {
            await loadEntity(effect.entity);
          });
          return;
        case "load-more":
          begin(async () => {
            await loadEntities(effect.offset);
          });
      }
    },
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await Promise.allSettled([...tasks]);
    },
  };
}
