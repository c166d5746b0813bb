/** What a predicate says in words that mean something later too: "renewed the certificate", not "renewed it". */
import type { Speakers } from "../../subject.ts";
import { trimmed } from "../phrase.ts";
import { childrenOf, wordAt, type Tree } from "../tree.ts";
import { whoIs } from "../who.ts";

/** The words from..to with whom or what their only pronoun stands for in its place; as they stand where nobody could tell. */
export function withNames(tree: Tree, from: number, to: number, speakers: Speakers): string {
  const text = trimmed(tree, from, to, from);
  const [at, ...others] = pronounsIn(tree, from, to);
  const meant = at === undefined || others.length > 0 ? "" : meantByPronoun(tree, at, speakers);
  if (at === undefined || meant === "") return text;
  const offset = wordAt(tree, at).start - tree.content.indexOf(text, wordAt(tree, from).start);
  return `${text.slice(0, offset)}${meant}${text.slice(offset + wordAt(tree, at).text.length)}`;
}

function pronounsIn(tree: Tree, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i).filter((i) => isObject(tree, i));
}

function isObject(tree: Tree, i: number): boolean {
  const { lower, label } = wordAt(tree, i);
  return /^(?:it|them|him|her)$/.test(lower) && /^(?:dobj|pobj|dative)$/.test(label);
}

/** Whom or what a pronoun as an object stands for; "" where that is not sure, or it stands for nothing ("can't make it"). */
export function meantByPronoun(tree: Tree, i: number, speakers: Speakers): string {
  const { lower, head } = wordAt(tree, i);
  if (!isObject(tree, i) || (lower === "it" && empty.test(wordAt(tree, head).lemma))) return "";
  const who = whoIs(tree, i, speakers);
  if (who === undefined || (who.self && who.possession === "")) return "";
  if (who.possession !== "") return `the ${who.possession}`;
  const { name } = who.entity;
  // "The cause was a certificate. Ana renewed it": no cause was renewed.
  if (abstract.test(name)) return "";
  const isNoun = /^\p{Ll}/u.test(name) && childrenOf(tree, i).length === 0;
  return isNoun ? `the ${name}` : name;
}

/** Verbs whose "it" is a way of speaking. */
const empty = /^(?:make|get|take|hit|call|lose|do|have|bring)$/;

const abstract = /(?:cause|reason|problem|issue|plan|idea|result|outcome|price|cost|date|answer|news|question)$/i;
