/** Background work: how long its stages take, how they end, and what waits. */
import { LociError } from "@loci/kernel";
import { isOff, secondsSince, type Telemetry } from "@loci/platform/telemetry";
import type { DurableRunner, Pipeline, Stage } from "@loci/ports/durable-runner";

const documents = "document";

/** The same runner, which measures and traces the stages of whatever pipeline is registered on it. */
export function watchRunner(runner: DurableRunner, telemetry: Telemetry): DurableRunner {
  if (isOff(telemetry)) return runner;
  telemetry.meter.onScrape(["loci_jobs", "loci_jobs_oldest_seconds"], async () =>
    (await runner.totals()).flatMap(({ pipeline, state, works, oldestSeconds }) => [
      { name: "loci_jobs", labels: { pipeline, state }, value: works },
      { name: "loci_jobs_oldest_seconds", labels: { pipeline, state }, value: oldestSeconds },
    ]),
  );
  return {
    ...runner,
    register: (pipeline) =>
      runner.register({ ...pipeline, stages: pipeline.stages.map((stage) => watchStage(pipeline, stage, telemetry)) }),
  };
}

function watchStage({ name: pipeline }: Pipeline, stage: Stage, { meter, tracing }: Telemetry): Stage {
  const over = (seconds: number, outcome: string) => {
    if (pipeline === documents) {
      meter.observe("loci_document_stage_seconds", { stage: stage.name, outcome }, seconds);
      return;
    }
    meter.add("loci_upkeep_runs_total", { kind: pipeline, outcome });
    meter.observe("loci_upkeep_seconds", { kind: pipeline }, seconds);
  };
  return {
    ...stage,
    run(work, run) {
      const start = {
        name: pipeline === stage.name ? pipeline : `${pipeline} ${stage.name}`,
        kind: "consumer",
        attributes: {
          "loci.pipeline": pipeline,
          "loci.stage": stage.name,
          "loci.attempt": run.attempt,
          "gen_ai.memory.store.id": work.contextId === "" ? undefined : work.contextId,
        },
      } as const;
      return tracing.span(start, async () => {
        const began = performance.now();
        let outcome = "ok";
        try {
          return await stage.run(work, run);
        } catch (thrown) {
          outcome = run.signal.aborted ? "cancelled" : LociError.from(thrown).code;
          throw thrown;
        } finally {
          over(secondsSince(began), outcome);
        }
      });
    },
  };
}
