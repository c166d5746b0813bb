import { normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { isOccupation } from "../complement.ts";
import { petKind } from "../kinship.ts";
import { ageBehind, properName } from "./names.ts";
import { nounPhrase, timeOfPreposition } from "./phrase.ts";
import { leftOut, plainly, selfOf, type Who } from "./pronouns.ts";
import { childOf, childrenOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";

/** Longer sentences without a verb are headings more often than notes. */
const maxWords = 16;

/** "BP 150/95.", "Spare key under the flowerpot.": what a note without a verb says by its shape. */
export function readFragment(tree: Tree, speakers: Speakers): { at: number; who: Who; drafts: Draft[] } | undefined {
  const words = tree.words.filter(({ tag }) => tag !== "." && tag !== ",");
  if (speakers.self === "" || words.length < 2 || words.length > maxWords) return undefined;
  if (tree.words.some(({ tag }) => /^(?:VB[ZDPG]?|MD|PRP|WP|WRB|EX)$/.test(tag))) return undefined;
  const root = tree.words.findIndex((word, i) => word.head === i);
  return root < 0
    ? undefined
    : (ofFigure(tree, speakers) ?? ofDescribed(tree, root) ?? ofPlace(tree, root) ?? ofTerm(tree, root, speakers));
}

const figure =
  /^(?:\d{2,3}\/\d{2,3}|\d+(?:[.,]\d+)?\s?(?:kg|g|mg|ml|l|cm|mm|km|%|°C?|bpm|mmol\/l|EUR|€|GBP|USD|hours?|minutes?|days?))$/i;

/** One to three words, and a figure with its unit. */
function ofFigure(tree: Tree, speakers: Speakers): { at: number; who: Who; drafts: Draft[] } | undefined {
  const first = tree.words.findIndex(({ text }) => /^\d/.test(text));
  let end = tree.words.length;
  while (end > 0 && /^[.,]$/.test(wordAt(tree, end - 1).text)) end -= 1;
  if (first < 1 || first > 3 || end <= first) return undefined;
  const value = textBetween(tree, first, end);
  const label = textBetween(tree, 0, first);
  if (!figure.test(value) || !/^\p{L}[\p{L}\s-]{1,30}$/u.test(label)) return undefined;
  const key = label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, "_");
  const last = leftOut(speakers);
  const isLiving = last !== undefined && /^(?:Person|Animal|)$/.test(last.type) && last.possession === undefined;
  const who = isLiving ? plainly({ type: last.type === "" ? "Person" : last.type, name: last.name }) : selfOf(speakers);
  return { at: 0, who, drafts: [{ key, value, confidence: normal, time: "none" }] };
}

/** "Biscuit, 9 yo male neutered beagle, owner Mr Halloran.": a name at the head, and what and whose it is behind commas. */
function ofDescribed(tree: Tree, root: number): { at: number; who: Who; drafts: Draft[] } | undefined {
  const name = /^NNP/.test(wordAt(tree, root).tag) && tree.words[root + 1]?.text === "," ? properName(tree, root)?.name : undefined;
  if (name === undefined || !tree.content.slice(wordAt(tree, 0).start).startsWith(name)) return undefined;
  const parts = appositionsOf(tree, root);
  // "Rome, eternal city": only of what has an age it is sure that the words behind it say what it is.
  const isAged = ageBehind(tree, root) !== undefined;
  const drafts = parts.flatMap((part): Draft[] => {
    const { tag, lower } = wordAt(tree, part);
    const nouns = childrenOf(tree, part, "compound").map((i) => wordAt(tree, i));
    const [office] = nouns;
    if (
      /^NNP/.test(tag) &&
      office !== undefined &&
      office.tag === "NN" &&
      office.label === "compound" &&
      /^\p{Ll}/u.test(office.text)
    ) {
      const target = properName(tree, part)?.name;
      return target === undefined
        ? []
        : [{ key: office.lower, target: { type: "Person", name: target }, confidence: normal, time: "none" }];
    }
    const kind = nounPhrase(tree, part).replace(/^\d{1,3}[ -]?(?:years?|yrs?|yo)?(?:[ -]old)? /i, "");
    const isKind = tag === "NN" && (petKind(lower) !== undefined || isOccupation(lower) || isAged);
    return isKind && !/\d/.test(kind) ? [{ key: "is_a", value: kind, confidence: normal, time: "none" }] : [];
  });
  return drafts.length === 0 ? undefined : { at: root, who: plainly({ type: "Person", name }, { typed: false }), drafts };
}

/** The parser hangs the second apposition on the first. */
function appositionsOf(tree: Tree, i: number, depth = 0): number[] {
  return depth > 4 ? [] : childrenOf(tree, i, "appos").flatMap((child) => [child, ...appositionsOf(tree, child, depth + 1)]);
}

/** "Warranty until May 2026." */
function ofTerm(tree: Tree, noun: number, { last, ...speakers }: Speakers): { at: number; who: Who; drafts: Draft[] } | undefined {
  const prep = childrenOf(tree, noun, "prep").find((i) => /^(?:until|till|since|from)$/.test(wordAt(tree, i).lower));
  const value = prep === undefined ? undefined : timeOfPreposition(tree, prep);
  if (prep === undefined || value === undefined || wordAt(tree, noun).tag !== "NN") return undefined;
  // "Letter from May" is none.
  if (wordAt(tree, prep).lower === "from" && !/^\d/.test(value)) return undefined;
  const name = textBetween(tree, 0, prep).trim();
  if (!/^\p{L}[\p{L}\s-]{2,30}$/u.test(name)) return undefined;
  const isThing = last !== undefined && last.possession === undefined && !/^(?:Person|Animal|Place)$/.test(last.type);
  const who = isThing ? plainly({ type: last.type, name: last.name }) : selfOf({ ...speakers, last });
  const key = `${name} ${wordAt(tree, prep).lower}`.toLowerCase().replace(/[^\p{L}]+/gu, "_");
  return { at: noun, who, drafts: [{ key, value, confidence: normal, time: "none" }] };
}

/** Where a thing lies; "in" and "at" stand in headings as well. */
function ofPlace(tree: Tree, thing: number): { at: number; who: Who; drafts: Draft[] } | undefined {
  const prep = childrenOf(tree, thing, "prep").find((i) =>
    /^(?:under|behind|inside|above|below|beside|underneath)$/.test(wordAt(tree, i).lower),
  );
  const place = prep === undefined ? undefined : childOf(tree, prep, "pobj");
  if (prep === undefined || place === undefined || !/^NNS?$/.test(wordAt(tree, thing).tag) || !/^NN/.test(wordAt(tree, place).tag))
    return undefined;
  if (childrenOf(tree, thing, "det").some((i) => /^an?$/.test(wordAt(tree, i).lower))) return undefined;
  const name = nounPhrase(tree, thing).replace(/\s(?:under|behind|inside|above|below|beside|underneath)\s.*$/i, "");
  const value = textBetween(tree, prep, runOf(tree, place, () => false).to);
  return name === ""
    ? undefined
    : { at: thing, who: plainly({ type: "Thing", name }), drafts: [{ key: "location", value, confidence: normal, time: "none" }] };
}
