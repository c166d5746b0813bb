import { LociError } from "@loci/kernel";
import type { DurableRunner, Pipeline, StageRun, Work } from "@loci/ports/durable-runner";
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
    stages: ["first", "second"].map((name) => ({ name, timeoutSeconds: 60, maxAttempts: 3, run: stage })),
    onFailed: async () => undefined,
  };
  async function stage({ id }: Work, { attempt, signal }: StageRun): Promise<void> {
    if (id === "again" && attempt === 1) throw new LociError("unavailable", "The provider does not answer.");
    if (id === "fails") throw new LociError("unsupported_media_type", "The document is encrypted.");
    if (id !== "cut" || begun.has(id)) return;
    begun.add(id);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  }
  const start = async () => {
    const runner = open();
    runner.register(pipeline);
    await runner.start();
    return runner;
  };

  const works = ["plain", "again", "fails", "cut"].map((id) => ({ contextId: "acme", id }));
  const first = await start();
  for (const work of works) await first.submit(pipelineName, work);
  for (const work of works.slice(0, 3)) await ended(first, work);
  await until(async () => begun.has("cut"));
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

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await what()); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (Date.now() > end) throw new Error(`still not so after 30 s: ${what.toString()}`);
  }
}
