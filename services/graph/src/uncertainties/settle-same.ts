import { isSelf, LociError } from "@loci/kernel";
import { keptFirst } from "../identity/identify.ts";
import { personOf } from "../identity/self.ts";
import type { Parts } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import type { Writing } from "../rpc/writing.ts";
import { apply, storeDecisions } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import { insertMerge, keysOf, setPersons } from "../store/names.ts";
import { storedEntities } from "../store/read-entities.ts";
import { settleQuestions } from "../store/same-questions.ts";
import type { UncertaintyRecord } from "../store/uncertainties.ts";

/**
 * Takes two for one from now on, by a merge that can be undone, and decides what is known of them together; or keeps them apart: they
 * are not asked about again, and no rule merges them.
 * @throws LociError `forbidden` where memory:write does not cover both
 */
export async function settleSame(
  parts: Parts,
  write: Writing,
  { id, entityId, otherId }: UncertaintyRecord,
  { same, reason }: { readonly same: "same" | "different"; readonly reason: string },
): Promise<void> {
  const { tx, contextId, author, now } = write;
  const entities = await storedEntities(tx, contextId, [entityId, otherId]);
  const [entity, other] = [entityId, otherId].map((one) => entities.find((stored) => stored.id === one));
  if (entity === undefined || other === undefined) throw new LociError("conflict", "One of the two was forgotten.");
  if (![entity, other].every(({ scopeSet }) => write.covers(scopeSet)))
    throw new LociError("forbidden", "memory:write does not cover the scopes of both entities.");
  const [kept, merged] = keptFirst(other, entity);
  const link = { keptId: kept.id, mergedId: merged.id };
  const settled = { resolution: same, reason, by: author.principal, now };
  await settleQuestions(tx, contextId, [link], settled);
  const merge = same === "same" ? parts.ids("merge") : "";
  const decision = { kind: "update" as const, rule: `answered_${same}`, turnId: "" };
  const evidence = { entities: [kept.id, merged.id], reason, ...(merge !== "" && { merge }) };
  const about = merge === "" ? [id] : [id, merged.id];
  const decisions = about.map((recordId) => ({ id: parts.ids("decision"), ...decision, recordId, evidence }));
  await storeDecisions(tx, contextId, decisions, author);
  if (merge === "") return announce(tx, contextId, [id]);
  await insertMerge(tx, contextId, { id: merge, rule: "answered_same", reason, principal: author.principal, now }, [link]);
  if (isSelf(kept)) {
    const person = personOf(write.scopeSets.byKey.get(kept.scopeSet), kept.scopeSet);
    await setPersons(
      tx,
      contextId,
      [kept.id, merged.id].map((one) => [one, person] as const),
    );
  }
  const keys = await keysOf(tx, contextId, [kept.id, merged.id]);
  const changed = await apply(parts, tx, contextId, await decideAgain(parts, tx, contextId, keys, now, "answered_same"), author);
  await announce(tx, contextId, [id, kept.id, merged.id, ...changed]);
}
