/** What every runner refuses, in the same words. */
import { LociError } from "@loci/kernel";
import type { Pipeline, Schedule } from "./port.ts";

export function checkPipeline({ name, stages, concurrency }: Pipeline): void {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) throw new LociError("internal", `Not a pipeline's name: ${name}`);
  const names = new Set(stages.map((stage) => stage.name));
  if (stages.length === 0 || names.size !== stages.length || names.has("") || !(concurrency >= 1)) {
    throw new LociError("internal", `The pipeline ${name} needs stages of different names, and a concurrency of at least 1.`);
  }
}

/**
 * @param pipeline as far as it is known here
 * @param fromStage "" for its first
 */
export function checkStage(pipeline: Pipeline | undefined, fromStage: string): void {
  if (fromStage === "" || pipeline === undefined || pipeline.stages.some((stage) => stage.name === fromStage)) return;
  throw new LociError("invalid", `The pipeline ${pipeline.name} has no stage ${fromStage}.`);
}

export function checkSchedule({ name, everySeconds }: Schedule): void {
  if (Number.isInteger(everySeconds) && everySeconds >= 1) return;
  throw new LociError("invalid", `The schedule ${name} needs a whole number of seconds, at least 1.`);
}
