import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { page, text } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import { writing, type Writing } from "../rpc/writing.ts";
import { apply, storeDecisions } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import { endMerge, insertMerge, keysOf, merges, type Link, type MergeRecord } from "../store/names.ts";
import { entitiesNamed, type StoredEntity } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";
import { changeable, requiredName, type Some } from "./called.ts";

const maxReason = 2_000;

/**
 * Asserts that two names mean the same. It links them under each ScopeSet that the caller may write, and moves nothing: each fact
 * keeps its entity, what is said later of either goes to the one that it names, and readers of both see them as one.
 * @throws LociError `conflict` where the caller sees them as one already
 */
export async function mergeEntities(parts: Parts, request: graph.MergeRequest, call: Call): Promise<graph.Merge> {
  const [keep, merge] = [requiredName("/keep", request.keep), requiredName("/merge", request.merge)];
  const reason = text("/reason", request.reason, maxReason);
  return writing(parts, call, { verb: "memory:write", operation: request.operation, deed: ["mergeEntities"] }, async (write) => {
    const { tx, sight, contextId, author, now } = write;
    const kept = await changeable(write, keep);
    const merged = await changeable(write, merge);
    const same = new Set((await entitiesNamed(tx, sight, keep.typeNorm, keep.nameNorm)).map((entity) => entity.id));
    if (merged.some((entity) => same.has(entity.id))) throw new LociError("conflict", "These are seen as one entity already.");
    const id = parts.ids("merge");
    const links = linksOf(kept, merged);
    await insertMerge(tx, contextId, { id, rule: "merged_by_hand", reason, principal: author.principal, now }, links);
    await record(parts, write, "merged_by_hand", { id, reason, links });
    return mergeMessage(await mergeOf(write, id));
  });
}

/** Each of the merged to the one of its own ScopeSet; where there is none, to the first. */
function linksOf(kept: Some<StoredEntity>, merged: Some<StoredEntity>): Link[] {
  return merged.map((entity) => {
    const beside = kept.find((one) => one.scopeSet === entity.scopeSet) ?? kept[0];
    return { keptId: beside.id, mergedId: entity.id };
  });
}

/** The merges of which the caller sees both ends, newest first, undone ones too. */
export async function listMerges(parts: Parts, request: graph.PageRequest, call: Call): Promise<graph.ListMergesResponse> {
  const asked = page(request);
  return reading(parts, call, present, async ({ tx, sight }) => {
    const found = await merges(tx, sight, asked);
    return { merges: found.map(mergeMessage), total: found[0]?.total ?? 0 };
  });
}

/**
 * Takes a merge back: the entities are two again, with what each of them had and got. What it links where the caller does not see stays
 * linked, as nobody changes, or learns of, what is beyond its region.
 * @throws LociError `conflict` for one that was undone already
 */
export async function undoMerge(parts: Parts, request: graph.UndoMergeRequest, call: Call): Promise<graph.Merge> {
  const id = text("/id", request.id, 256);
  const reason = text("/reason", request.reason, maxReason);
  return writing(parts, call, { verb: "memory:write", operation: request.operation, deed: ["undoMerge", id] }, async (write) => {
    const found = await mergeOf(write, id);
    if (!found.scopeSets.every((key) => write.covers(key))) {
      throw new LociError("forbidden", "memory:write does not cover the scopes of both entities.");
    }
    if (found.recordedUntil !== "") throw new LociError("conflict", "This merge was undone already.");
    const { principal, now } = write.author;
    await endMerge(write.tx, write.contextId, { id, reason, principal, now }, found.links);
    // What was decided of both together is decided again of each.
    const keys = await keysOf(write.tx, write.contextId, found.entityIds);
    const changes = await decideAgain(parts, write.tx, write.contextId, keys, now, "merge_undone");
    await announce(write.tx, write.contextId, await apply(parts, write.tx, write.contextId, changes, write.author));
    await record(parts, write, "merge_undone", { id, reason, links: found.links });
    return mergeMessage(await mergeOf(write, id));
  });
}

async function mergeOf({ tx, sight }: Writing, id: string): Promise<MergeRecord> {
  const [found] = await merges(tx, sight, { id, limit: 1, offset: 0 });
  if (found === undefined) throw new LociError("not_found", "There is no such merge.");
  return found;
}

async function record(
  parts: Parts,
  { tx, contextId, author }: Writing,
  rule: string,
  merge: { readonly id: string; readonly reason: string; readonly links: readonly Link[] },
): Promise<void> {
  const decisions = merge.links.map(({ keptId, mergedId }) => ({
    ...{ id: parts.ids("decision"), kind: "update" as const, rule, recordId: mergedId, turnId: "" },
    evidence: { merge: merge.id, entities: [keptId, mergedId], reason: merge.reason },
  }));
  await storeDecisions(tx, contextId, decisions, author);
  await announce(tx, contextId, [...merge.links.flatMap(({ keptId, mergedId }) => [keptId, mergedId])]);
}

function mergeMessage({ id, kept, merged, reason, recordedAt, recordedUntil, principal }: MergeRecord): graph.Merge {
  return { id, kept, merged, reason, createdAt: recordedAt, undoneAt: recordedUntil, principal };
}
