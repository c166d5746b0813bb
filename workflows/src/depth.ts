import type { Depth } from "@loci/ports/durable-runner";
import type { Client } from "@temporalio/client";
import type { Works, WorkState } from "./works.ts";

/** A run that this process has just submitted: the server's lists may not show it yet, or in the state it was in before. */
export interface RecentRun {
  readonly workflowId: string;
  readonly runId: string;
}

/** How many works that are due are looked at one by one. */
const mostLookedAt = 20;

/**
 * Counts a pipeline's works by the server's lists, which are up to date within a second or so; what this process did itself counts at
 * once. The lists do not know what runs and what waits: a few works are looked at one by one. Where many are due, only what this process
 * runs counts as running.
 */
export async function countWorks(client: Client, works: Works, pipeline: string, local: Local): Promise<Depth> {
  const stateOf = async (run: RecentRun): Promise<WorkState> => {
    const state = await works.state(run);
    if (state === "ended") local.forget(run);
    return state;
  };
  const known = [...local.recent.map(({ runId }) => runId), ...local.replaced];
  const others = known.length === 0 ? "" : ` AND RunId NOT IN (${known.map((runId) => `'${runId}'`).join(", ")})`;
  const all = `WorkflowType = '${pipeline}'${others}`;
  const due = `${all} AND ExecutionStatus = 'Running' AND ExecutionTime <= '${new Date().toISOString()}'`;
  const [[open, failed], seen, own] = await Promise.all([
    countByStatus(client, all),
    listed(client, due).then((few) => few && Promise.all(few.map((run) => works.state(run)))),
    Promise.all(local.recent.map((run) => stateOf(run))),
  ]);
  const looked = [...own, ...(seen ?? [])];
  const among = (...which: readonly WorkState[]) => looked.filter((state) => which.includes(state)).length;
  const counted = { running: among("running"), failed: failed + among("failing", "failed") };
  // What is open and not due waits for its time.
  if (seen !== undefined) return { ...counted, queued: among("queued") + Math.max(open - seen.length, 0) };
  const running = Math.max(local.running, counted.running);
  return { ...counted, running, queued: open + among("queued", "running") - running };
}

/** What this process knows without asking. */
export interface Local {
  readonly recent: readonly RecentRun[];
  /** Failed runs that another took the place of: the server takes up to a minute to forget one. */
  readonly replaced: readonly string[];
  /** Of what has ended, nothing would be missed if the lists still showed it as open. */
  readonly forget: (run: RecentRun) => void;
  readonly running: number;
}

async function countByStatus(client: Client, query: string): Promise<[open: number, failed: number]> {
  const { groups } = await client.workflow.count(`${query} GROUP BY ExecutionStatus`);
  const of = (status: string) => groups.find(({ groupValues: [value] }) => String(value) === status)?.count ?? 0;
  return [of("Running"), of("Failed")];
}

/** undefined where there are too many to look at. */
async function listed(client: Client, query: string): Promise<RecentRun[] | undefined> {
  const runs: RecentRun[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: mostLookedAt + 1 })) {
    runs.push({ workflowId, runId });
    if (runs.length > mostLookedAt) return undefined;
  }
  return runs;
}
