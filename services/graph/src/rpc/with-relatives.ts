import type { Transaction } from "@loci/ports/database";
import { isRelativeKey, mayBeOfRelative, ofRelative, type Relative } from "../identity/relatives.ts";
import { nameKey, type Proposed, type ProposedFact } from "../memory/proposal.ts";
import { readRelatives, type Owner } from "../store/relatives.ts";

/** "My wife works for the ministry" as said of Noriko, where she is the wife; relatives are read only where a text speaks of one. */
export async function withRelatives(tx: Transaction, contextId: string, proposed: Proposed): Promise<Proposed> {
  const spoken = proposed.facts.filter((fact) => !fact.quarantined && mayBeOfRelative(fact));
  if (spoken.length === 0) return proposed;
  const known = await readRelatives(tx, contextId, ownersOf(spoken));
  const relatives = [...known, ...proposed.facts.flatMap(asRelative)];
  const facts = proposed.facts.map((fact) => {
    const placed = spoken.includes(fact) ? ofRelative(fact, oneOfEach(relatives)) : undefined;
    return placed === undefined ? fact : { ...fact, subject: placed.relative.name, key: placed.key };
  });
  return { ...proposed, facts };
}

function ownersOf(facts: readonly ProposedFact[]): Owner[] {
  const owners = facts.map(({ subject, scopeSet }) => ({ typeNorm: subject.typeNorm, nameNorm: subject.nameNorm, scopeSet }));
  return [...new Map(owners.map((one) => [`${one.scopeSet} ${nameKey(one)}`, one])).values()];
}

/** Who is told in the same breath to be somebody's relative. */
function asRelative({ subject, target, key, scopeSet, sentence, quarantined, statement }: ProposedFact): Relative[] {
  if (quarantined || statement.negated || target === undefined || !isRelativeKey(key, target)) return [];
  return [{ of: subject, scopeSet, key, id: nameKey(target), name: target, sentence }];
}

/** Who is known, and named again, is one. */
function oneOfEach(relatives: readonly Relative[]): Relative[] {
  const ids = new Map(relatives.toReversed().map(({ id, name, scopeSet }) => [`${scopeSet} ${nameKey(name)}`, id]));
  return relatives.map((one) => ({ ...one, id: ids.get(`${one.scopeSet} ${nameKey(one.name)}`) ?? one.id }));
}
