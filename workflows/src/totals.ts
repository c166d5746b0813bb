import type { Depth, PipelineTotal } from "@loci/ports/durable-runner";
import type { Client } from "@temporalio/client";

/** 2^22 s are seven weeks: older work counts as that old. */
const oldestPower = 22;

/**
 * What is in each of these pipelines. While nothing is there at all it costs one question.
 * @param depthOf as `depth` tells it
 * @param touched whether this process has submitted to the pipeline so lately that the server's lists may not know it
 * @param now milliseconds
 */
export async function totalWorks(
  client: Client,
  pipelines: readonly string[],
  depthOf: (pipeline: string) => Promise<Depth>,
  touched: (pipeline: string) => boolean,
  now: number,
): Promise<PipelineTotal[]> {
  if (pipelines.length === 0) return [];
  const types = pipelines.map((pipeline) => `'${pipeline}'`).join(", ");
  const { count } = await client.workflow.count(`WorkflowType IN (${types}) AND ExecutionStatus IN ('Running', 'Failed')`);
  const totals: PipelineTotal[] = [];
  for (const pipeline of pipelines.filter((each) => count > 0 || touched(each))) {
    const depth = await depthOf(pipeline);
    const oldestSeconds = depth.queued + depth.running > 0 ? await oldestDue(client, pipeline, now) : 0;
    for (const state of ["queued", "running", "failed"] as const) {
      if (depth[state] === 0) continue;
      totals.push({ pipeline, state, works: depth[state], oldestSeconds: state === "failed" ? 0 : oldestSeconds });
    }
  }
  return totals;
}

/**
 * For at least how many seconds the oldest work of the pipeline is due. The server's lists cannot be sorted by every store: it is found by
 * halving, and so is told as a power of two; 0 where nothing is due for a second.
 */
async function oldestDue(client: Client, pipeline: string, now: number): Promise<number> {
  const isAnyAsOld = async (seconds: number) => {
    const until = new Date(now - seconds * 1_000).toISOString();
    const query = `WorkflowType = '${pipeline}' AND ExecutionStatus = 'Running' AND ExecutionTime <= '${until}'`;
    return (await client.workflow.count(query)).count > 0;
  };
  let [low, high] = [-1, oldestPower];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await isAnyAsOld(2 ** middle)) low = middle;
    else high = middle - 1;
  }
  return low < 0 ? 0 : 2 ** low;
}
