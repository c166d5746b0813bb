import type { EntityName } from "@loci/ports/language-model";
import { relationOf } from "../kinship.ts";
import type { Speakers } from "../subject.ts";
import { normal, type Draft, type TimeUse } from "../rule.ts";
import type { Clause } from "./clause.ts";
import { isAmpersand, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, conjunctsOf, wordAt, type Tree } from "./tree.ts";
import { properName } from "./names.ts";
import type { Who } from "./pronouns.ts";
import { keyOfNoun, whoIs } from "./who.ts";

/** One clause with one of its subjects. */
export interface OpenReading {
  readonly tree: Tree;
  readonly clause: Clause;
  readonly who: Who;
  readonly speakers: Speakers;
}

export function draft(key: string, value: string, over: Partial<Draft> = {}): Draft[] {
  return value === "" || key === "" ? [] : [{ key, value, confidence: normal, time: "state", ...over }];
}

/** What the clause says of time and change, for a fact about a state. */
export function stateOf(clause: Clause): { negated: boolean; changed: boolean; time: TimeUse } {
  return { negated: clause.ended || (clause.negated && clause.changed), changed: clause.changed && !clause.adds, time: "state" };
}

/** The key of what a subject is about: of "my phone number" phone_number; "" where it is about the entity itself. */
export function possessionKey(who: Who): string {
  if (who.possession === "") return "";
  const words = who.possession.split(" ");
  // "my sister's husband" is no husband of mine.
  if (words.slice(0, -1).some((word) => relationOf(word) !== undefined)) return who.possession.replace(/[^\p{L}\p{N}]+/gu, "_");
  return keyOfNoun(words.at(-1) ?? "", who.possession);
}

/** What stands before the key of what something of the entity does: "my brother drives" is brother_drives. */
export function possessionPrefix(who: Who): string {
  return who.possession === "" ? "" : `${who.possession.replace(/[^\p{L}\p{N}]+/gu, "_")}_`;
}

/** The objects that hang on a word: "Danish and a little Polish" are two. */
export function objectsOf(tree: Tree, i: number): number[] {
  return [...conjunctsOf(tree, i), ...parallel(tree, i)].filter((one) => {
    if (!/^(?:NN|CD|VBG|JJ|PRP|FW|\$)/.test(wordAt(tree, one).tag)) return false;
    if (one !== i && wordAt(tree, one).label === "conj" && isAmpersand(tree, one)) return false;
    // "covers mooring but not insurance"
    if (one !== i && (childOf(tree, one, "neg") !== undefined || tree.words[one - 1]?.lower === "not")) return false;
    // "an hour and a half" is one length.
    if (one !== i && wordAt(tree, one).lower === "half") return false;
    // "this photo" only points.
    return !childrenOf(tree, one, "det").some((det) => /^(?:this|that|these|those|no)$/.test(wordAt(tree, det).lower));
  });
}

/** "Notion for docs and Linear for tickets": the parser hangs the second on what the first is for. */
function parallel(tree: Tree, i: number): number[] {
  return childrenOf(tree, i, "prep").flatMap((prep) => {
    const { lower } = wordAt(tree, prep);
    const inside = childrenOf(tree, prep, "pobj").flatMap((object) => childrenOf(tree, object, "conj"));
    return inside.filter((one) => tree.words[one + 1]?.lower === lower && wordAt(tree, one).tag === wordAt(tree, i).tag);
  });
}

/** One fact for each object: a relation where it names one entity and the key asks for one, else a value. */
export function drafts(reading: OpenReading, key: string, head: number, type: string | undefined, over: Partial<Draft>): Draft[] {
  return objectsOf(reading.tree, head).flatMap((object) => {
    const target = type === undefined ? undefined : targetOf(reading, object, type);
    if (target) return [{ key, target, confidence: normal, time: "state" as const, ...over }];
    // "leads it": nobody could tell later what it was, unless it was named before.
    if (/^(?:PRP|DT)$/.test(wordAt(reading.tree, object).tag)) return draft(key, antecedentOf(reading, object), over);
    return draft(key, nounPhrase(reading.tree, object), over);
  });
}

/** What a pronoun as an object stands for; "" where that is not sure. */
export function antecedentOf({ tree, speakers, who }: OpenReading, object: number): string {
  const other = /^(?:it|them|him|her)$/.test(wordAt(tree, object).lower) ? whoIs(tree, object, speakers) : undefined;
  return other === undefined || other.possession !== "" || other.self || other.entity.name === who.entity.name
    ? ""
    : other.entity.name;
}

/** The named entity that an object is; undefined for other objects. */
export function targetOf({ tree, speakers }: OpenReading, object: number, type: string): EntityName | undefined {
  const name = properName(tree, object);
  if (name && childOf(tree, object, "poss") === undefined)
    return { type: speakers.typeOf(name.name) ?? name.type ?? type, name: name.name };
  const who = whoIs(tree, object, speakers);
  return who && who.possession === "" && who.entity.type !== "Thing" && who.typed ? who.entity : undefined;
}

export function objectOf({ tree, clause }: OpenReading): number | undefined {
  return childOf(tree, clause.verb, "dobj");
}

export function prepositional({ tree, clause }: OpenReading, ...words: readonly string[]): number | undefined {
  const prep = childrenOf(tree, clause.verb, "prep").find((i) => words.includes(wordAt(tree, i).lower));
  return prep === undefined ? undefined : childOf(tree, prep, "pobj");
}
