import { explicit, type Draft } from "../rule.ts";
import { stateOf, type OpenReading } from "./draft.ts";
import { childOf } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "Lena and Paul are dating": each of the other. */
export function reciprocal({ tree, clause, who, speakers }: OpenReading, lemma: string): Draft[] | undefined {
  if (
    !/^(?:date|marry|divorce)$/.test(lemma) ||
    clause.negated ||
    clause.subjects.length !== 2 ||
    childOf(tree, clause.verb, "dobj") !== undefined
  )
    return undefined;
  const other = clause.subjects.map((i) => whoIs(tree, i, speakers)).find((one) => one && one.entity.name !== who.entity.name);
  if (!other || other.possession !== "") return undefined;
  const key = lemma === "date" ? "partner" : "spouse";
  return [
    {
      key,
      target: other.entity,
      confidence: explicit,
      ...stateOf(clause),
      negated: lemma === "divorce",
      changed: lemma !== "date",
    },
  ];
}
