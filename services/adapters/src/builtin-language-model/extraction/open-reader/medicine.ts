import type { Draft } from "../rule.ts";
import { draft, stateOf, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, wordAt } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "The doctor put me on azithromycin": what somebody takes since. */
export function putOn({ tree, clause, speakers }: OpenReading): Draft[] {
  const { lemma } = wordAt(tree, clause.verb);
  const object = childOf(tree, clause.verb, "dobj");
  const on = childrenOf(tree, clause.verb, "prep").find((i) => wordAt(tree, i).lower === "on");
  const what = on === undefined ? undefined : childOf(tree, on, "pobj");
  if (
    !/^(?:put|start|keep)$/.test(lemma) ||
    object === undefined ||
    what === undefined ||
    clause.negated ||
    clause.tense === "future"
  )
    return [];
  const patient =
    /^PRP$/.test(wordAt(tree, object).tag) || /^NNP/.test(wordAt(tree, object).tag) ? whoIs(tree, object, speakers) : undefined;
  const isMedicine =
    childOf(tree, what, "det", "poss") === undefined &&
    /^(?:NN|NNP|NNS|CD|JJ)$/.test(wordAt(tree, what).tag) &&
    !isDate(tree, what);
  if (patient?.entity.type !== "Person" || patient.possession !== "" || !isMedicine || notMedicines.test(wordAt(tree, what).lower))
    return [];
  return draft("takes", nounPhrase(tree, what), { subject: patient.entity, ...stateOf(clause) });
}

const notMedicines =
  /^(?:hold|leave|call|duty|watch|track|notice|board|top|time|edge|speaker|tv|air|stage|trial|probation|display|sale)$/;
