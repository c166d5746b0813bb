import { relationOf } from "../kinship.ts";
import type { Draft } from "../rule.ts";
import { draft, objectOf, objectsOf, possessionPrefix, stateOf, type OpenReading } from "./draft.ts";
import { properName } from "./names.ts";
import { isLight, isPronoun, thirdPerson } from "./own-words.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText } from "./phrase.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** What a clause says of names beside its object: "shares a flat in Leith with Bea" tells with whom, and where the flat is. */
export function besideObject(reading: OpenReading, known: readonly Draft[]): Draft[] {
  const { tree, clause, who } = reading;
  const object = objectOf(reading);
  if (object === undefined) return besideVerb(reading, known);
  if (!/^NN|^JJ/.test(wordAt(tree, object).tag) || isPronoun(tree, object) || isLight(tree, object)) return [];
  if (clause.negated || clause.ended || clause.ability || clause.tense !== "present" || clause.perfect) return [];
  // "wants code examples in Rust": of what kind, and not where.
  if (/^(?:want|prefer|like|love|enjoy|hate|dislike|need)$/.test(wordAt(tree, clause.verb).lemma)) return [];
  const noun = wordAt(tree, object).lower;
  const prefix = possessionPrefix(who);
  const isCommon = properName(tree, object) === undefined && relationOf(noun) === undefined;
  const verb = clause.progressive ? wordAt(tree, clause.verb).lower : thirdPerson(wordAt(tree, clause.verb).lemma);
  const base = isCommon ? `${verb}_${noun}` : verb;
  const own = childrenOf(tree, clause.verb, "prep").flatMap((prep) =>
    // "uses Notion for docs": the key would not say what is used.
    saidIn(tree, prep, isCommon).flatMap((one) => {
      const preposition = wordAt(tree, prep).lower;
      const key = dwellings.test(noun) && places.test(preposition) ? `${noun}_location` : `${base}_${preposition}`;
      return draft(`${prefix}${key}`, nounPhrase(tree, one), stateOf(clause));
    }),
  );
  // "answers the hotline on Fridays": when, each time.
  const when = [...childrenOf(tree, clause.verb, "prep"), ...childrenOf(tree, object, "prep").filter((prep) => isDate(tree, prep))]
    .filter((prep) => prep > object && /^(?:on|at|every|from|between)$/.test(wordAt(tree, prep).lower))
    .flatMap((prep) =>
      draft(`${prefix}${base}_${wordAt(tree, prep).lower}`, timeOfPreposition(tree, prep) ?? "", { time: "none" }),
    );
  const often = childrenOf(tree, clause.verb, "npadvmod")
    .filter((i) => i > object && childrenOf(tree, i, "det").some((det) => /^(?:every|each)$/.test(wordAt(tree, det).lower)))
    .flatMap((i) => draft(`${prefix}${base}`, timeText(tree, i), { time: "none" }));
  const inside = dwellings.test(noun)
    ? childrenOf(tree, object, "prep").filter((prep) => places.test(wordAt(tree, prep).lower))
    : [];
  const where = inside.flatMap((prep) =>
    saidIn(tree, prep, false).flatMap((one) => draft(`${prefix}${noun}_location`, nounPhrase(tree, one), stateOf(clause))),
  );
  return [...own, ...where, ...(clause.progressive || units.test(noun) ? [] : [...when, ...often])].filter(
    ({ value = "" }) => !known.some((one) => (one.target?.name ?? one.value ?? "").includes(value) && !isWhole(one, noun)),
  );
}

/** "commutes by ferry from Helsingør": what the known key of the verb left out. */
function besideVerb({ tree, clause, who }: OpenReading, known: readonly Draft[]): Draft[] {
  const verb = clause.progressive ? wordAt(tree, clause.verb).lower : thirdPerson(wordAt(tree, clause.verb).lemma);
  if (known.length === 0 || clause.negated || clause.ended || clause.ability || clause.tense !== "present" || clause.perfect)
    return [];
  const said = known.map((one) => one.target?.name ?? one.value ?? "").join(" ");
  return childrenOf(tree, clause.verb, "prep").flatMap((prep) =>
    saidIn(tree, prep, true)
      .map((one) => nounPhrase(tree, one))
      .filter((value) => !said.includes(value))
      .flatMap((value) => draft(`${possessionPrefix(who)}${verb}_${wordAt(tree, prep).lower}`, value, stateOf(clause))),
  );
}

/** A fact whose value begins with the object itself holds the name only as a part. */
function isWhole({ value = "" }: Draft, noun: string): boolean {
  return value.toLowerCase().split(" ").includes(noun);
}

/** The names behind a preposition, and common nouns where they count. */
function saidIn(tree: Tree, prep: number, countsCommon: boolean): number[] {
  const object = childOf(tree, prep, "pobj");
  if (
    object === undefined ||
    isDate(tree, prep) ||
    !/^(?:with|in|at|from|to|for|into|near|against)$/.test(wordAt(tree, prep).lower)
  )
    return [];
  return objectsOf(tree, object).filter((one) => isName(tree, one) || (countsCommon && isCommonNoun(tree, one)));
}

function isName(tree: Tree, at: number): boolean {
  const { name } = wordAt(tree, at);
  return properName(tree, at) !== undefined && !/^(?:NORP|LANGUAGE)$/.test(name);
}

/** "with my wife" is a relation's own fact. */
function isCommonNoun(tree: Tree, at: number): boolean {
  const { tag, lower } = wordAt(tree, at);
  return /^NNS?$/.test(tag) && !isPronoun(tree, at) && !isLight(tree, at) && relationOf(lower) === undefined;
}

/** "takes 20 mg every morning": no key is made of a measure. */
const units = /^(?:mg|mcg|g|kg|ml|l|km|cm|mm|m|miles?|euros?|dollars?|pounds?|hours?|minutes?|days?|times?)$/;
const places = /^(?:in|at|on|near)$/;
const dwellings = /^(?:flat|apartment|house|home|room|studio|cottage|cabin|villa|houseboat|bungalow|condo|maisonette|loft)$/;
