/** What is said with "would": a preference, or a price that was asked. */
import type { Draft } from "../rule.ts";
import { isMoney } from "./changes.ts";
import { draft, possessionKey, possessionPrefix, type OpenReading } from "./draft.ts";
import { nounPhrase, trimmed } from "./phrase.ts";
import { childOf, childrenOf, runOf, wordAt } from "./tree.ts";

/** "I'd rather have the window seat", "the kitchen would be 12,400 euros"; nothing where it hangs on an "if". */
export function wished(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const would = childrenOf(tree, clause.verb, "aux").some((i) => /^(?:would|'d|’d)$/.test(wordAt(tree, i).lower));
  if (!would || clause.negated || clause.perfect || childOf(tree, clause.verb, "advcl", "mark") !== undefined) return [];
  return [...preferred(reading), ...(who.self && who.possession === "" ? [] : asked(reading))];
}

function preferred({ tree, clause, who }: OpenReading): Draft[] {
  const { lemma, tag } = wordAt(tree, clause.verb);
  const rather = childrenOf(tree, clause.verb, "advmod").find((i) => wordAt(tree, i).lower === "rather");
  const object = childOf(tree, clause.verb, "dobj");
  const key = `${possessionPrefix(who)}prefers`;
  if (lemma === "prefer" && object !== undefined) return draft(key, nounPhrase(tree, object), { time: "none" });
  if (rather === undefined || tag !== "VB" || empty.test(lemma)) return [];
  // "have the window seat" is to prefer the seat.
  if (/^(?:have|get|take)$/.test(lemma) && object !== undefined) return draft(key, nounPhrase(tree, object), { time: "none" });
  const { from, to } = runOf(tree, clause.verb, (child) =>
    /^(?:conj|cc|punct|nsubj|aux|parataxis)$/.test(wordAt(tree, child).label),
  );
  const value = trimmed(tree, Math.max(from, clause.verb), to, clause.verb);
  return /\s/.test(value) ? draft(key, value, { time: "none" }) : [];
}

/** "I'd rather die", "I'd rather say": ways of speaking. */
const empty = /^(?:die|say|think|know|be|see|believe|not)$/;

function asked({ tree, clause, who }: OpenReading): Draft[] {
  const isBe = wordAt(tree, clause.verb).lemma === "be";
  const figure = isBe
    ? childOf(tree, clause.verb, "attr")
    : wordAt(tree, clause.verb).lemma === "cost"
      ? childOf(tree, clause.verb, "dobj", "attr")
      : undefined;
  if (figure === undefined || !isMoney(tree, figure) || (who.entity.type === "Person" && who.possession === "")) return [];
  const price = nounPhrase(tree, figure, { dates: true }).replace(/,? (?:including|excluding|with|without|plus)\b.*$/, "");
  return draft(who.possession === "" ? "price" : `${possessionKey(who)}_price`, price, { time: "none" });
}
