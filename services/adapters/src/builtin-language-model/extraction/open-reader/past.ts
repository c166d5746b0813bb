import { isOccupation } from "../complement.ts";
import type { Draft } from "../rule.ts";
import { draft, objectsOf, possessionKey, possessionPrefix, type OpenReading } from "./draft.ts";
import { offices, saysLittle } from "./copula.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, wordAt } from "./tree.ts";

/** What "X was …" says of X: what it was, under a key that says so. How something was is a story's, and not kept. */
export function readPastCopula(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  if (clause.negated) return [];
  const attr = childOf(tree, clause.verb, "attr");
  if (attr === undefined) return ofPlace(reading);
  // "my first car", "her maiden name": they are what they were.
  if (lasting.test(who.possession)) return draft(possessionKey(who), nounPhrase(tree, attr, { dates: true }), { time: "none" });
  // "Our meter reading on 1 June was 48,211 kWh": a measure of a day.
  const measured = who.possession !== "" && (wordAt(tree, attr).tag === "CD" || childOf(tree, attr, "nummod") !== undefined);
  const day = [
    ...childrenOf(tree, clause.verb, "prep", "npadvmod"),
    ...clause.subjects.flatMap((i) => childrenOf(tree, i, "prep")),
  ].some((i) => isDate(tree, i));
  if (measured && day) return draft(possessionKey(who), nounPhrase(tree, attr), { time: "event" });
  return objectsOf(tree, attr).flatMap((object) => {
    const text = nounPhrase(tree, object);
    const bare = text.replace(/\s(?:of|for|at|in|with|from)\s.*$/, "");
    const head = wordAt(tree, object);
    const isJob = isOccupation(bare) || isOccupation(bare.replace(/s$/, "")) || offices.test(bare);
    if (!/^NN/.test(head.tag) || saysLittle.test(head.lower) || !isJob) return [];
    return draft(`${possessionPrefix(who)}was`, text, { time: "event" });
  });
}

const lasting = /^(?:first|last|previous|former|original|maiden|birth)\s/;

/** "Wanda was in Paris in 2019". */
function ofPlace({ tree, clause, who }: OpenReading): Draft[] {
  if (who.entity.type !== "Person" || who.possession !== "") return [];
  return childrenOf(tree, clause.verb, "prep").flatMap((prep) => {
    const object = childOf(tree, prep, "pobj");
    if (
      object === undefined ||
      isDate(tree, prep) ||
      !/^(?:in|at)$/.test(wordAt(tree, prep).lower) ||
      !/^NNP/.test(wordAt(tree, object).tag)
    )
      return [];
    return draft(`was_${wordAt(tree, prep).lower}`, nounPhrase(tree, object), { time: "event" });
  });
}

/** "used to be a chef": it is over, and is what was. */
export function usedToBe(drafts: readonly Draft[], prefix: string): Draft[] {
  return drafts.flatMap((one) => {
    // "My favourite author used to be Murakami": the noun itself is the key.
    if (prefix !== "" && `${one.key.replaceAll(" ", "_")}_` === prefix)
      return one.negated === true ? [one, { ...one, key: `former_${one.key}`, negated: false, changed: false }] : [one];
    const key = one.key.startsWith(prefix) ? `${prefix}former_${one.key.slice(prefix.length)}` : `former_${one.key}`;
    return one.negated === true ? [one, { ...one, key, negated: false, changed: false }] : [one];
  });
}
