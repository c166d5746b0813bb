import { passageOf, type Statement, type Subject } from "./model.ts";
import { nameKey, type Proposed, type ProposedFact, type ProposedInstruction } from "./proposal.ts";

/** A statement that was read from a passage before. */
export interface ReadBefore extends Statement, Subject {
  /** What it is about; undefined for an instruction. */
  readonly about: { readonly type: string; readonly name: string } | undefined;
  /** Every name of that, in normal form. */
  readonly names: readonly string[];
  /** It was forgotten: the passage may say so, and teaches it no more. */
  readonly withdrawn: boolean;
}

export interface Rereading {
  /** What is said that was not read before. */
  readonly added: Proposed;
  /** What was read before, and is not said. */
  readonly dropped: readonly ReadBefore[];
}

/**
 * Compares what passages were read to say with what they are read to say now. The same words of the same passage about the same thing are
 * the same, by whatever name of it; how sure the reader is makes no difference.
 */
export function compareReadings(before: readonly ReadBefore[], now: Proposed): Rereading {
  const known = Map.groupBy(before, wording);
  const again = new Set<ReadBefore>();
  const isNew = (one: ProposedFact | ProposedInstruction): boolean => {
    const same = known.get(wording({ ...one.statement, key: one.key }))?.filter((old) => isAbout(old, one)) ?? [];
    for (const old of same) again.add(old);
    return same.length === 0 && !one.quarantined;
  };
  const facts = now.facts.filter(isNew);
  const instructions = now.instructions.filter(isNew);
  const named = new Set(facts.flatMap(({ subject, target }) => [nameKey(subject), ...(target ? [nameKey(target)] : [])]));
  const entities = now.entities.filter(({ name }) => named.has(nameKey(name)));
  return { added: { entities, facts, instructions }, dropped: before.filter((one) => !one.withdrawn && !again.has(one)) };
}

function wording({
  key,
  source,
  valueNorm,
  negated,
  changed,
  validFrom,
  validUntil,
}: Statement & { readonly key: string }): string {
  return JSON.stringify([passageOf(source), key, valueNorm, negated, changed, validFrom, validUntil]);
}

function isAbout(old: ReadBefore, one: ProposedFact | ProposedInstruction): boolean {
  return "subject" in one ? old.names.includes(one.subject.nameNorm) : old.entityId === "";
}
