import type { EntityName } from "@loci/ports/language-model";
import { isKinTitle, withoutKinTitle } from "@loci/text";
import { petKind, relationIn, relationOf } from "../kinship.ts";
import { ownFamily, typeByNoun } from "../subject.ts";
import type { Draft } from "../rule.ts";
import { explicit, normal } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { isOccupation } from "../complement.ts";
import { isMistaken, isSpokenOf, kindOf, namedBeside, namesByClause, properName, roles } from "./names.ts";
import { askedOnce } from "./once.ts";
import { nounPhrase, withoutNumber } from "./phrase.ts";
import { isHelper, isHouse, ownService } from "./services.ts";
import { isWork } from "./states.ts";
import { byPronoun, byRelative, isUser, plainly, selfOf, type Who } from "./pronouns.ts";
import { childOf, childrenOf, conjunctsOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";

const nounTags = /^NN/;

const nobodyInParticular =
  /^(?:none|all|some|most|any|each|both|half|percentage|majority|many|nobody|everyone|everybody|someone|somebody|anyone|nothing|something|everything|guys|plenty|people|ppl|folks|thanks|lots?|number|anger|fact|stories)$/;

/** Whom a noun phrase stands for; undefined where it is nobody in particular ("a dog", "people", "it"). */
export function whoIs(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  return askedOnce(tree, i, () => findWho(tree, i, speakers));
}

function findWho(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  const word = wordAt(tree, i);
  const ask = (at: number) => whoIs(tree, at, speakers);
  if (/^(?:both|all|each|neither|none)$/.test(word.lower)) return ofAll(tree, i, speakers);
  // "a number of people" is nobody; "the invoice number" is one.
  const isOne = word.lower === "number" && childOf(tree, i, "compound", "poss") !== undefined;
  // "our scrum-half" is somebody.
  const isCompound = tree.words[i - 1]?.tag === "HYPH";
  if (nobodyInParticular.test(word.lower) && !isOne && !isCompound) return undefined;
  // "Six of us run the bakery".
  if (word.tag === "CD") return /^nsubj/.test(word.label) ? ofUs(tree, i, speakers) : undefined;
  if (word.tag === "WP$") return byRelative(tree, i, ask);
  if (/^(?:PRP|PRP\$)$/.test(word.tag)) return byPronoun(tree, i, speakers, ask);
  if (!nounTags.test(word.tag) && !isCompoundEnd(tree, i) && !isMistaken(tree, i)) return oneOfSeveral(tree, i);
  if (isUser(tree, i)) return selfOf(speakers);
  // "Our supplier Benteler": the parser may hang "our" on the noun before the name.
  const possessor =
    childOf(tree, i, "poss") ?? childrenOf(tree, i, "compound").flatMap((child) => childrenOf(tree, child, "poss"))[0];
  // "Last night's outage": a time owns nothing.
  const isTimes = possessor !== undefined && /^(?:DATE|TIME)$/.test(wordAt(tree, possessor).name);
  const owner = isTimes ? undefined : possessor;
  if (owner === undefined && ownFamily.test(word.text) && childrenOf(tree, i, "det", "compound", "amod").length === 0)
    return speakers.self === "" ? undefined : { ...selfOf(speakers), possession: word.lower };
  if (owner !== undefined) {
    const who = possession(tree, i, owner, speakers);
    return childOf(tree, i, "case") === undefined ? who : ofSame(tree, i, who);
  }
  const name = properName(tree, i);
  if (name) {
    const known = name.type ?? speakers.typeOf(name.name);
    const isFirm = (word.name === "ORG" || word.name === "PRODUCT") && !isPersonSpokenOf(tree, i);
    // "Fritzbox 7590", "KX-40918": nobody is called so.
    const guess = isFirm ? "Organisation" : /\d/.test(name.name) ? "Thing" : "Person";
    const kin = speakers.self === "" ? [] : ownKin(tree, i, name.name, selfOf(speakers).entity);
    return plainly({ type: known ?? guess, name: name.name }, { typed: known !== undefined, asides: [...name.asides, ...kin] });
  }
  const called = namedThing(tree, i);
  if (called) return called;
  // "The intern, Pelle, starts Monday"
  const beside = /^NNP?$/.test(word.tag) && childOf(tree, i, "det") !== undefined ? namedBeside(tree, i) : undefined;
  const kind = kindOf(word.lower);
  if (
    beside !== undefined &&
    (/^(?:Organisation|Project|Product|Place)$/.test(kind ?? "") || isHouse(word.lower)) &&
    wordAt(tree, childOf(tree, i, "det") ?? i).lower === "the"
  )
    return plainly({ type: kind ?? "Organisation", name: beside });
  const isNamedPerson = childrenOf(tree, i, "appos").some((child) => wordAt(tree, child).name === "PERSON");
  const isSomebody = isNamedPerson || isPersonal(word.lower) || /^(?:man|woman|lady|guy|boy|girl)$/.test(word.lower);
  // "has a daughter, Saoirse": whose she is, another rule says.
  const isHad = relationOf(word.lower) !== undefined && word.label === "dobj" && wordAt(tree, word.head).lemma === "have";
  if (beside !== undefined && isSomebody && (isHad || !/^an?$/.test(wordAt(tree, childOf(tree, i, "det") ?? i).lower))) {
    const person = { type: "Person", name: beside };
    const isJob = roles.test(word.lower) || isOccupation(word.lower) || !isPersonal(word.lower);
    const job: Draft = { subject: person, key: "job_title", value: nounPhrase(tree, i), confidence: explicit, time: "none" };
    return plainly(person, { asides: isJob ? [job, ...ownService(tree, word.lower, person, speakers)] : [] });
  }
  return (
    ofSomething(tree, i, speakers) ?? ofLast(tree, i, speakers) ?? (speakers.self === "" ? undefined : definite(tree, i, speakers))
  );
}

/** "Aunt Philippa", "Grandpa Joe": the speaker's own. */
function ownKin(tree: Tree, i: number, name: string, subject: EntityName): Draft[] {
  const lead = childrenOf(tree, i, "compound").find((child) => isKinTitle(wordAt(tree, child).text));
  if (lead === undefined || name === "") return [];
  const target = { type: "Person", name: withoutKinTitle(name) };
  return [{ subject, key: relationOf(wordAt(tree, lead).lower) ?? "relative", target, confidence: explicit, time: "none" }];
}

/** A single word that the name finder takes for a firm, before a "she" or "he" that can mean nobody else. */
function isPersonSpokenOf(tree: Tree, i: number): boolean {
  const { label, text } = wordAt(tree, i);
  return /^nsubj/.test(label) && /^\p{Lu}\p{Ll}+$/u.test(text) && isSpokenOf(tree, i);
}

function isPersonal(noun: string): boolean {
  return relationOf(noun) !== undefined || roles.test(noun) || isOccupation(noun) || kindOf(noun) === "Person";
}

/** "a library called Quill", where it goes on about it. */
function namedThing(tree: Tree, i: number): Who | undefined {
  const [name, ...others] = namesByClause(tree, i);
  if (name === undefined || others.length > 0 || !/^\p{Lu}/u.test(name)) return undefined;
  const noun = wordAt(tree, i).lower;
  return plainly({
    type:
      kindOf(noun) ??
      (petKind(noun) ? "Animal" : relationOf(noun) || /^(?:boy|girl|man|woman|lady|guy)$/.test(noun) ? "Person" : "Thing"),
    name,
  });
}

/** "The oldest, Freya, starts school": an adjective stands for somebody whose name follows. */
function oneOfSeveral(tree: Tree, i: number): Who | undefined {
  const { tag, label } = wordAt(tree, i);
  if (!/^JJ/.test(tag) || !/^nsubj/.test(label) || childOf(tree, i, "det") === undefined) return undefined;
  const name = namedBeside(tree, i);
  return name === undefined ? undefined : plainly({ type: "Person", name });
}

/** "the stand-up": the parser takes its end for a particle. */
function isCompoundEnd(tree: Tree, i: number): boolean {
  return wordAt(tree, i).tag === "RP" && /^nsubj/.test(wordAt(tree, i).label) && tree.words[i - 1]?.tag === "HYPH";
}

/** "My rating is 1620, my daughter's is 1710": the noun that was named before. */
function ofSame(tree: Tree, i: number, who: Who | undefined): Who | undefined {
  if (!who || !/^nsubj/.test(wordAt(tree, i).label)) return who;
  const before = tree.words.findIndex(
    (word, at) => at < i && /^nsubj/.test(word.label) && word.tag === "NN" && childOf(tree, at, "poss") !== undefined,
  );
  if (before < 0) return undefined;
  const noun = nounPhrase(tree, before, { owner: false }).toLowerCase();
  return { ...who, possession: who.possession === "" ? noun : `${who.possession} ${noun}` };
}

/** "Both of Ingmar's parents". */
function ofAll(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  const of = childrenOf(tree, i, "prep").find((prep) => wordAt(tree, prep).lower === "of");
  const object = of === undefined ? undefined : childOf(tree, of, "pobj");
  return object === undefined ? undefined : whoIs(tree, object, speakers);
}

function ofUs(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  const who = ofAll(tree, i, speakers);
  return who?.self === true && who.possession === "" ? who : undefined;
}

/** "my sister Anna", "Ana's brother Luis", "their phone number": whose, and what. */
function possession(tree: Tree, i: number, owner: number, speakers: Speakers): Who | undefined {
  const whose = whoIs(tree, owner, speakers);
  // "Their sailing boat, the Ragnhild": it has a name, whoever "they" are.
  if (!whose) {
    // "your Octavia": a thing by its name, whoever is addressed.
    const named = /^your$/.test(wordAt(tree, owner).lower) ? properName(tree, i)?.name : undefined;
    const own = namedBeside(tree, i) ?? named;
    return own === undefined
      ? undefined
      : plainly({ type: kindOf(wordAt(tree, i).lower) ?? (isLiving(wordAt(tree, i).lower) ? "Person" : "Thing"), name: own });
  }
  // "his name is Otto": whose name it is, where that is somebody's dog.
  if (/^names?$/.test(wordAt(tree, i).lower) && isLiving(whose.possession.split(" ").at(-1) ?? "")) return whose;
  const ofName = namedByNoun(tree, i);
  const noun = (ofName?.noun ?? nounPhrase(tree, i, { owner: false }))
    .toLowerCase()
    .replace(/^(?:\d+(?:st|nd|rd|th)|new|current|own)\s+/, "")
    .replace(/\s(?:from|at|in|with|on)\s.*$/, "");
  if (noun === "") return undefined;
  const head = ofName === undefined ? wordAt(tree, i).lower : (noun.split(" ").at(-1) ?? noun);
  const named = ofName?.name ?? namedBeside(tree, i);
  if (named === undefined) {
    const kinds = isLiving(head) || isPersonal(head) ? [] : kindsBeside(tree, i);
    const key = whose.possession === "" ? keyOfNoun(head, noun) : `${whose.possession} ${noun}`.replace(/[^\p{L}\p{N}]+/gu, "_");
    const asides = kinds.map((value): Draft => ({ subject: whose.entity, key, value, confidence: explicit, time: "none" }));
    return {
      ...whose,
      possession: whose.possession === "" ? noun : `${whose.possession} ${noun}`,
      asides: [...whose.asides, ...asides],
    };
  }
  const kind = petKind(head);
  const target = {
    type: kind && !relationOf(head) ? "Animal" : (kindOf(head) ?? (isWork(head) ? "Thing" : "Person")),
    name: named,
  };
  const key = whose.possession === "" ? keyOfNoun(head, noun) : `${whose.possession} ${noun}`.replace(/[^\p{L}\p{N}]+/gu, "_");
  const asides: Draft[] = [{ subject: whose.entity, key, target, confidence: explicit, time: "none" }];
  if (kind) asides.push({ subject: target, key: "species", value: kind, confidence: explicit, time: "none" });
  const job = noun.replace(/^(?:favourite|favorite|old|former|young|dear)\s/, "");
  if (target.type === "Person" && relationOf(head) === undefined && isOccupation(job))
    asides.push({ subject: target, key: "job_title", value: job, confidence: normal, time: "none" });
  return plainly(target, { asides: [...whose.asides, ...asides] });
}

/** "My work phone, an old Nokia,": what a thing of somebody's is. */
function kindsBeside(tree: Tree, i: number): string[] {
  return childrenOf(tree, i, "appos").flatMap((child) => {
    const article = childOf(tree, child, "det");
    const isKind = article !== undefined && /^an?$/.test(wordAt(tree, article).lower) && /^NNP/.test(wordAt(tree, child).tag);
    return isKind ? [nounPhrase(tree, child)] : [];
  });
}

/** "our sons Matteo and Luca", "the twins Leo and Mia": each of those that a plural noun names; none where it names fewer than two. */
export function membersOf(tree: Tree, i: number, speakers: Speakers): Who[] {
  const { tag, lower } = wordAt(tree, i);
  if (tag !== "NNS") return [];
  const first = childrenOf(tree, i, "appos").find((child) => /^NNP/.test(wordAt(tree, child).tag));
  const names = first === undefined ? [] : conjunctsOf(tree, first).flatMap((one) => properName(tree, one)?.name ?? []);
  if (names.length < 2) return [];
  const owner = childOf(tree, i, "poss");
  const whose = owner === undefined ? undefined : whoIs(tree, owner, speakers);
  const isPet = relationOf(lower) === undefined && petKind(lower) !== undefined;
  const type = isPet
    ? "Animal"
    : relationOf(lower) || roles.test(lower.replace(/s$/, "")) || isOccupation(lower.replace(/s$/, ""))
      ? "Person"
      : undefined;
  if (type === undefined && whose === undefined) return [];
  const noun = nounPhrase(tree, i, { owner: false }).toLowerCase().split(",")[0] ?? lower;
  return names.map((name) => {
    const target = { type: type ?? "Person", name };
    const key =
      whose === undefined
        ? ""
        : whose.possession === ""
          ? keyOfNoun(lower, noun)
          : `${whose.possession} ${noun}`.replace(/[^\p{L}\p{N}]+/gu, "_");
    const asides: Draft[] = whose === undefined ? [] : [{ subject: whose.entity, key, target, confidence: explicit, time: "none" }];
    // "The twins, Elif and Deniz": each of the other.
    const other = lower === "twins" ? names.find((one) => one !== name) : undefined;
    if (other !== undefined)
      asides.push({ subject: target, key: "sibling", target: { type: "Person", name: other }, confidence: explicit, time: "none" });
    return plainly(target, { asides });
  });
}

function isLiving(noun: string): boolean {
  return relationOf(noun) !== undefined || petKind(noun) !== undefined;
}

/** "our bookkeeper Henning", "my friend Ada": what a person, an animal or an organisation is, before its name. */
function namedByNoun(tree: Tree, i: number): { readonly noun: string; readonly name: string } | undefined {
  if (!/^NNP/.test(wordAt(tree, i).tag)) return undefined;
  // The tagger takes "goddaughter Solveig" for an adjective and a name.
  const nouns = childrenOf(tree, i, "compound", "amod").filter((child) => {
    const { tag, text, lower } = wordAt(tree, child);
    return (
      /^\p{Ll}/u.test(text) &&
      (tag === "NN" ||
        (/^(?:JJR?|NNP)$/.test(tag) &&
          (relationOf(lower) !== undefined || petKind(lower) !== undefined || roles.test(lower) || isOccupation(lower))))
    );
  });
  const last = nouns.at(-1);
  if (last === undefined) return undefined;
  const { lower } = wordAt(tree, last);
  const tells =
    relationOf(lower) ??
    petKind(lower) ??
    kindOf(lower) ??
    (roles.test(lower) || isOccupation(lower) || wordAt(tree, i).name === "PERSON" || isHelper(lower, nouns.length)
      ? lower
      : undefined);
  const name = tells === undefined ? undefined : properName(tree, i)?.name;
  return name === undefined ? undefined : { noun: nouns.map((child) => wordAt(tree, child).lower).join(" "), name };
}

/** The key of a noun that says what something is to its owner: "sister" is a sibling, "phone number" is phone_number. */
export function keyOfNoun(head: string, phrase: string): string {
  // "her older boy"
  const isChild = /^(?:boy|girl)$/.test(head) && /^(?:baby|older|younger|elder|eldest|oldest|youngest|little|middle) /.test(phrase);
  const relation = relationOf(head) ?? (petKind(head) ? "pet" : isChild ? "child" : undefined);
  // A therapist, a coach and a tutor are three; and an office manager is nobody's boss.
  if (relation === "mentor" && head !== "mentor") return phrase.replace(/[^\p{L}\p{N}]+/gu, "_");
  if (head === "manager" && relationIn(phrase) === undefined) return phrase.replace(/[^\p{L}\p{N}]+/gu, "_");
  if (relation !== undefined && /^(?:ex|former)\b/.test(phrase)) return `former_${relation}`;
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
    const isChain =
      owner?.possession !== "" &&
      preposition === "of" &&
      (relationOf(wordAt(tree, i).lower) !== undefined || roles.test(wordAt(tree, i).lower));
    if (
      !owner ||
      (owner.possession !== "" && !isChain) ||
      (preposition !== "of" && preposition !== "for" && !properName(tree, object))
    )
      continue;
    const det = childOf(tree, i, "det");
    if (det !== undefined && !/^(?:the|this)$/.test(wordAt(tree, det).lower)) continue;
    // "lessons for both boys" are no matter of the boys'.
    if (preposition === "for" && wordAt(tree, object).tag === "NNS") continue;
    // "the house in Skopje" is about the house; only a figure, an office or a relative is the town's or the firm's.
    if (/^(?:in|at|on)$/.test(preposition) && !isOfItsPlace(wordAt(tree, i).lower)) continue;
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
    if (isChain) return { ...owner, possession: `${owner.possession} ${noun}` };
    const type = owner.typed ? owner.entity.type : (typeByNoun(noun) ?? owner.entity.type);
    return { ...owner, entity: { ...owner.entity, type }, typed: true, possession: noun };
  }
  return undefined;
}

function isOfItsPlace(noun: string): boolean {
  return typeByNoun(noun) !== undefined || roles.test(noun) || isOccupation(noun) || figures.test(noun);
}

const figures =
  /(?:count|size|number|rent|rents|price|prices|cost|costs|salary|turnover|revenue|sales|staff|workforce|team|work|progress|spend|attendance|membership|enrolment|enrollment|unemployment|inflation|temperature|weather)$/;

/**
 * "the ledger service", "the rent": one thing that the listener is taken to know. Of what nobody says in person (a document, an
 * assistant's answer) it is left alone: there it is a way of explaining more often than a thing to remember.
 */
function definite(tree: Tree, i: number, speakers: Speakers): Who | undefined {
  const det = childOf(tree, i, "det");
  const word = wordAt(tree, i);
  const isThe =
    (det !== undefined && /^(?:the|this|both)$/.test(wordAt(tree, det).lower)) ||
    (det === undefined && childrenOf(tree, i, "predet").some((child) => /^(?:both|all)$/.test(wordAt(tree, child).lower)));
  const compound = childrenOf(tree, i, "compound", "nummod", "appos").length > 0;
  // "Logs are kept for ninety days", "Support grew to fourteen": a rule or a figure, where a number is said.
  const begins = i <= 1 || /^(?:[,;:]|and|but)$/.test(tree.words[i - 1]?.lower ?? "");
  const figure =
    begins &&
    det === undefined &&
    /^nsubj/.test(word.label) &&
    tree.words.some((one) => one.tag === "CD" || /^(?:DATE|TIME|MONEY|PERCENT|QUANTITY)$/.test(one.name));
  if (!isThe && !figure && !(det === undefined && compound && word.tag !== "NNS")) return undefined;
  // "The landlord raised the rent": whoever speaks of it so pays it.
  if (isThe && /^(?:rent|mortgage|salary)$/.test(word.lower) && childrenOf(tree, i).length === 1)
    return { ...selfOf(speakers), possession: word.lower };
  if (vague.test(word.lower) || /^(?:DATE|TIME)$/.test(word.name)) return undefined;
  const number = childrenOf(tree, i, "appos", "nummod").find(
    (child) => child === i + 1 && /^(?:CD|NNP|NN)$/.test(wordAt(tree, child).tag) && /\d/.test(wordAt(tree, child).text),
  );
  const phrase = nounPhrase(tree, i);
  if (phrase.includes(", ") || /\bdue\b/.test(phrase)) return undefined;
  // "The invoice number is …", "the door code": of the invoice, of the door.
  const owners = idNouns.test(word.lower) ? childrenOf(tree, i, "compound") : [];
  if (owners.length > 0 && number === undefined)
    return plainly(
      { type: "Thing", name: textBetween(tree, runOf(tree, Math.min(...owners), () => false).from, i) },
      { possession: phrase.toLowerCase() },
    );
  const name = number === undefined ? phrase : `${withoutNumber(phrase)} ${wordAt(tree, number).text}`;
  const living = petKind(word.lower) ? "Animal" : relationOf(word.lower) ? "Person" : undefined;
  return plainly({ type: living ?? kindOf(word.lower) ?? "Thing", name });
}

const idNouns = /^(?:number|code|id|password|passcode|pin|serial|plate|address|extension|username|login|url|link)$/;

/** "Budget is 80,000 euros", "The deadline is Friday", after a project was named: that project's. */
function ofLast(tree: Tree, i: number, { last }: Speakers): Who | undefined {
  if (
    !last ||
    last.possession !== undefined ||
    last.type === "Person" ||
    last.type === "Animal" ||
    !typeByNoun(nounPhrase(tree, i).toLowerCase())
  )
    return undefined;
  // "Milestone 3" is one of its own.
  if (childrenOf(tree, i, "compound", "amod", "prep", "nummod").length > 0) return undefined;
  return plainly({ type: last.type, name: last.name }, { possession: wordAt(tree, i).lower });
}

const vague =
  /^(?:everyone|everybody|someone|somebody|anyone|nobody|back|front|top|bottom|side|middle|range|atmosphere|lady|decor|thing|things|one|ones|way|reason|problem|fact|truth|time|point|idea|rest|same|question|answer|plan|day|week|month|year|moment|weather|world|case|matter|people|person|man|woman|guy|others?)$/;
