import { confidenceFloor, type ScopeSet } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { personOf } from "../identity/self.ts";
import { scopeSetCovers } from "../memory/competition.ts";
import { bindCorrections } from "../memory/corrections.ts";
import { endingsOf, withReached } from "../memory/endings.ts";
import type { Subject } from "../memory/model.ts";
import type { Changes, Proposed, Surroundings } from "../memory/proposal.ts";
import { reconcile } from "../memory/reconcile.ts";
import { reconsider, spokenOf, type RemainingRule } from "../memory/reconsider.ts";
import { gather } from "../store/gather.ts";
import { readReachable } from "../store/read-reachable.ts";
import { readRecent } from "../store/read-recent.ts";
import { readVocabulary } from "../store/vocabulary.ts";
import { storedEntities } from "../store/read-entities.ts";
import type { Parts } from "./deps.ts";
import { withRelatives } from "./with-relatives.ts";

/**
 * Gathers what proposals may touch, and decides. Whoever goes on to store the decision holds the context's lock already.
 * @param own selectors of this write, which may not be stored yet
 */
export async function decide(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  proposed: Proposed,
  proposals: number,
  own: ReadonlyMap<string, ScopeSet>,
  now: string,
): Promise<Changes> {
  const { around, competing } = await surroundings(parts, tx, contextId, own, now);
  const bound = await withRelatives(tx, contextId, await withCorrections(tx, contextId, proposed));
  const all = await withEndings(tx, contextId, bound, around);
  return reconcile(all, await gather(tx, contextId, all, competing), around, proposals);
}

/** The proposals with each correction put to what it is about; what was said is read only where one of them does not say so itself. */
async function withCorrections(tx: Transaction, contextId: string, proposed: Proposed): Promise<Proposed> {
  const unbound = proposed.facts.filter((fact) => fact.unbound === true && !fact.quarantined);
  return bindCorrections(proposed, unbound.length === 0 ? [] : await readRecent(tx, contextId, unbound));
}

/** The proposals with all that their endings end; what stands is read only where one of them tells an ending. */
async function withEndings(tx: Transaction, contextId: string, proposed: Proposed, around: Surroundings): Promise<Proposed> {
  const endings = endingsOf(proposed, around.floor);
  if (endings.length === 0) return proposed;
  const [{ keys }, standing] = await Promise.all([readVocabulary(tx, contextId), readReachable(tx, contextId, endings)]);
  return withReached(proposed, endings, standing, around.ids, keys);
}

/** Decides again what stands, after these statements were withdrawn or retracted; under the context's lock, as above. */
export async function decideAgain(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  statements: readonly Pick<Subject, "entityId" | "key" | "scopeSet">[],
  now: string,
  rule: RemainingRule = "source_forgotten",
): Promise<Changes> {
  const { around, competing } = await surroundings(parts, tx, contextId, new Map(), now);
  const ids = statements.flatMap((one) => (one.entityId === "" ? [] : [one.entityId]));
  const entities = new Map((await storedEntities(tx, contextId, [...new Set(ids)])).map((entity) => [entity.id, entity]));
  const keys = new Map(
    statements.flatMap(({ entityId, key }) => {
      const entity = entities.get(entityId);
      return entity === undefined ? [] : [[JSON.stringify([entityId, key]), { entity, key }] as const];
    }),
  );
  const told = statements.flatMap(({ entityId, key, scopeSet }) => (entityId === "" ? [{ key, scopeSet }] : []));
  const instructions = [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
  const withdrawn = { keys: [...keys.values()], instructions };
  return reconsider(withdrawn, await gather(tx, contextId, spokenOf(withdrawn), competing), around, rule);
}

async function surroundings(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  own: ReadonlyMap<string, ScopeSet>,
  now: string,
): Promise<{ readonly around: Surroundings; readonly competing: (key: string) => string[] }> {
  const { byKey } = await parts.scopeSets.load(tx, contextId);
  const setOf = (key: string) => own.get(key) ?? byKey.get(key);
  const covers = (wide: string, narrow: string) => {
    const [outer, inner] = [setOf(wide), setOf(narrow)];
    return wide !== narrow && outer !== undefined && inner !== undefined && scopeSetCovers(outer, inner);
  };
  const competing = (key: string) => [...byKey.keys()].filter((other) => covers(other, key) || covers(key, other));
  return {
    competing,
    around: { now, ids: parts.ids, floor: confidenceFloor, covers, personOf: (key) => personOf(setOf(key), key) },
  };
}
