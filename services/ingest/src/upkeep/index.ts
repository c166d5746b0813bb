import type { Schedule } from "@loci/ports/durable-runner";
import { dropOrphans, findUnfinished } from "../documents/index.ts";
import { purgeDeletedContexts } from "./deleted-contexts.ts";
import { defaultPeriods, type Periods, type UpkeepDeps } from "./deps.ts";
import { everyContext } from "./every-context.ts";
import { upkeepPipeline, type Upkept, type UpkeptInSteps } from "./pipeline.ts";
import { followPurged } from "./purged.ts";
import { recordWork } from "./recorded.ts";
import { thinkOver } from "./thinking.ts";
import { recordUnrecorded } from "./unrecorded.ts";
import { fillMarked } from "./vectors.ts";

export { defaultPeriods, type Periods, type UpkeepDeps } from "./deps.ts";

/** What is done to memory by the clock and not by a request. */
export interface Upkeep {
  /**
   * Sets the schedules: those that are set already keep their next time, one that was lost or changed is put right, one that nobody asks
   * for any more goes. It may be called again and again. Contexts need no schedules of their own: each time's work asks which there are.
   */
  start(): Promise<void>;
}

const operationHours = 24;
const returnedDays = 30;

/** Registers the scheduled work on the runner, which must not be started yet. */
export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const periods = { ...defaultPeriods, ...deps.periods };
  for (const work of allWork(deps, periods)) deps.runner.register(upkeepPipeline(work, deps));
  return {
    async start() {
      const wanted = schedules(periods);
      for (const schedule of wanted) await deps.runner.schedule(schedule);
      await deps.runner.unscheduleOthers(wanted.map(({ name }) => name));
    },
  };
}

function allWork(deps: UpkeepDeps, periods: Periods): (Upkept | UpkeptInSteps)[] {
  const { auth, graph, retrieval } = deps;
  const { day, hour } = periods;
  const daily = { timeoutSeconds: 3_600, spreadSeconds: Math.min(3_600, day / 2) };
  const hourly = { timeoutSeconds: 600, spreadSeconds: Math.min(600, hour / 2) };
  const consolidate = thinkOver("consolidation", deps);
  const elaborate = thinkOver("elaboration", deps);
  return [
    everyContext({ name: "decay", ...daily, run: ({ lifecycle }, call) => graph.decay(lifecycle, call) }, deps),
    everyContext({ name: "expiry", ...hourly, run: ({ lifecycle }, call) => graph.expire(lifecycle, call) }, deps),
    everyContext(
      {
        ...{ name: "retention", ...hourly },
        async run({ traceRetentionDays }, call) {
          const contextId = call.caller.kind === "service" ? call.caller.contextId : "";
          await graph.retain({ operationHours, returnedDays }, call);
          const dropped = await retrieval.retainTraces({ contextId, days: traceRetentionDays }, call);
          await auth.sweepExpired({}, call);
          return dropped;
        },
      },
      deps,
    ),
    everyContext(
      {
        ...{ name: "consolidation", ...daily, wants: (settings, time) => settings.consolidation === time },
        run: (_settings, call) => consolidate(call),
      },
      deps,
    ),
    everyContext(
      {
        ...{ name: "elaboration", ...daily, wants: (settings, time) => settings.elaboration === time },
        run: (_settings, call) => elaborate(call),
      },
      deps,
    ),
    { name: "management-retention", timeoutSeconds: 60, run: (_work, call) => auth.sweepExpired({}, call) },
    followPurged(deps),
    purgeDeletedContexts(deps, periods),
    fillMarked(deps),
    recordUnrecorded(deps),
    { name: "finder", timeoutSeconds: 600, run: (_work, call) => findUnfinished(deps, call.signal) },
    leftOverOriginals(deps),
  ];
}

function leftOverOriginals(deps: UpkeepDeps): Upkept {
  const name = "left-over-originals";
  return {
    ...{ name, timeoutSeconds: 3_600 },
    run: (_work, call) => dropOrphans(deps, call.signal, (contextId) => recordWork(deps, { contextId, operation: name }, call)),
  };
}

function schedules({ day, hour, purged, deletedContexts, finder }: Periods): Schedule[] {
  const rows: readonly (readonly [pipeline: string, time: string, everySeconds: number])[] = [
    ["decay", "daily", day],
    ["expiry", "hourly", hour],
    ["retention", "hourly", hour],
    ["management-retention", "hourly", hour],
    ["consolidation", "daily", day],
    ["consolidation", "hourly", hour],
    ["elaboration", "daily", day],
    ["elaboration", "hourly", hour],
    ["purged", "all", purged],
    ["deleted-contexts", "all", deletedContexts],
    ["finder", "all", finder],
    ["vectors", "all", finder],
    ["unrecorded", "all", finder],
    ["left-over-originals", "daily", day],
  ];
  return rows.map(([pipeline, time, everySeconds]) => ({
    ...{ name: `${pipeline}-${time}`, pipeline, everySeconds },
    work: { contextId: "", id: time },
  }));
}
