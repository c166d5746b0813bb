/** The phrases that hang on a verb and that no fact holds: each under the verb's own name. */
import { relationOf } from "../../kinship.ts";
import type { Draft } from "../../rule.ts";
import { verbKey } from "../keys.ts";
import { namesByClause } from "../names.ts";
import { draft, objectsOf, possessionPrefix, type OpenReading } from "../draft.ts";
import { figurative, isDenied, isFree, isLight, isOccasion, isPronoun, thirdPerson } from "../own-words.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText, verbPhrase } from "../phrase.ts";
import { childOf, childrenOf, wordAt, type Tree } from "../tree.ts";
import { unsure, type Coverage } from "./coverage.ts";
import { ofHaving } from "./modifiers.ts";

/**
 * What of a clause's arguments no fact holds.
 * @param knownKeys the keys of what the rules read from the clause: what they left out of what is over, they left out on purpose
 */
export function openArguments(reading: OpenReading, coverage: Coverage, knownKeys: ReadonlySet<string>): Draft[] {
  const isKnown = knownKeys.size > 0;
  const { tree, clause } = reading;
  const { lemma } = wordAt(tree, clause.verb);
  // What "is" and "has" say of their subject is left to the rules for them: they know what states nothing.
  if (lemma === "be" && isKnown)
    return [
      ...childrenOf(tree, clause.verb, "prep").flatMap((prep) => figuresOf(reading, prep, coverage)),
      ...childrenOf(tree, clause.verb, "attr").flatMap((attr) => besideNoun(reading, attr, coverage)),
    ];
  const isOver = (clause.tense === "past" || clause.perfect) && !clause.progressive && !clause.passive;
  const open = [...childrenOf(tree, clause.verb), ...prepositionsBelow(tree, clause.verb)].flatMap((arg) => {
    const object = coverage.hasOpen(arg) ? objectOfArgument(reading, arg) : undefined;
    return object === undefined ||
      isTold(reading, arg, knownKeys) ||
      (isRelative(tree, object) && namesByClause(tree, object).length === 0) ||
      (isOver && isKnown && !isNamed(tree, object))
      ? []
      : [{ arg, object }];
  });
  // What is over is kept whole, as what happened; "after nine years at Siemens, she …" stands before it.
  const behind = open.filter(({ arg }) => arg > clause.verb);
  const apart = isOver ? open.filter(({ arg }) => arg < clause.verb) : open;
  const whole = isOver && behind.length > 0 ? happened(reading) : [];
  return [
    ...whole,
    ...apart.flatMap(({ arg, object }): Draft[] => {
      return isPreposition(tree, arg) ? ofPreposition(reading, arg, object, coverage) : ofObject(reading, arg, coverage);
    }),
  ];
}

/**
 * The prepositions that the parser hangs on what hangs on the verb: "runs the group on Mondays", "halfway through Middlemarch", "a job as a
 * welder at the shipyard", "from MySQL to PostgreSQL".
 */
function prepositionsBelow(tree: Tree, verb: number): number[] {
  const below = (i: number, depth: number): number[] => {
    if (depth > 4) return [];
    const inner = childrenOf(tree, i, "dobj", "prep", "pobj", "advmod", "conj").filter(
      (child) =>
        // "of all the places in the world": a way of speaking.
        wordAt(tree, child).lower !== "of" &&
        childOf(tree, child, "nsubj", "nsubjpass") === undefined &&
        !/^VB/.test(wordAt(tree, child).tag),
    );
    return inner.flatMap((child) => [
      ...childrenOf(tree, child, "prep").filter((prep) => !isWhereThatIs(tree, prep)),
      ...below(child, depth + 1),
    ]);
  };
  return [...new Set(below(verb, 0))];
}

/** "at the bakery on Mill Road": which bakery it is, and nothing of what is done there. */
function isWhereThatIs(tree: Tree, prep: number): boolean {
  const { lower, head } = wordAt(tree, prep);
  if (!/^(?:on|near|opposite|behind|off|beside|above|below|across)$/.test(lower) || isDate(tree, prep)) return false;
  const place = wordAt(tree, head);
  return place.label === "pobj" && /^(?:at|in|from|to|for|with|near)$/.test(wordAt(tree, place.head).lower);
}

/** "is a PhD student at Leiden": where, under what somebody is. */
function besideNoun({ tree, who }: OpenReading, attr: number, coverage: Coverage): Draft[] {
  const { tag, lower } = wordAt(tree, attr);
  if (!/^NNS?$/.test(tag)) return [];
  // "in linguistics at Leiden": the parser hangs the second on the first.
  const own = childrenOf(tree, attr, "prep");
  const nested = own.flatMap((prep) => childrenOf(tree, prep, "pobj")).flatMap((object) => childrenOf(tree, object, "prep"));
  return [...own, ...nested].flatMap((prep) => {
    const object = childOf(tree, prep, "pobj");
    const isIn = /^(?:at|in|with|for|near|on|from)$/.test(wordAt(tree, prep).lower);
    if (object === undefined || !isIn || isDate(tree, prep) || !coverage.isOpen(object) || !isNamed(tree, object)) return [];
    return draft(`${possessionPrefix(who)}${lower}_${wordAt(tree, prep).lower}`, nounPhrase(tree, object), over);
  });
}

/** "lives in Lisbon in a flat": of what the table knows by this preposition there is one, and it was read. */
function isTold({ tree, clause }: OpenReading, arg: number, knownKeys: ReadonlySet<string>): boolean {
  const spec = isPreposition(tree, arg) ? verbKey(`${wordAt(tree, clause.verb).lemma}+${wordAt(tree, arg).lower}`) : undefined;
  return spec !== undefined && knownKeys.has(spec.key);
}

/** "is Nordbank, with a prize pool of 20k" */
function figuresOf({ tree, who }: OpenReading, prep: number, coverage: Coverage): Draft[] {
  if (wordAt(tree, prep).lower !== "with" || !coverage.hasOpen(prep)) return [];
  return ofHaving(tree, prep, coverage)
    .filter(({ key }) => key !== "has")
    .map((one) => ({ ...one, key: `${possessionPrefix(who)}${one.key}` }));
}

function happened({ tree, clause, who }: OpenReading): Draft[] {
  const event = verbPhrase(tree, clause.verb);
  return /\s/.test(event) ? draft(`${possessionPrefix(who)}event`, event, { confidence: unsure, time: "event" }) : [];
}

function isPreposition(tree: Tree, arg: number): boolean {
  const { label, tag } = wordAt(tree, arg);
  return /^(?:prep|agent|dative)$/.test(label) && /^(?:IN|TO)$/.test(tag);
}

/** The noun that an argument is about; undefined where it is none of those that are kept. */
function objectOfArgument({ tree, clause }: OpenReading, arg: number): number | undefined {
  const { label } = wordAt(tree, arg);
  const { lemma } = wordAt(tree, clause.verb);
  const object = isPreposition(tree, arg) ? childOf(tree, arg, "pobj") : arg;
  if (object === undefined || isPronoun(tree, object)) return undefined;
  if (object !== arg) return isWayOfSpeaking(tree, arg, object) ? undefined : object;
  if (/^(?:dobj|oprd)$/.test(label)) return isLight(tree, arg) || /^(?:be|have|get)$/.test(lemma) ? undefined : arg;
  if (label === "npadvmod" && lemma !== "be")
    return arg > clause.verb && isMeasure(tree, arg) && clause.tense !== "past" ? arg : undefined;
  return label === "acomp" && lemma !== "be" ? arg : undefined;
}

function ofPreposition(reading: OpenReading, prep: number, object: number, { isOpen }: Coverage): Draft[] {
  const { tree, clause, who } = reading;
  if (!isOpen(object)) return [];
  // "open on Saturdays, never on Sundays", "with Wednesdays off"
  if (isDenied(tree, prep) || isFree(tree, prep, object)) return [];
  const { lower } = wordAt(tree, prep);
  const isBe = wordAt(tree, clause.verb).lemma === "be";
  // "runs the bakery on Mill Lane": where the bakery is. "uses Notion for docs": the key would not say what is used.
  const noun = childOf(tree, clause.verb, "dobj");
  const isCommon = noun !== undefined && noun < prep && /^(?:NNS?|JJ)$/.test(wordAt(tree, noun).tag);
  // "lives in Turku, close to the river": near it, not to it.
  const adverb = wordAt(tree, wordAt(tree, prep).head);
  const near = adverb.label === "advmod" && adverb.head === clause.verb ? `_${adverb.lower}` : "";
  const name = `${verbName(reading)}${isCommon ? `_${keyOfObject(tree, noun)}` : near}`;
  // "is doing well in maths": how, as well as in what.
  if (wordAt(tree, clause.verb).lemma === "do" && noun === undefined && childOf(tree, clause.verb, "advmod") !== undefined)
    return draft(`${possessionPrefix(who)}status`, verbPhrase(tree, clause.verb), over);
  const when = timeOfPreposition(tree, prep);
  if (when !== undefined)
    return isBe || (clause.tense === "past" && isOneWeekday(when)) ? [] : draft(`${name}_${lower}`, when, over);
  if (lower === "for" && (noun !== undefined || isOccasion(tree, prep, clause.verb))) return [];
  const figures = lower === "with" ? ofHaving(tree, prep, { isOpen }).filter((one) => one.key !== "has") : [];
  if (figures.length > 0) return figures.map((one) => ({ ...one, key: `${possessionPrefix(who)}${one.key}` }));
  // "with a teacher called Odile Marchand"
  const called = namesByClause(tree, object);
  if (called.length > 0) return called.flatMap((one) => draft(`${possessionPrefix(who)}${wordAt(tree, object).lower}`, one, over));
  return objectsOf(tree, object).flatMap((one) => draft(`${name}_${lower}`, nounPhrase(tree, one, { dates: true }), over));
}

function ofObject(reading: OpenReading, arg: number, { isOpen }: Coverage): Draft[] {
  const { tree } = reading;
  const { label } = wordAt(tree, arg);
  if (label === "npadvmod")
    return draft(
      `${verbName(reading)}${objectName(reading)}`,
      isDate(tree, arg) ? timeText(tree, arg) : nounPhrase(tree, arg),
      over,
    );
  if (!isOpen(arg)) return [];
  if (label === "acomp") return draft(verbName(reading), verbPhrase(tree, arg, { dates: true }), over);
  return objectsOf(tree, arg).flatMap((one) => draft(verbName(reading), nounPhrase(tree, one, { dates: true }), over));
}

/** "plays bridge every week": how often is told of what is played, and is not played itself. */
function objectName({ tree, clause }: OpenReading): string {
  const object = childOf(tree, clause.verb, "dobj");
  if (object === undefined || isPronoun(tree, object)) return "";
  return `_${keyOfObject(tree, object)}`;
}

/** "takes 10 mg of cetirizine": of what, and no unit. */
function keyOfObject(tree: Tree, object: number): string {
  const of = childrenOf(tree, object, "prep").find((prep) => wordAt(tree, prep).lower === "of");
  const isUnit =
    childOf(tree, object, "nummod") !== undefined ||
    /^(?:mg|mcg|ml|g|cup|glass|bit|lot|pack|dose|tablet|couple)s?$/.test(wordAt(tree, object).lower);
  const noun = (of === undefined || !isUnit ? undefined : childOf(tree, of, "pobj")) ?? object;
  return wordAt(tree, noun).lower.replace(/[^\p{L}\p{N}]+/gu, "_");
}

const over = { confidence: unsure, time: "none" } as const;

/** "with their husband Duarte": who that is, is read as a relation. */
function isRelative(tree: Tree, i: number): boolean {
  return relationOf(wordAt(tree, i).lower) !== undefined;
}

/** A name, or a figure. */
function isNamed(tree: Tree, i: number): boolean {
  const isName = (at: number) => /^NNPS?$/.test(wordAt(tree, at).tag);
  if (isName(i) || wordAt(tree, i).tag === "CD" || childOf(tree, i, "nummod") !== undefined) return true;
  return childrenOf(tree, i, "compound").some(isName);
}

/** "of my colleagues only Ezequiel", "in turn", "as a kid": no argument of the verb. "from Jira" is what was before. */
function isWayOfSpeaking(tree: Tree, prep: number, object: number): boolean {
  const { lower, head } = wordAt(tree, prep);
  // "leaves from Terminal 4": nothing that is over.
  const isGate = /^(?:terminal|gate|platform|pier|track|bay|dock|quay|stop)$/.test(wordAt(tree, object).lower);
  if (lower === "of" || (lower === "from" && !isGate && turning.test(wordAt(tree, head).lemma))) return true;
  if (lower === "as" && /^(?:kid|child|boy|girl|teenager|student|result|rule|usual)$/.test(wordAt(tree, object).lower)) return true;
  return figurative.test(wordAt(tree, object).lower) && childOf(tree, object, "det", "poss", "amod") === undefined;
}

/** Verbs behind which "from" tells what is over. */
export const turning =
  /^(?:move|switch|change|transfer|go|migrate|convert|rise|fall|grow|increase|decrease|shrink|climb|jump|cut|raise|reduce|lower|extend|rename|upgrade|relocate|shift|drop|leave|resign|retire|have)$/;

/** "five mornings a week", "every Monday": not "a month", "these days", "next door". */
function isMeasure(tree: Tree, i: number): boolean {
  const det = childOf(tree, i, "det");
  if (det !== undefined && /^(?:a|an|the|this|these|that|those)$/.test(wordAt(tree, det).lower)) return false;
  return childOf(tree, i, "nummod") !== undefined || isDate(tree, i);
}

/** A day told by its name passes within a week, and says little then. */
function isOneWeekday(time: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(time);
}

/** A verb as a key, behind what it is said of: "is kept" is kept, "runs out" runs_out. */
function verbName({ tree, clause, who }: OpenReading): string {
  const { lower, lemma, tag } = wordAt(tree, clause.verb);
  // "went missing", "ran out"
  const particle = childOf(tree, clause.verb, "prt", ...(/^(?:go|come|turn)$/.test(lemma) ? ["acomp", "oprd"] : []));
  const isParticiple = clause.passive || clause.progressive || tag === "VBN" || tag === "VBG" || tag === "VBD";
  const verb = lemma === "be" ? "is" : isParticiple ? lower : thirdPerson(lemma);
  return `${possessionPrefix(who)}${verb}${particle === undefined ? "" : `_${wordAt(tree, particle).lower}`}`;
}
