import { words } from "./words.ts";
import { withoutKinTitle } from "@loci/text";
import { petKind, relationIn, relationOf, singular } from "./kinship.ts";
import { antecedentOf } from "./antecedents.ts";
import { isDemonym } from "./demonyms.ts";
import type { Mention } from "./conversation.ts";
import { readName, type Phrase } from "./phrases.ts";
import { changeWords } from "./predicate.ts";
import { verbForm } from "./verbs.ts";
import { explicit, type Draft, type Subject } from "./rule.ts";
import { dateAt, wordAt, type Sentence } from "./sentence.ts";

/** Whom the pronouns of a turn stand for; "" or undefined where nobody is known. */
export interface Speakers {
  readonly self: string;
  readonly listener: string;
  readonly last: Mention | undefined;
  /** Whom and what the sentences before spoke of, the latest sentence first; its subject comes first in each. */
  readonly before?: readonly (readonly Mention[])[];
  /** What kind of thing a name was before in the conversation. */
  readonly typeOf: (name: string) => string | undefined;
}

export interface ReadSubject {
  readonly subject: Subject;
  /** The token at which the subject begins, and the first one behind it. */
  readonly from: number;
  readonly to: number;
}

const leads = new Set(
  words(`
  and but so or well oh hey hi yes no yeah yep also actually currently now recently lately then anyway honestly
  basically btw fyi plus ok okay hello wow anyways finally still maybe perhaps probably possibly apparently luckily
  fortunately unfortunately sadly today because since correction nowadays ah hmm um really first second update these
  days to
`),
);
const hedgePrefix = /^(?:think|guess|suppose|believe|assume|reckon|mean|know)$/;

/** Reads the subject of a clause; undefined where it is nobody that the reader can name. */
export function readSubject(sentence: Sentence, from: number, end: number, speakers: Speakers): ReadSubject | undefined {
  const at = skipLead(sentence, from, end);
  const word = wordAt(sentence, at);
  const self = speakers.self === "" ? undefined : person(speakers.self, true);
  const listener = speakers.listener === "" ? undefined : person(speakers.listener, false);
  if (word === "i" || word === "we") return self && { subject: self, from: at, to: at + 1 };
  if (word === "you") return listener && { subject: listener, from: at, to: at + 1 };
  if (word === "my" || word === "our") return self && possession(sentence, at, at + 1, end, self);
  if (word === "your") return listener && possession(sentence, at, at + 1, end, listener);
  const meant = /^(?:he|she|it|his|her|its)$/.test(word) ? antecedentOf(speakers, word) : undefined;
  const isSelf = meant !== undefined && meant.name === speakers.self && meant.possession === undefined;
  const last = isSelf ? self : meant?.possession === undefined && meant ? mentioned(meant, word) : undefined;
  if (last) {
    if (/^(?:his|her|its|their)$/.test(word)) return possession(sentence, at, at + 1, end, last);
    return { subject: last, from: at, to: at + 1 };
  }
  // "User has moved", as models write memories.
  if (sentence.tokens[at]?.text === "User" && self && /^\p{Ll}/u.test(sentence.tokens[at + 1]?.text ?? ""))
    return { subject: self, from: at, to: at + 1 };
  if (sentence.tokens[at]?.text === "User" && self && wordAt(sentence, at + 1) === "'s")
    return possession(sentence, at, at + 2, end, self);
  if (word === "the") return theSubject(sentence, at, end);
  return named(sentence, at, end);
}

/** What children call their family: the speaker's own. */
export const ownFamily =
  /^(?:Wife|Husband|Mom|mum|dad|grandma|grandpa|Mum|Mama|Dad|Papa|Daddy|Mommy|Mummy|Grandma|Grandpa|Granny|Nana|Gran)$/;

function person(name: string, self: boolean): Subject {
  return { name, type: "Person", possession: "", self, singular: false, asides: [] };
}

function mentioned(mention: Mention, pronoun: string): Subject | undefined {
  const fits =
    mention.type === "Person" ? /^(?:he|she|his|her)$/ : mention.type === "Animal" ? /^(?:he|she|it|his|her|its)$/ : /^(?:it|its)$/;
  return fits.test(pronoun)
    ? { name: mention.name, type: mention.type, possession: "", self: false, singular: true, asides: [] }
    : undefined;
}

/**
 * Whether what stands before a subject says that something changed or was told wrongly: the word right before it ("and now I
 * live in Rome"), or one of those that open the sentence ("Actually, no, I was born in Seville").
 */
export function saysChangeBefore(sentence: Sentence, subject: number): boolean {
  const says = (word: string) => changeWords.has(word) || word === "correction";
  if (says(wordAt(sentence, subject - 1))) return true;
  const opening = sentence.tokens.slice(0, subject).map((token) => token.lower);
  return opening.some(says) && opening.every((word) => leads.has(word) || !/[\p{L}\p{N}]/u.test(word));
}

/** Passes over interjections, adverbs, dates and "I think (that)" at the head of a clause. */
function skipLead(sentence: Sentence, from: number, end: number): number {
  let i = from;
  while (i < end) {
    const word = wordAt(sentence, i);
    if (leads.has(word) || dateAt(sentence, i) || /^[^\p{L}\p{N}$]+$/u.test(word)) i += 1;
    else if (word === "by" && wordAt(sentence, i + 1) === "the" && wordAt(sentence, i + 2) === "way") i += 3;
    else if (word === "i" && hedgePrefix.test(wordAt(sentence, i + 1))) i += wordAt(sentence, i + 2) === "that" ? 3 : 2;
    else break;
  }
  return i;
}

const nounEnds = /^(?:is|'s|are|was|were|will|has|have|had|'re|does|did|do|can|would)$/;

/** "my (older) sister (Anna)", "my favourite colour", "his job": whose, and what. */
function possession(sentence: Sentence, from: number, at: number, end: number, owner: Subject): ReadSubject | undefined {
  const type = leadNouns.get(wordAt(sentence, at));
  const project = type ? readName(sentence, at + 1, end) : undefined;
  if (type && project) return { subject: entity(project.text, type), from, to: project.to };
  let to = at;
  while (to < end && to - at < 6 && isNounPart(sentence, to, at)) {
    to += 1;
    // The tagger takes "lives" in "my sister lives" for a noun: a relative ends the phrase.
    if (isRelative(wordAt(sentence, to - 1))) break;
  }
  if (to === at) return undefined;
  const nounTokens = sentence.tokens.slice(at, to);
  const head = nounTokens.at(-1)?.lower ?? "";
  const kin = relationIn(nounTokens.map((token) => token.lower).join(" ")) ?? (petKind(head) ? "pet" : undefined);
  // "my ex-wife" is no wife of mine.
  const isFormer = /^(?:ex|former)(?:-|$)/.test(nounTokens[0]?.lower ?? "") && kin !== "pet";
  const relation = kin !== undefined && isFormer ? `former_${kin}` : kin;
  if (relation) {
    const comma = wordAt(sentence, to) === "," ? 1 : 0;
    const found = readName(sentence, to + comma, end);
    // "my dad's Irish"
    const name = found && !isDemonym.test(found.text) ? found : undefined;
    const next = name ? wordAt(sentence, name.to) : "";
    if (
      name &&
      comma === 0 &&
      next === "'s" &&
      sentence.tokens[name.to + 1]?.pos === "NOUN" &&
      !/^an?$/.test(wordAt(sentence, name.to + 1))
    ) {
      const relative = namedRelative(from, name.to, owner, relation, head, name);
      return { ...relative, subject: { ...relative.subject, possession: wordAt(sentence, name.to + 1) }, to: name.to + 2 };
    }
    if (name && (comma === 0 || next === ","))
      return namedRelative(from, name.to + (comma && next === "," ? 1 : 0), owner, relation, head, name);
    // "my sister's name", "my dog's birthday" are read as the possession "sister name".
    if (wordAt(sentence, to) === "'s" && /^\p{Ll}/u.test(wordAt(sentence, to + 1)) && sentence.tokens[to + 1]?.pos === "NOUN") {
      return { subject: { ...owner, possession: `${head} ${wordAt(sentence, to + 1)}` }, from, to: to + 2 };
    }
  }
  return { subject: { ...owner, possession: nounTokens.map((token) => token.lower).join(" ") }, from, to };
}

function isRelative(noun: string): boolean {
  return relationOf(noun) !== undefined || petKind(noun) !== undefined;
}

function isNounPart(sentence: Sentence, i: number, at: number): boolean {
  const token = sentence.tokens[i];
  if (!token || nounEnds.test(token.lower) || dateAt(sentence, i)) return false;
  if (token.text === "-" || /^(?:of|and)$/.test(token.lower)) return token.text === "-" && i > at;
  if (/^\p{Lu}/u.test(token.text) && i > at && !isRelative(wordAt(sentence, i - 1))) return true;
  if (/^\p{Lu}/u.test(token.text)) return false;
  return (
    /^(?:NOUN|ADJ|NUM|X)$/.test(token.pos) ||
    isRelative(token.lower) ||
    /^(?:favou?rite|middle|first|last|given|birth)$/.test(token.lower)
  );
}

function namedRelative(from: number, to: number, owner: Subject, relation: string, noun: string, name: Phrase): ReadSubject {
  const type = relation === "pet" ? "Animal" : "Person";
  const target = { type, name: name.text };
  const asides = relativeDrafts({ type: owner.type ?? "Person", name: owner.name }, relation, noun, target);
  return { subject: { name: name.text, type, possession: "", self: false, singular: true, asides }, from, to };
}

/** What "my sister Anna" and "my dog Rex" say by themselves. */
export function relativeDrafts(
  owner: { type: string; name: string },
  relation: string,
  noun: string,
  target: { type: string; name: string },
): Draft[] {
  const drafts: Draft[] = [{ subject: owner, key: relation, target, confidence: explicit, time: "none" }];
  // A puppy is a dog, but the text does not say so; and it will not stay a puppy.
  const kind = relation === "pet" ? petKind(noun) : undefined;
  if (kind && kind === singular(noun))
    drafts.push({ subject: target, key: "species", value: kind, confidence: explicit, time: "none" });
  return drafts;
}

const leadNouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    project: "Project",
    company: "Organisation",
    startup: "Organisation",
    firm: "Organisation",
    bank: "Organisation",
    team: "Organisation",
    city: "Place",
    town: "Place",
    village: "Place",
    country: "Place",
    river: "Place",
    university: "Organisation",
    app: "Product",
    library: "Product",
    framework: "Product",
    tool: "Product",
    database: "Product",
    service: "Product",
    repository: "Product",
    band: "Organisation",
  }),
);

/** "the project Falcon", "the Falcon project", "the deadline of Falcon". */
function theSubject(sentence: Sentence, at: number, end: number): ReadSubject | undefined {
  const type = leadNouns.get(wordAt(sentence, at + 1));
  const afterNoun = type ? readName(sentence, at + 2, end) : undefined;
  if (type && afterNoun) return { subject: entity(afterNoun.text, type), from: at, to: afterNoun.to };
  const name = /^(?:ceo|cto|cfo|coo|hq|president|mayor)$/.test(wordAt(sentence, at + 1))
    ? undefined
    : readName(sentence, at + 1, end);
  if (name) {
    const trailing = leadNouns.get(wordAt(sentence, name.to));
    return trailing ? { subject: entity(name.text, trailing), from: at, to: name.to + 1 } : undefined;
  }
  let to = /^\p{Lu}/u.test(sentence.tokens[at + 1]?.text ?? "") ? at + 2 : at + 1;
  while (to < end && to - at < 5 && isNounPart(sentence, to, at + 1)) to += 1;
  if (to === at + 1 || (wordAt(sentence, to) !== "of" && wordAt(sentence, to) !== "for")) return undefined;
  const noun = sentence.tokens
    .slice(at + 1, to)
    .map((token) => token.lower)
    .join(" ");
  let ownerAt = to + 1;
  if (wordAt(sentence, ownerAt) === "the") ownerAt += 1;
  const ownerType = leadNouns.get(wordAt(sentence, ownerAt));
  const owner = readName(sentence, ownerType ? ownerAt + 1 : ownerAt, end);
  if (!owner) return undefined;
  return { subject: { ...entity(owner.text, ownerType ?? typeByNoun(noun)), possession: noun }, from: at, to: owner.to };
}

/** "Anna", "Anna's husband", "Project Falcon". */
function named(sentence: Sentence, at: number, end: number): ReadSubject | undefined {
  const lead = leadNouns.get(wordAt(sentence, at));
  const afterLead = lead ? readName(sentence, at + 1, end) : undefined;
  const name = afterLead ?? readName(sentence, at, end);
  if (!name || isPlainWordAtStart(sentence, name)) return undefined;
  if (wordAt(sentence, name.to) !== "'s") return { subject: entity(withoutKinTitle(name.text), lead), from: at, to: name.to };
  let to = name.to + 1;
  while (to < end && to - name.to < 5 && isNounPart(sentence, to, name.to + 1)) to += 1;
  // "Anna's a nurse": the mark is the verb.
  if (to === name.to + 1 || (!nounEnds.test(wordAt(sentence, to)) && !readName(sentence, to, end))) {
    return { subject: entity(withoutKinTitle(name.text), lead), from: at, to: name.to };
  }
  const noun = sentence.tokens
    .slice(name.to + 1, to)
    .map((token) => token.lower)
    .join(" ");
  const owner = entity(withoutKinTitle(name.text), lead ?? typeByNoun(noun) ?? (ownFamily.test(name.text) ? "Person" : undefined));
  const relation = relationOf(noun) ?? (petKind(noun) ? "pet" : undefined);
  const relative = relation ? readName(sentence, to, end) : undefined;
  if (relation && relative) return namedRelative(at, relative.to, { ...owner, type: "Person" }, relation, noun, relative);
  return { subject: { ...owner, possession: noun }, from: at, to };
}

function entity(name: string, type: string | undefined): Subject {
  return { name, type, possession: "", self: false, singular: true, asides: [] };
}

/** A capital at the head of a sentence proves no name, unless the tagger sees one and the word is not a plural. */
function isPlainWordAtStart(sentence: Sentence, name: Phrase): boolean {
  const token = sentence.tokens[name.from];
  if (name.to - name.from > 1 || !token) return false;
  const first = sentence.tokens.findIndex((other) => /\p{L}/u.test(other.text));
  if (name.from !== first) return false;
  if (token.lower.length > 4 && token.lower.endsWith("ing")) return true;
  if (/^(?:PROPN|X)$/.test(token.pos) || (token.pos === "NOUN" && token.name !== "")) return false;
  // A name that the tagger never saw it takes for anything: a verb in the third person right behind it shows what it is.
  const next = wordAt(sentence, name.to);
  return !(/^(?:ADJ|VERB|INTJ|ADV|NUM|PUNCT|SYM)$/.test(token.pos) && next.endsWith("s") && verbForm(next)?.base === true);
}

const personNouns = /\b(?:birthday|job|husband|wife|favou?rite|hobby|hobbies|age|surname|nickname|occupation|employer)\b/;
const projectNouns =
  /\b(?:deadline|budget|milestone|launch|release|repo|repository|roadmap|sponsor|status|codename|due date|launch date)\b/;
const organisationNouns = /\b(?:ceo|cto|cfo|headquarters|hq|revenue|founder|chairman|employees|stock)\b/;
const placeNouns = /\b(?:capital|population|mayor|area|currency|president)\b/;

/** The type of what has something of that name: a deadline is a project's. */
export function typeByNoun(noun: string): string | undefined {
  if (relationOf(noun) || petKind(noun) || personNouns.test(noun)) return "Person";
  if (projectNouns.test(noun)) return "Project";
  if (organisationNouns.test(noun)) return "Organisation";
  return placeNouns.test(noun) ? "Place" : undefined;
}
