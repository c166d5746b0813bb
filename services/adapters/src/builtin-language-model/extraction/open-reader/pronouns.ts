import type { EntityName } from "@loci/ports/language-model";
import { petKind, relationOf } from "../kinship.ts";
import type { Draft } from "../rule.ts";
import { antecedentOf, genderOf, givenNameOf, men, toldBefore, women } from "../antecedents.ts";
import type { Mention } from "../conversation.ts";
import type { Speakers } from "../subject.ts";
import { properName } from "./names.ts";
import { holderOf } from "./offices.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** Whom or what a noun phrase stands for. */
export interface Who {
  readonly entity: EntityName;
  /** Whether the text tells the type; else the verb may. */
  readonly typed: boolean;
  /** The phrase is about something of the entity ("my phone", "the deadline of Falcon"): its noun in lower case, else "". */
  readonly possession: string;
  readonly self: boolean;
  /** What the phrase itself says ("my sister Anna"). */
  readonly asides: readonly Draft[];
}

/** Answers whom another word of the sentence stands for. */
export type AskWho = (i: number) => Who | undefined;

export function plainly(entity: EntityName, over: Partial<Who> = {}): Who {
  return { entity, typed: true, possession: "", self: false, asides: [], ...over };
}

export function selfOf({ self }: Speakers): Who {
  return plainly({ type: "Person", name: self === "" ? "user" : self }, { self: true });
}

/** The person that "the user" and "User" stand for, as models write memories. */
export function isUser(tree: Tree, i: number): boolean {
  if (wordAt(tree, i).lower !== "user") return false;
  const others = childrenOf(tree, i, "compound", "amod", "poss", "prep", "nummod");
  const det = childOf(tree, i, "det");
  return others.length === 0 && (det === undefined || wordAt(tree, det).lower === "the");
}

/** "Tomas, whose wife": the noun that the relative clause is about. */
export function byRelative(tree: Tree, i: number, ask: AskWho): Who | undefined {
  let at = i;
  for (let step = 0; step < 6; step++) {
    const word = wordAt(tree, at);
    if (word.label === "relcl") return ask(word.head);
    at = word.head;
  }
  return undefined;
}

/** Whom a pronoun stands for; undefined where nobody, or more than one, could be meant. */
export function byPronoun(tree: Tree, i: number, speakers: Speakers, ask: AskWho): Who | undefined {
  const word = wordAt(tree, i).lower;
  if (/^(?:i|me|my|we|us|our|myself|mine|ours)$/.test(word)) return speakers.self === "" ? undefined : selfOf(speakers);
  if (/^(?:you|your)$/.test(word))
    return speakers.listener === "" ? undefined : plainly({ type: "Person", name: speakers.listener });
  // "Prefers dark mode": of whom the sentence before was, else of the speaker.
  if (wordAt(tree, i).text === "") return word === "it" ? lastThing(speakers) : lastOrSelf(speakers);
  const isThing = /^(?:it|its)$/.test(word);
  if (!isThing && !/^(?:he|she|him|her|his|they|them|their)$/.test(word)) return undefined;
  const isMany = /^(?:they|them|their)$/.test(word);
  const told = isThing ? undefined : toldBefore(speakers, word);
  const found = isThing ? [] : personsBefore(tree, i, speakers, ask);
  // "Broadband drops; she works from home": the name that nobody knows for a person's is not Mrs MacInnes.
  const people = ofMany(isMany, told === undefined ? found : found.filter((who) => who.typed || who.entity.name === told.name));
  const named = isThing || (isMany && people.length === 0) ? thingsBefore(tree, i, ask, isMany) : people;
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const { last } = speakers;
  // "User no longer lives in Graz; they moved to Maribor."
  if (!last && !isThing && speakers.self !== "" && isUserSpokenOf(tree, i)) return selfOf(speakers);
  // "The user leads a team at Lumio. Their manager is Birgit": models say "their" of the user.
  if (isMany && speakers.self !== "" && isOfPeople(tree, i) && isUserSpokenOf(tree, i)) return selfOf(speakers);
  const meant = antecedentOf(speakers, word);
  // "The user's day rate is 310 pounds. They do not work on Fridays.": one thing is no "they".
  if (isMany && meant !== undefined && isOneThing(meant) && speakers.self !== "" && isUserSpokenOf(tree, i))
    return selfOf(speakers);
  if (meant === undefined) return undefined;
  if (meant.name === speakers.self && meant.possession === undefined) return selfOf(speakers);
  const { type, name, owner, possession = "" } = meant;
  return plainly({ type: owner ?? (type === "" ? "Person" : type), name }, { possession });
}

/** Whether the text goes on about "the user", as models write memories. */
export function isUserSpokenOf(tree: Tree, i: number): boolean {
  return /\b(?:[Tt]he user\b|User(?:['\u2019]s)? \p{Ll})/u.test(tree.content.slice(0, Math.min(wordAt(tree, i).start, 600)));
}

function isOneThing({ type, name, possession }: Mention): boolean {
  return !/^(?:Person|Organisation|Team)$/.test(type) && !/s$/.test(possession ?? name);
}

/** "Assigned to Lwazi": the ticket that the sentence before was about. */
function lastThing({ last }: Speakers): Who | undefined {
  if (!last || last.possession !== undefined || /^(?:Person|Animal|Place)$/.test(last.type)) return undefined;
  return plainly({ type: last.type, name: last.name });
}

/** "their manager", "their wife": what only people have. */
function isOfPeople(tree: Tree, i: number): boolean {
  const { label, head } = wordAt(tree, i);
  return label === "poss" && relationOf(wordAt(tree, head).lower) !== undefined;
}

function lastOrSelf(speakers: Speakers): Who | undefined {
  const last = leftOut(speakers);
  if (last)
    return plainly(
      { type: last.owner ?? (last.type === "" ? "Person" : last.type), name: last.name },
      { possession: last.possession ?? "" },
    );
  return speakers.self === "" ? undefined : selfOf(speakers);
}

/** Of whom a sentence goes on that leaves its subject out: of whom the one before was, rather than whom it named last. */
export function leftOut({ last, before = [] }: Speakers): Mention | undefined {
  const [latest = []] = before;
  const [subject, ...more] = latest.filter(
    ({ type, isSubject, possession }) => /^(?:Person|Animal|)$/.test(type) && isSubject === true && possession === undefined,
  );
  const isBeside = last !== undefined && latest.some(({ name, isSubject }) => name === last.name && isSubject !== true);
  if (subject !== undefined && more.length === 0 && isBeside) return subject;
  return last ?? before.flat().find(({ type, isSubject }) => type === "Person" && isSubject === true);
}

/** "The user's partner is Alexei and they live in Brno": the user does, whoever else is meant. */
function ofMany(isMany: boolean, people: readonly Who[]): readonly Who[] {
  const own = people.filter(({ self, possession }) => self && possession === "");
  return isMany && own.length === 1 ? own : people;
}

/** The people that the sentence spoke of before a pronoun. */
function personsBefore(tree: Tree, i: number, speakers: Speakers, ask: AskWho): Who[] {
  const found = new Map<string, Who>();
  const fitting = new Map<string, Who>();
  const doubtful = new Set<Who>();
  const pronoun = wordAt(tree, i).lower;
  for (let at = 0; at < i; at++) {
    const word = wordAt(tree, at);
    const agreement = agrees(tree, at, pronoun);
    if (isSaidOfAName(tree, at) || isOwnSubject(tree, at, i) || agreement === false) continue;
    const byName = nameTold(tree, at);
    if (isUser(tree, at)) found.set("user", selfOf(speakers));
    else if (byName !== undefined) (agreement === true ? fitting : found).set(keyOf(byName), byName);
    else if (isRelativeOfSomebody(tree, at) || (/^NN$/.test(word.tag) && /^nsubj/.test(word.label) && isKnown(tree, at))) {
      const who = ask(at);
      const noun = who?.possession.split(" ").at(-1) ?? "";
      if (who && (who.possession === "" ? who.entity.type === "Person" : (relationOf(noun) ?? petKind(noun))))
        (agreement === true ? fitting : found).set(keyOf(who), who);
    } else if (isNameHere(tree, at)) {
      const name = properName(tree, at);
      // "He's working towards Grade 3, and he …"
      const isOther = /^(?:Organisation|Place)$/.test(speakers.typeOf(name?.name ?? "") ?? "");
      if (name && !isOther && (name.type ?? "Person") === "Person" && !/\d/.test(name.name)) {
        const who = plainly({ type: "Person", name: name.name }, { typed: name.type !== undefined || word.name === "PERSON" });
        if (!who.typed && word.name !== "" && !/^nsubj/.test(word.label)) doubtful.add(who);
        if (!fitting.has(keyOf(who))) found.set(keyOf(who), who);
      }
    }
  }
  // "gave Tofu to my sister Anika, she …": a noun that tells is better than a name that does not.
  if (fitting.size === 1) return [...fitting.values()];
  const all = [...fitting.values(), ...found.values()];
  // "Kwame supports Arsenal and his wife …": the name finder knows one for a person's, and the other for something else's.
  const sure = all.filter((who) => who.typed);
  if (sure.length === 1 && all.every((who) => who.typed || doubtful.has(who))) return sure;
  // "Ghislaine and Peter; she …"
  const genders = all.map(({ entity, possession }) => (possession === "" ? givenNameOf(entity.name) : undefined));
  const own = all.filter((_, at) => genders[at] === genderOf(pronoun));
  return own.length === 1 && genders.every((gender) => gender !== undefined) ? own : all;
}

/** "My sister's name is Paulina and she …": Paulina. */
function nameTold(tree: Tree, at: number): Who | undefined {
  const { label, head } = wordAt(tree, at);
  if (label !== "poss" || wordAt(tree, head).lower !== "name" || relationOf(wordAt(tree, at).lower) === undefined) return undefined;
  const verb = wordAt(tree, head).head;
  const name =
    /^nsubj/.test(wordAt(tree, head).label) && wordAt(tree, verb).lemma === "be" ? childOf(tree, verb, "attr") : undefined;
  const told = name === undefined || !/^NNP/.test(wordAt(tree, name).tag) ? undefined : properName(tree, name)?.name;
  return told === undefined ? undefined : plainly({ type: "Person", name: told });
}

/** "Karim covers for her": not Karim. */
function isOwnSubject(tree: Tree, at: number, i: number): boolean {
  if (!/^(?:dobj|pobj|dative)$/.test(wordAt(tree, i).label) || !/^nsubj/.test(wordAt(tree, at).label)) return false;
  let verb = wordAt(tree, i).head;
  for (let step = 0; step < 4 && !/^VB/.test(wordAt(tree, verb).tag); step++) verb = wordAt(tree, verb).head;
  return verb === wordAt(tree, at).head;
}

/** Whether a noun tells that a pronoun may stand for somebody ("my sister Anika" is a "she", and no "he"); undefined where none does. */
function agrees(tree: Tree, at: number, pronoun: string): boolean | undefined {
  const { head, label } = wordAt(tree, at);
  const nouns = [at, ...(label === "appos" ? [head] : []), ...childrenOf(tree, at, "compound", "appos")].map(
    (one) => wordAt(tree, one).lower,
  );
  const isWoman = nouns.some((noun) => women.test(noun));
  if (isWoman === nouns.some((noun) => men.test(noun))) return undefined;
  if (/^(?:he|him|his)$/.test(pronoun)) return !isWoman;
  return /^(?:she|her)$/.test(pronoun) ? isWoman : undefined;
}

/** "Sander is our new manager, he …": the manager is Sander. */
function isSaidOfAName(tree: Tree, at: number): boolean {
  const { label, head } = wordAt(tree, at);
  // "Tenant is Mrs Okoro, she …": the tenant is she.
  if (/^nsubj/.test(label)) return holderOf(tree, head, at) !== undefined;
  const subject = label === "attr" ? childOf(tree, head, "nsubj") : undefined;
  if (subject !== undefined && holderOf(tree, head, subject) === at) return false;
  return subject !== undefined && /^NNP/.test(wordAt(tree, subject).tag);
}

function keyOf({ entity, possession }: Who): string {
  return `${entity.name}/${possession}`;
}

/** "my sister", "Ana's brother": not "her sister", which would ask again. */
function isRelativeOfSomebody(tree: Tree, at: number): boolean {
  return relationOf(wordAt(tree, at).lower) !== undefined && wordAt(tree, at).label !== "compound" && isKnown(tree, at);
}

function isKnown(tree: Tree, at: number): boolean {
  const owner = childOf(tree, at, "poss");
  return owner !== undefined && !/^(?:he|she|him|her|his|they|them|their|it|its|whose)$/.test(wordAt(tree, owner).lower);
}

/** The things that the sentence named before a pronoun; without a name, the subject of the clause before. */
function thingsBefore(tree: Tree, i: number, ask: AskWho, many = false): Who[] {
  const found = new Map<string, Who>();
  let subject: Who | undefined;
  let object: Who | undefined;
  for (let at = 0; at < i; at++) {
    const word = wordAt(tree, at);
    // "Ulla leads it": not Ulla.
    if (/^nsubj/.test(word.label) && word.head === wordAt(tree, i).head && wordAt(tree, i).label !== "poss") continue;
    if (/^nsubj/.test(word.label) && /^NN/.test(word.tag) && !isUser(tree, at) && !isPossessedByPronoun(tree, at)) {
      const who = ask(at);
      const isPerson =
        who?.possession === ""
          ? who.entity.type === "Person" && (who.typed || word.name !== "ORG")
          : relationOf(who?.possession.split(" ").at(-1) ?? "") !== undefined;
      subject = who && (many ? word.tag === "NNS" : !isPerson) ? who : undefined;
    }
    const isDefinite =
      word.label === "dobj" && word.tag === "NN" && childrenOf(tree, at, "det").some((one) => wordAt(tree, one).lower === "the");
    if (isDefinite) object = ask(at);
    if (many || !isNameHere(tree, at) || isUser(tree, at)) continue;
    const name = properName(tree, at);
    if (name && name.type !== "Person" && (name.type !== undefined || word.name !== "PERSON"))
      found.set(name.name, plainly({ type: name.type ?? "Thing", name: name.name }));
  }
  if (found.size > 0) return [...found.values()];
  const only = subject ?? (many ? undefined : object);
  return only ? [only] : [];
}

function isPossessedByPronoun(tree: Tree, at: number): boolean {
  const owner = childOf(tree, at, "poss");
  return owner !== undefined && !isKnown(tree, at);
}

/** A name that somebody or something goes by here: no place in a phrase ("in Rome"), no day, no part of a longer name. */
function isNameHere(tree: Tree, at: number): boolean {
  const word = wordAt(tree, at);
  const isTaken = /^NNS?$/.test(word.tag) && /^\p{Lu}\p{Ll}/u.test(word.text) && properName(tree, at) !== undefined;
  if ((!/^NNPS?$/.test(word.tag) && !isTaken) || word.label === "compound") return false;
  // "He is a Libra": what somebody is.
  if (childrenOf(tree, at, "det").some((i) => /^(?:an?|the)$/.test(wordAt(tree, i).lower)) && !/^nsubj/.test(word.label))
    return false;
  if (word.label === "pobj" && /^(?:in|at|near|into|through|across|on|from)$/.test(wordAt(tree, word.head).lower)) return false;
  // "commutes to Rotterdam"
  const isGoal =
    word.label === "pobj" && wordAt(tree, word.head).lower === "to" && going.test(wordAt(tree, wordAt(tree, word.head).head).lemma);
  if (isGoal) return false;
  return !(/^(?:GPE|LOC|DATE|TIME|NORP|LANGUAGE)$/.test(word.name) && word.label === "pobj");
}

/** Verbs whose "to" leads to a place. */
export const going = /^(?:commute|go|move|travel|fly|drive|relocate|return|emigrate|head|cycle|sail|walk|drove)$/;
