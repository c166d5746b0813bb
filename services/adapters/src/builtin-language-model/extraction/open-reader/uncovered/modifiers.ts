/** The phrases that hang on a noun and that no fact holds: "worth €340,000", "plot 27", "led by Mo", "with a prize of 20k". */
import type { EntityName } from "@loci/ports/language-model";
import { relationOf } from "../../kinship.ts";
import type { Draft } from "../../rule.ts";
import type { Speakers } from "../../subject.ts";
import { draft, objectsOf } from "../draft.ts";
import { namesBeside, properName } from "../names.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText } from "../phrase.ts";
import { childOf, childrenOf, textBetween, wordAt, type Tree } from "../tree.ts";
import { whoIs } from "../who.ts";
import { unsure, type Coverage } from "./coverage.ts";

/** What is told of a noun by the phrase beside it. */
export interface Modifier {
  readonly at: number;
  readonly drafts: readonly Draft[];
}

const over = { confidence: unsure, time: "none" } as const;

/** The drafts of all modifiers of a sentence that no fact holds; each names its subject. */
export function openModifiers(tree: Tree, speakers: Speakers, coverage: Coverage): Modifier[] {
  return tree.words.flatMap((word, i): Modifier[] => {
    if (!/^NN/.test(word.tag)) return [];
    const open = childrenOf(tree, i, "appos", "acl", "amod", "prep").filter((child) => coverage.hasOpen(child));
    if (open.length === 0) return [];
    // "a dog from the shelter, an old beagle": the parser hangs what is told behind a place on the place.
    if (word.label === "pobj" && /^(?:from|at|to|in|near)$/.test(wordAt(tree, word.head).lower)) return [];
    const owner = ownerOf(tree, i, speakers, coverage);
    if (owner === undefined) return [];
    const drafts = open
      .flatMap((child) => [...saidBy(tree, child, coverage), ...placeOf(tree, child, owner.prefix)])
      .map((one) => ({ ...one, subject: owner.subject, key: `${owner.prefix}${one.key}` }));
    return drafts.length === 0 ? [] : [{ at: i, drafts }];
  });
}

/** Whom the noun stands for; of a value, the one whose it is, with its key before. */
function ownerOf(
  tree: Tree,
  i: number,
  speakers: Speakers,
  { holderOf }: Coverage,
): { readonly subject: EntityName; readonly prefix: string } | undefined {
  const who = whoIs(tree, i, speakers);
  if (who) {
    const prefix = who.possession === "" ? "" : `${who.possession.replace(/[^\p{L}\p{N}]+/gu, "_")}_`;
    return who.self && prefix === "" ? undefined : { subject: who.entity, prefix };
  }
  const fact = holderOf(i);
  if (fact === undefined) return undefined;
  // "is an electrician with two apprentices": they are of whoever is one.
  if (wordAt(tree, i).label === "attr" && /^(?:is_a|job_title)$/.test(fact.key)) return { subject: fact.subject, prefix: "" };
  return fact.target === undefined ? { subject: fact.subject, prefix: `${fact.key}_` } : { subject: fact.target, prefix: "" };
}

function saidBy(tree: Tree, child: number, coverage: Coverage): Draft[] {
  const { label, tag, lower } = wordAt(tree, child);
  if (label === "appos") return ofApposition(tree, child, coverage);
  if (label === "amod") {
    // "worth €340,000"
    const measure = childOf(tree, child, "npadvmod");
    return measure !== undefined && child < measure ? draft(lower, nounPhrase(tree, measure), over) : [];
  }
  if (label === "acl" && /^VB[NGD]$/.test(tag) && !/^(?:call|name|nickname|title)$/.test(wordAt(tree, child).lemma))
    return ofParticiple(tree, child, coverage);
  if (label === "prep" && lower === "with") return ofHaving(tree, child, coverage);
  return [];
}

const stands =
  /(?:flat|apartment|house|home|office|cottage|studio|shop|store|branch|warehouse|plant|factory|cabin|villa|farm|allotment|room)$/;

/** "our flat in Turin": where what is somebody's is. */
function placeOf(tree: Tree, prep: number, prefix: string): Draft[] {
  const { label, lower, head } = wordAt(tree, prep);
  const place = childOf(tree, prep, "pobj");
  const isPlace = place !== undefined && /^(?:GPE|LOC|FAC)$/.test(wordAt(tree, place).name);
  if (!stands.test(wordAt(tree, head).lower)) return [];
  if (label !== "prep" || !isPlace || prefix === "" || !/^(?:in|near|on)$/.test(lower) || childOf(tree, head, "poss") === undefined)
    return [];
  return draft(lower === "near" ? "near" : "location", nounPhrase(tree, place), over);
}

function ofApposition(tree: Tree, child: number, { isOpen }: Coverage): Draft[] {
  const numbered = numberedNoun(tree, child) ?? measured(tree, child);
  // "leaves Zürich at seven, seat 14A": of whom the clause is about.
  if (numbered !== undefined)
    return /^nsubj/.test(wordAt(tree, wordAt(tree, child).head).label) ? draft(numbered.key, numbered.value, over) : [];
  if (childOf(tree, child, "conj", "cc") !== undefined || !isOpen(child)) return [];
  // "stolen on Friday, a green Surly": no day is one.
  if (/^(?:DATE|TIME)$/.test(wordAt(tree, wordAt(tree, child).head).name)) return [];
  const isKind = childOf(tree, child, "det") !== undefined;
  return isKind ? draft("is_a", nounPhrase(tree, child, { dates: true }), over) : [];
}

/** "plot 27", "seat 14A": a noun and its number, as a key and its value; undefined for other phrases. */
export function numberedNoun(tree: Tree, i: number): { readonly key: string; readonly value: string } | undefined {
  const isNumber = (at: number) =>
    tree.words[at]?.head === i && /\d/.test(wordAt(tree, at).text) && /^(?:CD|NN|NNP)$/.test(wordAt(tree, at).tag);
  let to = i + 1;
  while (isNumber(to)) to += 1;
  if (to === i + 1 || !/^NN$/.test(wordAt(tree, i).tag) || /^(?:TIME|MONEY)$/.test(wordAt(tree, i + 1).name)) return undefined;
  const others = childrenOf(tree, i, "compound").map((at) => wordAt(tree, at).lower);
  return { key: [...others, wordAt(tree, i).lower].join("_"), value: textBetween(tree, i + 1, to).replace(/[.,]$/, "") };
}

const dimensions: readonly (readonly [RegExp, string])[] = [
  [/^(?:square|sq)\b|(?:m2|m²|sqm|hectares?|acres?)$/, "area"],
  [/(?:kilos?|kg|grams?|pounds|lbs|tonnes?|tons?)$/, "weight"],
  [/(?:kilomet(?:er|re)s|km|miles)$/, "distance"],
  [/(?:met(?:er|re)s|cm|centimet(?:er|re)s|inches|feet)$/, "length"],
  [/(?:lit(?:er|re)s|gallons)$/, "volume"],
  [/(?:seats|rooms|bedrooms|beds|pages|floors|storeys)$/, "count"],
  [/(?:people|employees|members|staff)$/, "headcount"],
];

/** "68 square metres", "3.4 kilos": what is measured by that. */
export function measured(tree: Tree, i: number): { readonly key: string; readonly value: string } | undefined {
  if (childOf(tree, i, "nummod") === undefined) return undefined;
  const value = nounPhrase(tree, i);
  const unit = value.replace(/^[\d.,\s]+/, "").toLowerCase();
  const found = dimensions.find(([pattern]) => pattern.test(unit));
  return found === undefined ? undefined : { key: found[1] === "count" ? (unit.split(" ").at(-1) ?? unit) : found[1], value };
}

/** "led by Mostafa", "registered 34 ZK 771", "running NixOS". */
export function ofParticiple(tree: Tree, participle: number, { hasOpen }: Coverage): Draft[] {
  const { lower } = wordAt(tree, participle);
  return childrenOf(tree, participle).flatMap((arg): Draft[] => {
    const { label, tag } = wordAt(tree, arg);
    if (!hasOpen(arg)) return [];
    if (/^(?:prep|agent)$/.test(label) && /^(?:IN|TO)$/.test(tag)) {
      const object = childOf(tree, arg, "pobj");
      if (object === undefined || relationOf(wordAt(tree, object).lower) !== undefined) return [];
      const key = lower === "owned" && label === "agent" ? "owner" : `${lower}_${wordAt(tree, arg).lower}`;
      const when = timeOfPreposition(tree, arg);
      return when !== undefined
        ? draft(key, when, over)
        : objectsOf(tree, object).flatMap((one) => draft(key, nounPhrase(tree, one, { dates: true }), over));
    }
    if (/^(?:dobj|oprd|attr)$/.test(label))
      return objectsOf(tree, arg).flatMap((one) => draft(lower, nounPhrase(tree, one, { dates: true }), over));
    if (label === "npadvmod") return draft(lower, isDate(tree, arg) ? timeText(tree, arg) : nounPhrase(tree, arg), over);
    return [];
  });
}

/** "with a prize pool of 20k": what it has, and how much of it. */
export function ofHaving(tree: Tree, prep: number, { isOpen }: Pick<Coverage, "isOpen">): Draft[] {
  const object = childOf(tree, prep, "pobj");
  if (object === undefined || !/^NN/.test(wordAt(tree, object).tag) || !isOpen(object)) return [];
  const of = childrenOf(tree, object, "prep").find((i) => wordAt(tree, i).lower === "of");
  const figure = of === undefined ? undefined : childOf(tree, of, "pobj");
  if (figure !== undefined && /\d/.test(nounPhrase(tree, figure))) {
    const noun = nounPhrase(tree, object).split(" of ")[0] ?? "";
    return draft(noun.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_"), nounPhrase(tree, figure), over);
  }
  // "with two apprentices, Kyle and Jordan"
  const names = namesBeside(tree, object);
  if (names.length > 1) return names.flatMap((one) => draft(wordAt(tree, object).lower, properName(tree, one)?.name ?? "", over));
  return objectsOf(tree, object).flatMap((one) => draft("has", nounPhrase(tree, one, { dates: true }), over));
}
