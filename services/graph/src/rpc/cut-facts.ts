import { factText } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { begunFact, isCutWithin } from "../memory/echoes/cut-values.ts";
import { fingerprint } from "../memory/fingerprints.ts";
import { factsBegunBy } from "../store/begun-facts.ts";
import { lookUpPrints } from "../store/fingerprints.ts";
import type { Turn } from "../store/turns.ts";

/** The turns that are nothing but what a cut left of a fact that was returned. */
export async function cutFactsOf(
  tx: Transaction,
  contextId: string,
  turns: readonly Turn[],
  heard: ReadonlyMap<string, unknown>,
  places: Parameters<typeof lookUpPrints>[2],
): Promise<readonly Turn[]> {
  const begun = turns.flatMap((turn) => {
    const fact = heard.has(turn.id) ? begunFact(turn.content) : undefined;
    return fact === undefined ? [] : [{ turn, scopeSet: turn.scopeSet, ...fact }];
  });
  const found = (await factsBegunBy(tx, contextId, begun)).flatMap(({ place, name, key, value }) => {
    const [one, whole] = [begun[place], factText(name, key, value)];
    return one !== undefined && isCutWithin(one.text, whole) ? [{ turn: one.turn, print: fingerprint(whole) }] : [];
  });
  if (found.length === 0) return [];
  const { returned } = await lookUpPrints(
    tx,
    contextId,
    places,
    found.map(({ print }) => print),
  );
  return found.flatMap(({ turn, print }) => (returned.has(print) ? [turn] : []));
}
