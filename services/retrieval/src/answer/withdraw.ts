import { principalOf, serviceCall, withGrants, type Call } from "@loci/platform/call";
import type { RetrievalDeps } from "../deps.ts";
import type { Recalled } from "../recall/recall.ts";
import { scrub } from "../rpc/scrub-traces.ts";
import type { StoredTurns } from "./remember.ts";
import { sourcesOf } from "./sources.ts";

/** The caller may have gone: what was erased goes all the same. */
const timeoutMs = 10_000;

/**
 * Takes a stored reply back where something that it was made of was purged while the model spoke: whoever purged could not find it.
 * Looks only when its trace is written, by which whoever purges later finds it.
 * @returns what is stored now
 */
export async function withdrawIfPurged(
  stored: StoredTurns,
  recalled: Recalled,
  call: Call,
  deps: Pick<RetrievalDeps, "graph" | "traces" | "cache" | "replies" | "clock" | "logger">,
): Promise<StoredTurns> {
  const { replyTurnId } = stored;
  const ids = sourcesOf(recalled.response).map(({ id }) => id);
  if (replyTurnId === "" || ids.length === 0) return stored;
  const but = (said: string) => ({ ...stored, degraded: [...stored.degraded, `storage: ${said}`] });
  const identity = principalOf(call);
  const own = serviceCall(identity.contextId, call.traceId, deps.clock() + timeoutMs, AbortSignal.timeout(timeoutMs));
  // Who could write the turn may not be allowed to forget others; this one it has only just written.
  const granted = withGrants(call, { "memory:forget": identity.grants["memory:write"] ?? [] });
  const writer: Call = { ...granted, deadline: own.deadline, signal: own.signal };
  try {
    await deps.traces.settled();
    const { records } = await deps.graph.listPurged({ after: "", limit: ids.length, ids, receipt: "" }, own);
    const purged = records.map(({ id }) => id).filter((id) => ids.includes(id));
    if (purged.length === 0) return stored;
    const manner = { purge: true, dryRun: false, keepForgotten: false, matches: [], reason: "forget", operation: null };
    await deps.graph.forgetRecords({ ids: [replyTurnId], ...manner }, writer);
    await scrub(identity.contextId, [...purged, replyTurnId], deps);
    return { ...but("what the reply was made of was forgotten meanwhile, and it is not kept"), replyTurnId: "" };
  } catch (thrown) {
    deps.logger.error({ err: thrown, traceId: call.traceId, turnId: replyTurnId }, "a reply may repeat what was purged meanwhile");
    return but("whether the reply repeats what was forgotten meanwhile could not be told");
  }
}
