import { normaliseKey, normaliseName, normaliseType } from "@loci/kernel";
import type { EntityName, ShownFact } from "@loci/ports/language-model";
import { meaningOf, namingKeys } from "./labels.ts";

/** A relation between two entities, in one form for all its labels. */
export interface Edge {
  readonly subject: EntityName;
  readonly relation: string;
  readonly target: EntityName;
  /** Said as a sentence ("parent_of") rather than as a role ("child"). */
  readonly sentence: boolean;
  /** The places of the facts that say it. */
  readonly evidence: readonly number[];
}

/** The relations among facts that the rules know, also those told as an attribute ("employer: Acme"). */
export function edgesOf(facts: readonly ShownFact[]): Edge[] {
  const named = new Map<string, EntityName>();
  for (const { subject, target } of facts)
    for (const end of target ? [subject, target] : [subject]) named.set(normaliseName(end.name), end);
  return facts.flatMap(({ subject, key, value, target }, place) => {
    const meaning = meaningOf(normaliseKey(key));
    const type = meaning && namingKeys[meaning.relation];
    const end =
      target ?? (type === undefined || value === "" ? undefined : (named.get(normaliseName(value)) ?? { type, name: value }));
    return meaning && end && !sameEntity(subject, end) ? [{ subject, ...meaning, target: end, evidence: [place] }] : [];
  });
}

export function sameEntity(a: EntityName, b: EntityName): boolean {
  return identityOf(a) === identityOf(b);
}

/** The form under which entities are compared. */
export function identityOf({ type, name }: EntityName): string {
  return `${normaliseType(type)}/${normaliseName(name)}`;
}

/** The form under which relations are compared, whatever label says them. */
export function edgeKey({ subject, relation, target }: Pick<Edge, "subject" | "relation" | "target">): string {
  return JSON.stringify([identityOf(subject), relation, identityOf(target)]);
}
