import type { Draft } from "../rule.ts";
import { isMoney } from "./changes.ts";
import { draft, objectOf, possessionPrefix, stateOf, type OpenReading } from "./draft.ts";
import { nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, wordAt } from "./tree.ts";

/** "pays 900 a month in rent", "spend 60 euros on childcare": how much the rent, or the childcare, is. */
export function paid(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const object = objectOf(reading);
  if (object === undefined || clause.negated || clause.tense !== "present" || clause.perfect) return [];
  if (!isMoney(tree, object) && wordAt(tree, object).tag !== "CD") return [];
  const what = [...childrenOf(tree, clause.verb, "prep"), ...childrenOf(tree, object, "prep")]
    .filter((prep) => /^(?:in|for|on|as|towards?)$/.test(wordAt(tree, prep).lower))
    .flatMap((prep) => childOf(tree, prep, "pobj") ?? [])
    .find((i) => dues.test(wordAt(tree, i).lower));
  if (what === undefined) return [];
  const key = nounPhrase(tree, what)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_");
  return draft(`${possessionPrefix(who)}${key}`, nounPhrase(tree, object, { dates: true }), stateOf(clause));
}

/** What is paid for again and again. */
const dues =
  /^(?:rent|tax|taxes|tuition|fees?|childcare|nursery|daycare|kindergarten|insurance|alimony|support|interest|dues|mortgage|electricity|gas|heating|internet|parking|storage|utilities|premiums?|subscriptions?|groceries|petrol|fuel|pension|savings|contributions?)$/;
