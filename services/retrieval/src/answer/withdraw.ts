import { principalOf, serviceCall, withGrants, type Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { common, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import type { Recalled } from "../recall/recall.ts";
import { scrub } from "../rpc/scrub-traces.ts";
import type { Beside } from "./beside.ts";
import type { StoredTurns } from "./remember.ts";
import { sourcesOf } from "./sources.ts";

/** The caller may have gone: what was erased goes all the same. */
const timeoutMs = 10_000;

/**
 * Takes a stored reply back where something that it was made of was forgotten while the model spoke: whoever forgot it could not find the
 * reply. Looks only when its trace is written, by which whoever forgets later finds it.
 * @param time that its sources were asked for
 * @returns what is stored now
 */
export async function withdrawIfForgotten(
  stored: StoredTurns,
  recalled: Recalled,
  beside: readonly Beside[],
  time: common.TimeView | null,
  call: Call,
  deps: Pick<RetrievalDeps, "graph" | "traces" | "cache" | "replies" | "clock" | "logger">,
): Promise<StoredTurns> {
  const { replyTurnId } = stored;
  const sources = [...sourcesOf(recalled.response), ...beside];
  const ids = sources.map(({ id }) => id);
  if (replyTurnId === "" || ids.length === 0) return stored;
  const but = (said: string) => ({ ...stored, degraded: [...stored.degraded, `storage: ${said}`] });
  const identity = principalOf(call);
  const own = serviceCall(identity.contextId, call.traceId, deps.clock() + timeoutMs, AbortSignal.timeout(timeoutMs));
  // Who could write the turn may not be allowed to forget others; this one it has only just written.
  const granted = withGrants(call, { "memory:forget": identity.grants["memory:write"] ?? [] });
  const writer: Call = { ...granted, deadline: own.deadline, signal: own.signal };
  try {
    await deps.traces.settled();
    const { purged, hidden } = await goneOf(sources, time ?? presentTime, own, deps);
    if (purged.length + hidden.length === 0) return stored;
    const manner = { dryRun: false, keepForgotten: false, matches: [], reason: "forget", operation: null };
    await deps.graph.forgetRecords({ ids: [replyTurnId], purge: purged.length > 0, ...manner }, writer);
    if (purged.length > 0) await scrub(identity.contextId, [...purged, replyTurnId], deps);
    else await deps.traces.withhold(identity.contextId, [...hidden, replyTurnId]);
    return { ...but("what the reply was made of was forgotten meanwhile, and it is not kept"), replyTurnId: "" };
  } catch (thrown) {
    deps.logger.error(
      { err: thrown, traceId: call.traceId, turnId: replyTurnId },
      "a reply may repeat what was forgotten meanwhile",
    );
    return but("whether the reply repeats what was forgotten meanwhile could not be told");
  }
}

/**
 * The sources that are gone: erased, or hidden. One that lost a part counts where it did so since it was read: then it shows more marks
 * of what was forgotten than the model saw.
 */
async function goneOf(
  sources: readonly Pick<retrieval.Hit, "id" | "text">[],
  time: common.TimeView,
  own: Call,
  { graph }: Pick<RetrievalDeps, "graph">,
): Promise<{ readonly purged: string[]; readonly hidden: string[] }> {
  const ids = [...new Set(sources.map(({ id }) => id))];
  const asked = { after: "", limit: ids.length, ids, receipt: "", withForgotten: true };
  const gone = (await graph.listPurged(asked, own)).records.filter(({ id }) => ids.includes(id));
  const { records } = await graph.hydrateHits({ ids, time, includeEnded: true }, own);
  const shown = new Map(records.map((record) => [record.id, record.text]));
  const cut = sources.filter(({ id, text }) => marksIn(shown.get(id) ?? "") > marksIn(text)).map(({ id }) => id);
  // Of which a part was purged, at whatever time, is listed too, and stands.
  const purged = gone.filter(({ id, isStored }) => !isStored && (cut.includes(id) || !shown.has(id))).map(({ id }) => id);
  const forgotten = gone.filter(({ isStored }) => isStored).map(({ id }) => id);
  return { purged, hidden: [...forgotten, ...cut].filter((id) => !purged.includes(id)) };
}

function marksIn(text: string): number {
  return text.split("[forgotten]").length;
}
