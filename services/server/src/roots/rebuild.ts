/** A rebuild of the search index as durable work: this process does it, or another that has it; this one shows how far it is. */
import { setTimeout as pause } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import type { DurableRunner } from "@loci/ports/durable-runner";
import { createRebuildPipeline, rebuildWork, type Rebuild } from "@loci/retrieval";
import type { Progress } from "../progress.ts";
import { patiently } from "./remote.ts";
import type { Surroundings } from "./surroundings.ts";

const lookEveryMs = 500;

/**
 * Ends with the rebuild, also with one that was under way. Stopping this process does not stop it where a scheduler runs; it goes on
 * there, or with the next call.
 */
export async function rebuildDurably(
  runner: DurableRunner,
  rebuild: Rebuild,
  progress: Progress,
  parts: Pick<Surroundings, "clock" | "elapsed" | "ids" | "logger">,
): Promise<void> {
  const { pipeline, work } = rebuildWork;
  const { clock, elapsed, ids } = parts;
  // The work goes on while whoever keeps it does not answer for a moment.
  const ask = <T>(question: () => Promise<T>) => patiently("what keeps the rebuild", question, parts);
  runner.register(createRebuildPipeline({ rebuild, clock, elapsed, ids }));
  await runner.start();
  await runner.submit(pipeline, work);
  progress.begin("all contexts", 0);
  let shown = 0;
  while (await ask(() => runner.isActive(pipeline, work))) {
    const positions = (await ask(() => runner.progress(pipeline, work)))?.counts["positions"] ?? shown;
    progress.add(positions - shown);
    shown = positions;
    await pause(lookEveryMs);
  }
  progress.end();
  const { failed } = await ask(() => runner.depth(pipeline));
  if (failed > 0) throw new LociError("unavailable", "The rebuild failed; the log of the process that did it says why.");
}
