import { toTimestamp } from "@loci/kernel";
import { asService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { UpkeepDeps } from "./deps.ts";
import type { Upkept } from "./pipeline.ts";
import { recordWork } from "./recorded.ts";

const pageSize = 5_000;
const idsAtOnce = 500;
/** Transactions end in any order: what was recorded so long before the newest may still appear. */
const overlapMs = 600_000;

type PurgedDeps = Pick<UpkeepDeps, "auth" | "graph" | "ingest" | "retrieval" | "logger" | "clock" | "ids" | "onErased" | "reclaim">;

const name = "purged";

/**
 * Drops what other services derived from purged records: replies, texts in traces, originals of documents; then their bytes on the database's disk.
 * A process begins with the first purged record, and follows from there; each step may be repeated.
 */
export function followPurged(deps: PurgedDeps): Upkept {
  const { graph, ingest, retrieval, logger, clock, onErased, reclaim } = deps;
  /** What was found and taken away is in the audit under the traces of the purges. */
  const follow = async (contextId: string, causes: readonly string[], taken: number, call: Call): Promise<void> => {
    if (taken > 0) await recordWork(deps, { contextId, operation: name }, call, causes);
  };
  let done = "";
  const told = proofs(clock(), (recordedAt) => onErased?.("record", (clock() - recordedAt) / 1_000));

  /**
   * Purges the replies that were made of what was erased, where whoever purged was ended before it could, or while a chat was under way.
   * They are found by traces that the next steps take the records out of.
   * @returns the contexts where this has to be tried again before those steps
   */
  async function followReplies(call: Call): Promise<ReadonlySet<string>> {
    const failed = new Set<string>();
    for (let after = ""; ;) {
      const { erased } = await graph.listErasedWords({ after }, call);
      for (const { contextId, receipt, causeTraceId } of erased) {
        try {
          const { affected } = await retrieval.followPurge({ receipt }, asService(call, contextId));
          await follow(contextId, [causeTraceId], affected, call);
        } catch (thrown) {
          call.signal.throwIfAborted();
          failed.add(contextId);
          logger.warn({ err: thrown, context: contextId, kind: name }, "replies may repeat what was purged; trying again");
        }
      }
      const last = erased.at(-1);
      if (last === undefined) return failed;
      after = last.recordedAt;
    }
  }

  /**
   * Takes the texts out of traces that name what was erased, then all of its bytes off the disk. The fingerprints of its words go last, and
   * are kept for a while: what was asked meanwhile is written behind its answer.
   */
  async function followWords(call: Call, isLeft: boolean): Promise<void> {
    let failed = isLeft;
    for (let after = ""; ;) {
      const { erased } = await graph.listErasedWords({ after }, call);
      const last = erased.at(-1);
      if (last === undefined) {
        if (after === "") return;
        await reclaim?.();
        if (!failed) await graph.dropErasedWords({ before: toTimestamp(clock() - overlapMs) }, call);
        logger.info({ kind: "purged" }, "what was erased was followed");
        return;
      }
      for (const [contextId, words] of Map.groupBy(erased, (one) => one.contextId)) {
        try {
          const { affected } = await retrieval.scrubTraces({ contextId, recordIds: [], words }, asService(call, contextId));
          await follow(
            contextId,
            words.map(({ causeTraceId }) => causeTraceId),
            affected,
            call,
          );
        } catch (thrown) {
          call.signal.throwIfAborted();
          failed = true;
          logger.warn({ err: thrown, context: contextId, kind: "purged" }, "traces may quote what was purged; trying again");
        }
      }
      after = last.recordedAt;
    }
  }

  return {
    ...{ name, timeoutSeconds: 600 },
    async run(_work, call) {
      const withReplies = await followReplies(call);
      let failed = withReplies.size > 0;
      for (let after = done; ;) {
        const { records } = await graph.listPurged({ after, limit: pageSize, ids: [], receipt: "", withForgotten: false }, call);
        const last = records.at(-1);
        if (last === undefined || last.recordedAt === after) break;
        for (const [contextId, purged] of Map.groupBy(records, (record) => record.contextId)) {
          if (withReplies.has(contextId)) continue;
          try {
            const own = asService(call, contextId);
            const causes = purged.map(({ causeTraceId }) => causeTraceId);
            let taken = 0;
            for (const recordIds of parts(purged))
              taken += (await retrieval.scrubTraces({ contextId, recordIds, words: [] }, own)).affected;
            const documentIds = purged.map(({ id }) => id).filter((id) => id.startsWith("document:"));
            if (documentIds.length > 0) taken += (await ingest.dropOriginals({ contextId, documentIds }, own)).affected;
            await follow(contextId, causes, taken, call);
            told.tell(purged);
          } catch (thrown) {
            call.signal.throwIfAborted();
            failed = true;
            logger.warn({ err: thrown, context: contextId, kind: "purged" }, "something of purged records is left; trying again");
          }
        }
        after = last.recordedAt;
        if (failed) continue;
        done = toTimestamp(Date.parse(after) - overlapMs);
        told.forgetBefore(Date.parse(done));
      }
      await followWords(call, withReplies.size > 0);
    },
  };
}

/** Tells of each purged record once, though each is met again and again. What was purged before the process began was told by another. */
function proofs(since: number, tell: (recordedAt: number) => void) {
  const known = new Map<string, number>();
  return {
    tell(purged: readonly graph.PurgedRecord[]) {
      for (const { contextId, id, recordedAt } of purged) {
        const at = Date.parse(recordedAt);
        const name = `${contextId} ${id}`;
        if (at < since || known.has(name)) continue;
        known.set(name, at);
        tell(at);
      }
    },
    forgetBefore(moment: number) {
      for (const [name, at] of known) if (at < moment) known.delete(name);
    },
  };
}

function parts(purged: readonly graph.PurgedRecord[]): string[][] {
  const ids = purged.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, i) => ids.slice(i * idsAtOnce, (i + 1) * idsAtOnce));
}
