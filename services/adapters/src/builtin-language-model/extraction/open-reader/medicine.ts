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
  // "The vet put Otto on a grain-free kibble"
  const isFood = foods.test(wordAt(tree, what).lower);
  const isMedicine =
    (childOf(tree, what, "det", "poss") === undefined || isFood) &&
    /^(?:NN|NNP|NNS|CD|JJ)$/.test(wordAt(tree, what).tag) &&
    !isDate(tree, what);
  if (isFood && patient?.possession === "" && isMedicine)
    return draft("eats", nounPhrase(tree, what), { subject: patient.entity, ...stateOf(clause), changed: true });
  if (patient?.entity.type !== "Person" || patient.possession !== "" || !isMedicine || notMedicines.test(wordAt(tree, what).lower))
    return [];
  return draft("takes", nounPhrase(tree, what), { subject: patient.entity, ...stateOf(clause) });
}

/** "takes 10 mg of cetirizine for hay fever": what it is against. */
export function takenFor({ tree, clause, who }: OpenReading): Draft[] {
  const object = childOf(tree, clause.verb, "dobj");
  if (wordAt(tree, clause.verb).lemma !== "take" || object === undefined || clause.negated || clause.tense !== "present") return [];
  const words = [object, ...childrenOf(tree, object, "nummod", "compound")].map((i) => wordAt(tree, i).lower);
  if (who.entity.type !== "Person" || who.possession !== "" || !words.some((word) => doses.test(word))) return [];
  const against = [...childrenOf(tree, clause.verb, "prep"), ...childrenOf(tree, object, "prep")].find(
    (i) => wordAt(tree, i).lower === "for",
  );
  const what = against === undefined ? undefined : childOf(tree, against, "pobj");
  if (what === undefined || against === undefined || isDate(tree, against) || childOf(tree, what, "det", "nummod") !== undefined)
    return [];
  return draft("health_condition", nounPhrase(tree, what), stateOf(clause));
}

const doses =
  /^(?:\d+)?(?:mg|mcg|ml|g|micrograms?|milligrams?|iu|tablets?|pills?|capsules?|drops?|puffs?|inhaler|insulin|antihistamines?|statins?)$/;
const foods = /^(?:kibble|food|diet|feed|formula|mash|hay|muesli)$/;
const notMedicines =
  /^(?:hold|leave|call|duty|watch|track|notice|board|top|time|edge|speaker|tv|air|stage|trial|probation|display|sale)$/;
