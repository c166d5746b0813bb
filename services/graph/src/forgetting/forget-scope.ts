import {
  canonicalScopeSet,
  invalidField,
  kindOf,
  LociError,
  normalisePath,
  pathCovers,
  regionCovers,
  type ScopePath,
  type ScopeSet,
} from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import { apply, storeDecisions } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import {
  collidingDocuments,
  collidingEntities,
  emptySessions,
  hideDocuments,
  labelsUnder,
  lockSessionsUnder,
  moveRecords,
  recordsUnder,
  searchableUnder,
  uniteEntities,
} from "../store/forget-scope.ts";
import type { Targets } from "../store/forget.ts";
import { insertScopeSet, shortKey } from "../store/scope-sets.ts";
import { byId, maxRefs } from "./refs.ts";
import { receiptMessage } from "./forget-records.ts";
import { forget } from "./forgetting.ts";
import { inForgetRegion, type Forgetting } from "./region.ts";

const coversScope =
  "All that stood under the path alone, with what was derived from it alone: rows and their versions, vectors, texts of decisions, kept answers. What stands under other paths too stays there; the path's own name stays until the context is deleted.";

/** A selector without the clauses that name the path or anything below it; undefined where it has none of them. */
export function withoutPath(set: ScopeSet, path: ScopePath): ScopeSet | undefined {
  const kept = set.filter((clause) => !clause.some((named) => pathCovers(path, named)));
  return kept.length === set.length ? undefined : canonicalScopeSet(kept);
}

/**
 * Drops the clauses that name the path, or lie below it, from every record; a record without a clause left is purged. As with any
 * forgetting memory:forget has to cover every path of a record's ScopeSet: any other record stays as it is, and is not counted.
 * Counted are the purged ones and those that no longer stand under the path; a dry run counts the same and changes nothing.
 * @throws LociError `forbidden` where memory:forget does not cover the path
 */
export async function forgetScope(
  parts: Parts,
  request: graph.ForgetScopeRequest,
  call: Call,
): Promise<graph.ForgetRecordsResponse> {
  const result = normalisePath(text("/path", request.path, 8_192, 1));
  if ("problem" in result) throw invalidField("/path", result.problem);
  const { path } = result;
  if (!regionCovers(regionFor(call, "memory:forget"), path)) {
    throw new LociError("forbidden", "memory:forget does not cover the path.");
  }
  let isNew = false;
  const { dryRun, operation } = request;
  const before = async (tx: Transaction, contextId: string) => {
    const { byKey } = await parts.scopeSets.load(tx, contextId);
    const naming = [...byKey].flatMap(([key, set]) => (withoutPath(set, path) === undefined ? [] : [key]));
    await lockSessionsUnder(tx, contextId, naming);
  };
  const asked = { operation, dryRun, deed: ["forgetScope", path], before } as const;
  const answer = await inForgetRegion(parts, call, asked, async (forgetting) => {
    isNew = true;
    const { tx, contextId, covered, known, scopeSets, region, author } = forgetting;
    const left = new Map(
      [...scopeSets.byKey].flatMap(([key, set]) => {
        const kept = covered === null || covered.includes(key) ? withoutPath(set, path) : undefined;
        return kept === undefined ? [] : [[key, kept] as const];
      }),
    );
    const emptied = [...left].flatMap(([key, kept]) => (kept.length === 0 ? [key] : []));
    const moving = new Map([...left].filter(([, kept]) => kept.length > 0));
    const gone = await recordsUnder(tx, contextId, emptied);
    if (dryRun) {
      const staying = await recordsUnder(tx, contextId, [...moving.keys()]);
      return counted(idsOf(gone), idsOf(staying).length);
    }
    const { moved, collided } = await move(parts, forgetting, moving);
    const targets = { ...gone, documents: [...gone.documents, ...collided] };
    await emptySessions(tx, contextId, emptied, author.now);
    const erased = idsOf(targets);
    const manner = { purge: true, keep: false, dryRun: false, reason: "", region, known };
    const receipt = erased.length === 0 ? undefined : (await forget(parts, tx, contextId, targets, manner, author)).receipt;
    return {
      ...counted(erased, moved),
      receipt: receipt === undefined ? null : receiptMessage(parts, receipt, author, coversScope),
      documentIds: [...targets.documents],
    };
  });
  return { ...answer, replayed: !isNew };
}

function counted(erased: readonly string[], moved: number): graph.ForgetRecordsResponse {
  const refs = erased.slice(0, maxRefs).map((id) => ({ id, kind: kindOf(id) ?? "", label: "", ...byId }));
  return { deleted: erased.length + moved, refs, receipt: null, documentIds: [], replayed: false, gone: [] };
}

function idsOf({ turns, facts, entities, instructions, documents }: Targets): string[] {
  return [...turns, ...facts, ...entities, ...instructions, ...documents];
}

/** Puts what keeps some clause under what is left of its selector, and decides again where entities met their namesakes there. */
async function move(
  parts: Parts,
  { tx, contextId, author, scopeSets }: Forgetting,
  moving: ReadonlyMap<string, ScopeSet>,
): Promise<{ readonly moved: number; readonly collided: readonly string[] }> {
  if (moving.size === 0) return { moved: 0, collided: [] };
  for (const kept of moving.values()) {
    if (!scopeSets.byKey.has(shortKey(kept))) await insertScopeSet(tx, contextId, kept);
  }
  const moves = new Map([...moving].map(([key, kept]) => [key, shortKey(kept)]));
  const records = await recordsUnder(tx, contextId, [...moves.keys()]);
  const searchable = await searchableUnder(tx, contextId, [...moves.keys()]);
  // A document that is there already is not kept twice; it leaves its old selector by being purged.
  const collided = await collidingDocuments(tx, contextId, moves);
  const merged = await collidingEntities(tx, contextId, moves);
  const keys = merged.length === 0 ? [] : await uniteEntities(tx, contextId, merged, author.now);
  if (collided.length > 0) await hideDocuments(tx, contextId, collided, author.now);
  await moveRecords(tx, contextId, moves);
  const told = records.instructions.length === 0 ? [] : await labelsUnder(tx, contextId, [...moves.values()]);
  const changed = await apply(
    parts,
    tx,
    contextId,
    await decideAgain(parts, tx, contextId, [...keys, ...told], author.now),
    author,
  );
  const decided = idsOf(records).filter((id) => !collided.includes(id));
  const decision = { kind: "update" as const, rule: "scope_forgotten", turnId: "", evidence: {} };
  await storeDecisions(
    tx,
    contextId,
    decided.map((recordId) => ({ id: parts.ids("decision"), recordId, ...decision })),
    author,
  );
  await announce(tx, contextId, [...searchable, ...merged.map((one) => one.id), ...changed]);
  return { moved: decided.length, collided };
}
