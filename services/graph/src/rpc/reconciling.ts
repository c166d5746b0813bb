import { confidenceFloor, type ScopeSet } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { scopeSetCovers } from "../memory/competition.ts";
import type { Changes, Proposed } from "../memory/proposal.ts";
import { reconcile } from "../memory/reconcile.ts";
import { gather } from "../store/gather.ts";
import type { Parts } from "./deps.ts";

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
  const { byKey } = await parts.scopeSets.load(tx, contextId);
  const setOf = (key: string) => own.get(key) ?? byKey.get(key);
  const covers = (wide: string, narrow: string) => {
    const [outer, inner] = [setOf(wide), setOf(narrow)];
    return wide !== narrow && outer !== undefined && inner !== undefined && scopeSetCovers(outer, inner);
  };
  const competing = (key: string) => [...byKey.keys()].filter((other) => covers(other, key) || covers(key, other));
  const gathered = await gather(tx, contextId, proposed, competing);
  return reconcile(proposed, gathered, { now, ids: parts.ids, floor: confidenceFloor, covers }, proposals);
}
