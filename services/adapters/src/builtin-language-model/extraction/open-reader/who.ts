import type { EntityName } from "@loci/ports/language-model";
import { petKind, relationOf } from "../kinship.ts";
import { typeByNoun } from "../subject.ts";
import type { Draft } from "../rule.ts";
import { explicit } from "../rule.ts";
import type { Mention } from "../conversation.ts";
import type { Speakers } from "../subject.ts";
import { nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, textBetween, wordAt, type Tree } from "./tree.ts";

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

const nameTags = /^NNPS?$/;
const nounTags = /^NN/;

/** Nouns that stand before or behind the name of what they are, and its type. */
const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Project: "project initiative programme program campaign migration rollout",
    Organisation:
      "company startup firm bank team organisation organization department university school college agency client customer vendor supplier band club clinic hospital group office foundation institute",
    Place: "city town village country river region district street island mountain",
    Product:
      "app library framework tool database service repository repo server platform product system api cluster package module plugin website dashboard pipeline",
    Person:
      "doctor nurse teacher colleague manager engineer lawyer plumber neighbour neighbor cousin uncle aunt professor director user",
  }).flatMap(([type, list]) => list.split(" ").map((noun) => [noun, type] as const)),
);

const typeByName: Readonly<Record<string, string>> = {
  PERSON: "Person",
  ORG: "Organisation",
  GPE: "Place",
  LOC: "Place",
  FAC: "Place",
  PRODUCT: "Product",
  EVENT: "Event",
};

/** What children call their family: the speaker's own. */
const family = /^(?:Mom|mum|dad|grandma|grandpa|Mum|Mama|Dad|Papa|Daddy|Mommy|Mummy|Grandma|Grandpa|Granny|Nana|Gran)$/;

/** The person that "the user" and "User" stand for, as models write memories. */
const userWords = /^users?$/;

const nobodyInParticular =
  /^(?:none|all|some|most|any|each|both|half|percentage|majority|many|nobody|everyone|everybody|someone|somebody|anyone|nothing|something|everything|guys|people|ppl|folks|thanks|lots?|number|anger|fact|stories)$/;

/** Whom a noun phrase stands for; undefined where it is nobody in particular ("a dog", "people", "it"). */
export function whoIs(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  const word = wordAt(tree, i);
  if (nobodyInParticular.test(word.lower)) return undefined;
  if (word.tag === "WP$") return byRelative(tree, i, speakers);
  if (/^(?:PRP|PRP\$)$/.test(word.tag)) return byPronoun(word.lower, mentionedBefore(tree, i, speakers));
  if (!nounTags.test(word.tag)) return undefined;
  if (isUser(tree, i)) return self(speakers);
  const owner = childOf(tree, i, "poss");
  if (owner === undefined && family.test(word.text) && childrenOf(tree, i, "det", "compound", "amod").length === 0)
    return speakers.self === ""
      ? undefined
      : { entity: { type: "Person", name: speakers.self }, typed: true, possession: word.lower, self: true, asides: [] };
  if (owner !== undefined) return possession(tree, i, owner, speakers);
  const name = properName(tree, i);
  if (name)
    return {
      entity: {
        type:
          name.type ?? speakers.typeOf(name.name) ?? (word.name === "ORG" || word.name === "PRODUCT" ? "Organisation" : "Person"),
        name: name.name,
      },
      typed: name.type !== undefined || speakers.typeOf(name.name) !== undefined,
      possession: "",
      self: false,
      asides: name.asides,
    };
  return ofSomething(tree, i, speakers) ?? ofLast(tree, i, speakers) ?? (speakers.self === "" ? undefined : definite(tree, i));
}

/** "Tomas, whose wife": the noun that the relative clause is about. */
function byRelative(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  let at = i;
  for (let step = 0; step < 6; step++) {
    const word = wordAt(tree, at);
    if (word.label === "relcl") return whoIs(tree, word.head, speakers);
    at = word.head;
  }
  return undefined;
}

/** Whom "she" means: the one person named before it in the sentence, else the one of the sentences before; nobody where two are. */
function mentionedBefore(tree: Tree, i: number, speakers: Speakers): Speakers {
  const isThing = /^(?:it|its)$/.test(wordAt(tree, i).lower);
  if (!isThing && !/^(?:he|she|him|her|his|they|them|their)$/.test(wordAt(tree, i).lower)) return speakers;
  const named = new Map<string, Mention>();
  for (let at = 0; at < i; at++) {
    const word = wordAt(tree, at);
    if (
      !/^NNPS?$/.test(word.tag) ||
      word.label === "compound" ||
      (/^(?:GPE|LOC|DATE|TIME|NORP|LANGUAGE)$/.test(word.name) && word.label === "pobj")
    )
      continue;
    const name = properName(tree, at);
    if (isThing && name && name.type !== "Person" && word.name !== "PERSON")
      named.set(name.name, { type: name.type ?? "Thing", name: name.name });
    else if (!isThing && name && (name.type ?? "Person") === "Person") named.set(name.name, { type: "Person", name: name.name });
  }
  const [only, ...others] = named.values();
  if (only === undefined) return speakers;
  return { ...speakers, last: others.length === 0 ? only : undefined };
}

function self(speakers: Speakers): Who | undefined {
  const name = speakers.self === "" ? "user" : speakers.self;
  return { entity: { type: "Person", name }, typed: true, possession: "", self: true, asides: [] };
}

function isUser(tree: Tree, i: number): boolean {
  const { lower } = wordAt(tree, i);
  if (!userWords.test(lower) || lower === "users") return false;
  const others = childrenOf(tree, i, "compound", "amod", "poss", "prep", "nummod");
  const det = childOf(tree, i, "det");
  return others.length === 0 && (det === undefined || wordAt(tree, det).lower === "the");
}

function byPronoun(word: string, speakers: Speakers): Who | undefined {
  if (/^(?:i|me|my|we|us|our|myself)$/.test(word)) return speakers.self === "" ? undefined : self(speakers);
  if (/^(?:you|your)$/.test(word))
    return speakers.listener === ""
      ? undefined
      : { entity: { type: "Person", name: speakers.listener }, typed: true, possession: "", self: false, asides: [] };
  const { last } = speakers;
  if (!last) return undefined;
  const fits =
    last.type === "Person"
      ? /^(?:he|she|him|her|his|they|them|their)$/
      : last.type === "Animal"
        ? /^(?:he|she|it|him|her|his|its)$/
        : /^(?:it|its|they|their|them)$/;
  return fits.test(word)
    ? { entity: { type: last.type, name: last.name }, typed: true, possession: "", self: false, asides: [] }
    : undefined;
}

/** "Project Falcon", "the Horizon programme", "Dr. Lindqvist", "the customer Bright Ltd". */
export function kindOf(noun: string): string | undefined {
  return kinds.get(noun);
}

/** A capital at the head of a sentence proves no name: the tagger takes "Headcount" for one. */
function isPlainOpening(tree: Tree, i: number): boolean {
  const word = wordAt(tree, i);
  if (i !== 0 || word.name !== "" || childrenOf(tree, i, "compound").length > 0) return false;
  return childrenOf(tree, i, "prep").length > 0 && commonNouns.test(word.lower);
}

const commonNouns =
  /(?:count|ment|tion|sion|ness|ship|ity|ance|ence|age|ing|ure|budget|revenue|deadline|access|support|rent|price|cost|salary|lunch|dinner|breakfast)s?$/;

/** "Ines plays": a singular verb shows that what looks like a plural is a name. */
function isSingularName(tree: Tree, i: number): boolean {
  const word = wordAt(tree, i);
  if (!/^\p{Lu}/u.test(word.text) || !/^nsubj/.test(word.label)) return false;
  if (word.tag === "NNS") return wordAt(tree, word.head).tag === "VBZ";
  if (word.tag === "NN" && /^(?:ORG|PERSON|GPE|PRODUCT|FAC|LOC)$/.test(word.name) && !commonNouns.test(word.lower)) return true;
  return i === 0 && word.tag === "NN" && childrenOf(tree, i, "conj").some((child) => /^(?:PRP|NNP)$/.test(wordAt(tree, child).tag));
}

export function properName(tree: Tree, i: number): { name: string; type: string | undefined; asides: Draft[] } | undefined {
  const word = wordAt(tree, i);
  const parts = childrenOf(tree, i, "compound", "nmod", "amod").filter((child) => child < i && isNamePart(tree, child));
  if (commonNouns.test(word.lower) && childrenOf(tree, i, "compound").length === 0 && i === 0) return undefined;
  if (isPlainOpening(tree, i) || /@/.test(word.text)) return undefined;
  if (!nameTags.test(word.tag) && !isSingularName(tree, i)) {
    const kind = kinds.get(word.lower);
    if (!kind || parts.length === 0 || !nameTags.test(wordAt(tree, parts[0] ?? i).tag)) return undefined;
    return { name: textBetween(tree, parts[0] ?? i, (parts.at(-1) ?? i) + 1), type: kind, asides: [] };
  }
  let from = i;
  while (parts.includes(from - 1) || (from - 1 >= 0 && wordAt(tree, from - 1).text === "-" && parts.includes(from - 2))) from -= 1;
  const before = childrenOf(tree, i, "compound")
    .filter((child) => child < from)
    .at(-1);
  let lead = kinds.get(wordAt(tree, from).lower);
  let start = from;
  if (lead !== undefined && from < i) start = from + 1;
  else lead = before === undefined ? undefined : kinds.get(wordAt(tree, before).lower);
  let to = i + 1;
  const number = wordAt(tree, to < tree.words.length ? to : i);
  if (to < tree.words.length && number.tag === "CD" && number.head === i && /^nummod|appos$/.test(number.label)) to += 1;
  const name = textBetween(tree, start, to);
  // The tagger takes "heron" for a name: one is written with a capital, except by who writes none at all.
  if (!/\p{Lu}/u.test(name) && /\p{Lu}/u.test(tree.content)) return undefined;
  if (name === "" || (/^(?:DATE|TIME|CARDINAL|MONEY|ORDINAL|PERCENT|LANGUAGE|NORP)$/.test(word.name) && !/^NNP$/.test(word.tag)))
    return undefined;
  if (/^(?:DATE|TIME)$/.test(word.name)) return undefined;
  // The name finder confuses people, places and organisations where it knows only one word: then the verb has to tell.
  const sure = word.name === "PERSON" || (i - start > 0 && word.name !== "GPE");
  return {
    name,
    type: lead ?? kindBeside(tree, i) ?? (title.test(name) ? "Person" : sure ? typeByName[word.name] : undefined),
    asides: [],
  };
}

/** "Kestrel, a logging library,": the apposition tells the type. */
function kindBeside(tree: Tree, i: number): string | undefined {
  for (const child of childrenOf(tree, i, "appos")) {
    const kind = kinds.get(wordAt(tree, child).lower);
    if (kind) return kind;
  }
  return undefined;
}

const title = /^(?:Dr|Mr|Mrs|Ms|Prof|Sir|Dame)\b/;

function isNamePart(tree: Tree, i: number): boolean {
  const { tag, text } = wordAt(tree, i);
  return nameTags.test(tag) || (/^\p{Lu}/u.test(text) && /^(?:JJ|NN|VBG|CD|VBN)/.test(tag));
}

/** "my sister Anna", "Ana's brother Luis", "their phone number": whose, and what. */
function possession(tree: Tree, i: number, owner: number, speakers: Speakers): Who | undefined {
  const whose = whoIs(tree, owner, speakers);
  if (!whose) return undefined;
  const noun = nounPhrase(tree, i, { owner: false })
    .toLowerCase()
    .replace(/^(?:\d+(?:st|nd|rd|th)|new|current|own)\s+/, "")
    .replace(/\s(?:from|at|in|with|on)\s.*$/, "");
  if (noun === "") return undefined;
  const named = namedBeside(tree, i);
  const key = keyOfNoun(wordAt(tree, i).lower, noun);
  if (named !== undefined && whose.possession === "") {
    const type =
      relationOf(wordAt(tree, i).lower) || !petKind(wordAt(tree, i).lower)
        ? (kinds.get(wordAt(tree, i).lower) ?? "Person")
        : "Animal";
    const target = { type, name: named };
    const asides: Draft[] = [{ subject: whose.entity, key, target, confidence: explicit, time: "none" }];
    const kind = petKind(wordAt(tree, i).lower);
    if (kind) asides.push({ subject: target, key: "species", value: kind, confidence: explicit, time: "none" });
    return { entity: target, typed: true, possession: "", self: false, asides: [...whose.asides, ...asides] };
  }
  const joined = whose.possession === "" ? noun : `${whose.possession} ${noun}`;
  // "my phone number", "their dog's name": the owner's own key.
  return { ...whose, possession: joined };
}

/** "a cat called Schnitzel", "a library named Quill". */
export function namedByClause(tree: Tree, i: number): string | undefined {
  const called = childrenOf(tree, i, "acl", "relcl").find((child) => /^(?:call|name|nickname)$/.test(wordAt(tree, child).lemma));
  const name = called === undefined ? undefined : childOf(tree, called, "oprd", "dobj", "attr");
  return name === undefined ? undefined : (properName(tree, name)?.name ?? nounPhrase(tree, name));
}

/** The name in apposition to a noun: "my sister Anna", "our CEO, Dana White,". */
function namedBeside(tree: Tree, i: number): string | undefined {
  const relative = relationOf(wordAt(tree, i).lower) !== undefined && wordAt(tree, i).tag === "NN";
  // The parser takes "their partner, Jens, and two dogs" for a list.
  const listed = childrenOf(tree, i, "conj").filter((child) => relative && child === i + 2 && wordAt(tree, i + 1).text === ",");
  for (const child of [...childrenOf(tree, i, "appos"), ...listed]) {
    if (!nameTags.test(wordAt(tree, child).tag)) continue;
    const name = properName(tree, child);
    if (name) return name.name;
  }
  return undefined;
}

/** The key of a noun that says what something is to its owner: "sister" is a sibling, "phone number" is phone_number. */
export function keyOfNoun(head: string, phrase: string): string {
  const relation = relationOf(head) ?? (petKind(head) ? "pet" : undefined);
  // A therapist, a coach and a tutor are three.
  if (relation === "mentor" && head !== "mentor") return head;
  return relation ?? phrase.replace(/[^\p{L}\p{N}]+/gu, "_");
}

/** "the deadline of Falcon", "the budget for the audit", "headcount in Lyon". */
function ofSomething(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  for (const prep of childrenOf(tree, i, "prep")) {
    if (!/^(?:of|for|in|at|on)$/.test(wordAt(tree, prep).lower)) continue;
    const object = childOf(tree, prep, "pobj");
    if (object === undefined) continue;
    const preposition = wordAt(tree, prep).lower;
    const owner = whoIs(tree, object, speakers);
    if (!owner || owner.possession !== "" || (preposition !== "of" && preposition !== "for" && !properName(tree, object))) continue;
    const det = childOf(tree, i, "det");
    if (det !== undefined && !/^(?:the|this|that)$/.test(wordAt(tree, det).lower)) continue;
    const noun = nounPhrase(tree, i)
      .toLowerCase()
      .replace(/\s(?:of|for|in|at|on)\s.*$/, "");
    if (
      noun === "" ||
      /^(?:all|some|most|none|any|each|both|half|percentage|majority|couple|few|many|much|one|part|end|rest|lot|lots|number|kind|sort|list|copy)$/.test(
        noun,
      )
    )
      continue;
    const type = owner.typed ? owner.entity.type : (typeByNoun(noun) ?? owner.entity.type);
    return { ...owner, entity: { ...owner.entity, type }, typed: true, possession: noun };
  }
  return undefined;
}

/**
 * "the ledger service", "the rent": one thing that the listener is taken to know. Of what nobody says in person (a document, an
 * assistant's answer) it is left alone: there it is a way of explaining more often than a thing to remember.
 */
function definite(tree: Tree, i: number): Who | undefined {
  const det = childOf(tree, i, "det");
  const word = wordAt(tree, i);
  const isThe = det !== undefined && /^(?:the|this)$/.test(wordAt(tree, det).lower);
  const compound = childrenOf(tree, i, "compound", "nummod", "appos").length > 0;
  // "Logs are kept for ninety days", "Support grew to fourteen": a rule or a figure, where a number is said.
  const figure = i <= 1 && det === undefined && /^nsubj/.test(word.label) && tree.words.some((one) => one.tag === "CD");
  if (!isThe && !figure && !(det === undefined && compound && word.tag !== "NNS")) return undefined;
  if (vague.test(word.lower) || /^(?:DATE|TIME)$/.test(word.name)) return undefined;
  const number = childrenOf(tree, i, "appos", "nummod").find(
    (child) => child === i + 1 && /^(?:CD|NNP|NN)$/.test(wordAt(tree, child).tag) && /\d/.test(wordAt(tree, child).text),
  );
  const phrase = nounPhrase(tree, i);
  const name = number === undefined ? phrase : `${withoutNumber(phrase)} ${wordAt(tree, number).text}`;
  return { entity: { type: kinds.get(word.lower) ?? "Thing", name }, typed: true, possession: "", self: false, asides: [] };
}

function withoutNumber(phrase: string): string {
  let end = phrase.length;
  while (end > 0 && /[\d\s#]/.test(phrase.charAt(end - 1))) end -= 1;
  return phrase.slice(0, end);
}

/** "Budget is 80,000 euros", "The deadline is Friday", after a project was named: that project's. */
function ofLast(tree: Tree, i: number, { last }: Speakers): Who | undefined {
  if (!last || last.type === "Person" || last.type === "Animal" || !typeByNoun(nounPhrase(tree, i).toLowerCase())) return undefined;
  if (childrenOf(tree, i, "compound", "amod", "prep").length > 0) return undefined;
  return { entity: { type: last.type, name: last.name }, typed: true, possession: wordAt(tree, i).lower, self: false, asides: [] };
}

const vague =
  /^(?:thing|things|one|ones|way|reason|problem|fact|truth|time|point|idea|rest|same|question|answer|plan|day|week|month|year|moment|weather|world|case|matter|people|person|man|woman|guy|others?)$/;
