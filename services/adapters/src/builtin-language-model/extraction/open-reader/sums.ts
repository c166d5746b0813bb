/** Verbs that tell a figure: "came to 240 euros", "went up to 47". */
import type { Draft } from "../rule.ts";
import { movedTo } from "./changes.ts";
import { draft, objectOf, possessionKey, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, wordAt } from "./tree.ts";

const sums = /^(?:come|amount|total|run|add|stand|hit|reach|average|number)$/;

/** "came to 240 euros", "amounts to 1.4 million", "reached 47": what a bill, a figure or a stock is. */
export function summed(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  if (clause.negated || !sums.test(wordAt(tree, clause.verb).lemma) || (who.entity.type === "Person" && who.possession === ""))
    return [];
  // "runs at 3 am" is when.
  const toward = wordAt(tree, clause.verb).lemma === "run" ? /^to$/ : /^(?:to|at)$/;
  const at = childrenOf(tree, clause.verb, "prep").find((i) => toward.test(wordAt(tree, i).lower));
  // "runs Postgres 17" tells no sum; "runs to 17 pages" does.
  const object = wordAt(tree, clause.verb).lemma === "run" ? undefined : objectOf(reading);
  const figure = object ?? (at === undefined ? undefined : childOf(tree, at, "pobj"));
  if (figure === undefined || isDate(tree, figure)) return [];
  const isFigure =
    wordAt(tree, figure).tag === "CD" ||
    childOf(tree, figure, "nummod") !== undefined ||
    /^(?:MONEY|PERCENT|QUANTITY|CARDINAL)$/.test(wordAt(tree, figure).name);
  return isFigure ? draft(who.possession === "" ? "amount" : possessionKey(who), nounPhrase(tree, figure), { time: "none" }) : [];
}

/** "went from 68k to 74k", "has gone up to 47"; one who goes to room four goes there. */
export function wentUp(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const moves = childrenOf(tree, clause.verb, "prt", "advmod", "prep").some((i) =>
    /^(?:up|down|from)$/.test(wordAt(tree, i).lower),
  );
  return moves ? movedTo(reading) : summed(reading);
}
