import { LociError } from "@loci/kernel";
import type { DurableRunner, Pipeline, Progress, StageEnd, StageRun, Work } from "@loci/ports/durable-runner";
const pipelineName = "story";
const ended = (runner: DurableRunner, work: Work) => until(async () => !(await runner.isActive(pipelineName, work)));

/**
 * Lets works come to each kind of end, as each leaves another history: done, tried again, failed, cut and done elsewhere, scheduled.
 * @param open gives a runner as another process would make it
 */
export async function liveStories(open: () => DurableRunner): Promise<void> {
  const begun = new Set<string>();
  const pipeline: Pipeline = {
    ...{ name: pipelineName, concurrency: 4 },
    stages: ["first", "second"].map((name) => ({
      ...{ name, timeoutSeconds: 60, maxAttempts: 3 },
      run: (work: Work, run: StageRun) => stage(name, work, run),
    })),
    onFailed: async () => undefined,
  };
  async function stage(name: string, { id }: Work, { attempt, signal, from }: StageRun): Promise<StageEnd> {
    const steps = from?.counts["steps"] ?? 0;
    if (id === "steps" && name === "second") return steps < stepsOfTheStory ? walked(steps + 1) : undefined;
    if (id === "again" && attempt === 1) throw new LociError("unavailable", "The provider does not answer.");
    if (id === "fails") throw new LociError("unsupported_media_type", "The document is encrypted.");
    if ((id !== "cut" && (id !== "cut-later" || name === "first")) || begun.has(id)) return undefined;
    begun.add(id);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    return undefined;
  }
  const start = async () => {
    const runner = open();
    runner.register(pipeline);
    await runner.start();
    return runner;
  };

  const works = ["plain", "again", "fails", "steps", "cut", "cut-later"].map((id) => ({ contextId: "acme", id }));
  const first = await start();
  for (const work of works) await first.submit(pipelineName, work);
  for (const work of works.slice(0, 4)) await ended(first, work);
  await until(async () => begun.has("cut") && begun.has("cut-later"));
  await first.close(0);
  const second = await start();
  const scheduled = { contextId: "", id: "daily" };
  await second.schedule({ name: "story", pipeline: pipelineName, work: scheduled, everySeconds: 1 });
  await until(() => second.isActive(pipelineName, scheduled));
  await second.unschedule("story");
  await Promise.all([...works, scheduled].map((work) => ended(second, work)));
  await until(async () => (await second.depth(pipelineName)).failed === 1);
  await second.close(1_000);
}

/** More than one history holds. */
const stepsOfTheStory = 101;

function walked(steps: number): Progress {
  return { at: `${steps}`, counts: { steps } };
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await what()); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (Date.now() > end) throw new Error(`still not so after 120 s: ${what.toString()}`);
  }
}
