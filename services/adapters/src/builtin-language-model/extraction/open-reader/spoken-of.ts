/** Whom and what a sentence speaks of, for the pronouns of the next ones. */
import { genderOf, men, women } from "../antecedents.ts";
import type { Mention } from "../conversation.ts";
import { isOccupation } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import type { Speakers } from "../subject.ts";
import type { Token } from "../tokens.ts";
import { properName, roles } from "./names.ts";
import { childOf, childrenOf, treeOf, wordAt, type Tree } from "./tree.ts";
import { going, isUser } from "./pronouns.ts";
import { whoIs } from "./who.ts";

/** More of one sentence are not kept. */
const most = 8;

/**
 * The entities that a sentence names or describes beside the speaker, its subject first: by the order in which centering takes them for
 * what the next sentence goes on about (Grosz, Joshi and Weinstein 1995).
 */
export function spokenOf(content: string, tokens: readonly Token[], speakers: Speakers): Mention[] {
  const tree = treeOf(content, tokens);
  const called = nameAlone(tree);
  if (called !== undefined) return [{ type: "", name: called, isSubject: true }];
  const heads = tree.words.flatMap((word, i) => (mayBeMeant(tree, i) ? [{ i, rank: rankOf(word.label) }] : []));
  // "The user lives in Lyon with her partner. She takes metformin."
  const user = tree.words.findIndex((_, i) => isUser(tree, i) && speakers.self !== "");
  const isSubject = user >= 0 && /^(?:nsubj|poss)/.test(wordAt(tree, user).label);
  const self: Mention[] = user < 0 ? [] : [{ type: "Person", name: speakers.self, isSubject }];
  const found = new Map<string, Mention>([
    ...self.map((one) => [`${one.name} `, one] as const),
    ...meantByPronouns(tree, speakers),
  ]);
  for (const { i, rank } of heads.sort((a, b) => a.rank - b.rank || a.i - b.i)) {
    const mention = mentionOf(tree, i, speakers);
    const name = mention && `${mention.name} ${mention.possession ?? ""}`;
    if (mention === undefined || name === undefined || found.has(name) || found.size >= most) continue;
    found.set(name, { ...mention, isSubject: rank === 0 });
  }
  return [...found.values()];
}

const caller = /^(?:customer|client|caller|patient|tenant|guest|candidate|applicant|visitor)$/;

/** Whom "she" and "his" stand for here, in whatever place: the text goes on about them. */
function meantByPronouns(tree: Tree, speakers: Speakers): [string, Mention][] {
  return tree.words.flatMap((word, i): [string, Mention][] => {
    const gender = /^PRP/.test(word.tag) ? genderOf(word.lower) : "";
    const who = gender === "" ? undefined : whoIs(tree, i, speakers);
    if (gender === "" || who === undefined) return [];
    const { type, name } = who.entity;
    const { possession } = who;
    const mention = possession === "" ? { type, name } : { type: "Person", name, owner: type, possession };
    return [[`${name} ${possession}`, { ...mention, gender, isSubject: /^(?:nsubj|poss)/.test(word.label) }]];
  });
}

/** "Ravi? He's my godson." */
function nameAlone(tree: Tree): string | undefined {
  const [only, ...others] = tree.words.filter(({ text }) => /\p{L}/u.test(text));
  return only !== undefined && others.length === 0 && /^NNP?$/.test(only.tag) && /^\p{Lu}\p{Ll}+$/u.test(only.text)
    ? only.text
    : undefined;
}

function rankOf(label: string): number {
  return /^nsubj/.test(label) ? 0 : label === "ROOT" ? 0 : label === "dobj" ? 1 : 2;
}

/** "Feb 16": the name finder does not know every short name of a month. */
function isDayOfMonth(tree: Tree, i: number): boolean {
  const number = tree.words[i + 1];
  return (
    /^(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[\p{Ll}.]*$/u.test(wordAt(tree, i).text) &&
    number?.head === i &&
    /^\d{1,2}/.test(number.text)
  );
}

function mayBeMeant(tree: Tree, i: number): boolean {
  const { tag, label, name } = wordAt(tree, i);
  if (
    !/^NN/.test(tag) ||
    /^(?:compound|nmod|npadvmod)$/.test(label) ||
    /^(?:DATE|TIME|MONEY|PERCENT|QUANTITY|LANGUAGE|NORP)$/.test(name) ||
    isDayOfMonth(tree, i)
  )
    return false;
  // "in Rome": a place is not what one goes on about.
  const { lower: preposition, head: verb } = wordAt(tree, wordAt(tree, i).head);
  if (label === "pobj" && preposition === "to" && going.test(wordAt(tree, verb).lemma)) return false;
  return !(
    label === "pobj" &&
    /^(?:in|at|from|near|on)$/.test(wordAt(tree, wordAt(tree, i).head).lower) &&
    /^(?:GPE|LOC)$/.test(name)
  );
}

/** "Ms Villanueva", "his wife Maureen", "my landlady, Mrs Claes": which pronoun may stand for a name, by the words beside it. */
function genderBeside(tree: Tree, i: number): Pick<Mention, "gender"> {
  const { head, label } = wordAt(tree, i);
  const beside = [...childrenOf(tree, i, "compound", "appos", "nmod"), ...(label === "appos" ? [head] : [])];
  return genderOfNoun(...beside.map((one) => wordAt(tree, one).lower.replace(/\.$/, "")));
}

function genderOfNoun(...nouns: readonly string[]): Pick<Mention, "gender"> {
  const isShe = nouns.some((noun) => women.test(noun) || /^(?:mrs|ms|miss|madam|frau|signora)$/.test(noun));
  const isHe = nouns.some((noun) => men.test(noun) || /^(?:mr|sir|herr|signor)$/.test(noun));
  return isShe === isHe ? {} : { gender: isShe ? "she" : "he" };
}

function mentionOf(tree: Tree, i: number, speakers: Speakers): Mention | undefined {
  const { tag, lower, name: found } = wordAt(tree, i);
  if (/^NNPS?$/.test(tag) && childOf(tree, i, "poss", "det") === undefined) {
    const name = properName(tree, i);
    if (name === undefined || name.name === speakers.self) return undefined;
    const type = speakers.typeOf(name.name) ?? name.type ?? (found === "PERSON" ? "Person" : "");
    return { type, name: name.name, ...(type === "" && found !== "" ? { doubtful: true } : {}), ...genderBeside(tree, i) };
  }
  // "Customer reports …. She is on the Enterprise plan."
  if (caller.test(lower) && /^nsubj/.test(wordAt(tree, i).label) && childrenOf(tree, i).length === 0)
    return { type: "Person", name: wordAt(tree, i).text };
  const who = whoIs(tree, i, speakers);
  if (who === undefined) return undefined;
  if (who.possession === "") return who.self ? undefined : { type: who.entity.type, name: who.entity.name, ...genderOfNoun(lower) };
  const noun = who.possession.split(" ").at(-1) ?? lower;
  const isPerson = relationOf(noun) !== undefined || roles.test(noun) || isOccupation(noun);
  const type = petKind(noun) !== undefined ? "Animal" : isPerson ? "Person" : "Thing";
  return { type, name: who.entity.name, owner: who.entity.type, possession: who.possession };
}
