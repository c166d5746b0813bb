import { LociError } from "@loci/kernel";
import type { Work } from "@loci/ports/durable-runner";

/** What runs in this process. */
export interface Places {
  /**
   * Runs `code` until it ends, its time is over or it is dropped: what does not heed its signal must not hold its place for ever.
   * @throws CutShort when the process closes meanwhile, or did so before; NotWanted likewise
   */
  hold<T>(place: Place, code: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** How many of the pipeline run. */
  count(pipeline: string): number;
  cancel(pipeline: string, work: Work): void;
  /** Begins nothing more. @returns when all has ended, after `graceMs` by being cut */
  close(graceMs: number): Promise<void>;
}

export interface Place {
  readonly pipeline: string;
  readonly work: Work;
  readonly name: string;
  readonly seconds: number;
  /** Aborted when the work is not wanted any more. */
  readonly unwanted: AbortSignal;
}

/** The process closes: the attempt does not count. */
export class CutShort extends Error {}
/** The work is not wanted any more: what became of it is of no interest. */
export class NotWanted extends Error {}

interface Run<T> {
  readonly place: Place;
  readonly controller: AbortController;
  readonly ended: Promise<T>;
}

/** How long a stage that is cut at the close may take to heed its signal. */
const cutMs = 1_000;

export function createPlaces(): Places {
  const runs = new Set<Run<unknown>>();
  let closing = false;
  return {
    async hold(place, code) {
      if (closing) throw new CutShort();
      // It may have become so between two stages of one activity.
      if (place.unwanted.aborted) throw new NotWanted();
      const controller = new AbortController();
      const ended = Promise.resolve().then(() => code(controller.signal));
      const run = { place, controller, ended };
      runs.add(run);
      try {
        return await orAborted(run);
      } finally {
        runs.delete(run);
      }
    },
    count: (pipeline) => [...runs].filter(({ place }) => place.pipeline === pipeline).length,
    cancel(pipeline, work) {
      for (const { place, controller } of runs) {
        const same = place.pipeline === pipeline && place.work.contextId === work.contextId && place.work.id === work.id;
        if (same) controller.abort(cancelled());
      }
    },
    async close(graceMs) {
      closing = true;
      const all = () => [...runs].map(({ ended }) => ended);
      await within(graceMs, all());
      const cut = all();
      for (const { controller } of runs)
        controller.abort(new LociError("cancelled", "The process ends.", { cause: new CutShort() }));
      await within(cutMs, cut);
    },
  };
}

async function orAborted<T>({ place, controller, ended }: Run<T>): Promise<T> {
  const { signal } = controller;
  const late = new LociError("deadline_exceeded", `The stage ${place.name} did not end within ${place.seconds} seconds.`);
  const timer = setTimeout(() => controller.abort(late), place.seconds * 1_000);
  const unwanted = () => controller.abort(cancelled());
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(LociError.from(signal.reason)), { once: true });
  place.unwanted.addEventListener("abort", unwanted, { once: true });
  try {
    return await Promise.race([ended, aborted]);
  } catch (thrown) {
    const { cause } = LociError.from(signal.aborted ? signal.reason : thrown);
    if (cause instanceof CutShort) await within(cutMs, [ended]);
    throw cause instanceof CutShort || cause instanceof NotWanted ? cause : thrown;
  } finally {
    clearTimeout(timer);
    place.unwanted.removeEventListener("abort", unwanted);
  }
}

function cancelled(): LociError {
  return new LociError("cancelled", "The work was cancelled.", { cause: new NotWanted() });
}

/** Resolves when all have ended, or the time is over. */
export async function within(ms: number, all: readonly Promise<unknown>[]): Promise<void> {
  if (all.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([Promise.allSettled(all), late]);
  clearTimeout(timer);
}
