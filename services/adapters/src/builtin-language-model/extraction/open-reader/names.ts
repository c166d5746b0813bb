import { isOccupation } from "../complement.ts";
import { relationOf } from "../kinship.ts";
import { normal, type Draft } from "../rule.ts";
import { isEndOfName, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, conjunctsOf, isOneFirm, textBetween, wordAt, type Tree } from "./tree.ts";

const nameTags = /^NNPS?$/;
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

/** "works for Bluefin", "a researcher at Bluefin". */
function isEmployer(tree: Tree, i: number): boolean {
  const { label, head } = wordAt(tree, i);
  if (label !== "pobj" || !/^(?:at|for)$/.test(wordAt(tree, head).lower)) return false;
  const { lemma, lower } = wordAt(tree, wordAt(tree, head).head);
  return /^(?:work|intern|employ|hire)$/.test(lemma) || isOccupation(lower);
}

const spokenOf = /^[^\p{Lu}]{0,120}(?:\b[Ss]he|\b[Hh]e|\bher|\bhis|\b[Hh]is|\b[Hh]er)\b/u;

/** Whether "she" or "he" follows before any other name. */
export function isSpokenOf(tree: Tree, i: number): boolean {
  const { end } = wordAt(tree, i);
  return spokenOf.test(tree.content.slice(end, end + 140));
}

/** "the CFO": an office, and nobody's name. */
function isOffice(tree: Tree, i: number): boolean {
  const { text, lower } = wordAt(tree, i);
  if (!/^\p{Lu}{2,4}$/u.test(text) || !roles.test(lower)) return false;
  return childrenOf(tree, i, "det", "poss").length > 0 && childrenOf(tree, i, "compound").length === 0;
}

/** "Ines plays": a singular verb shows that what looks like a plural is a name. */
function isSingularName(tree: Tree, i: number): boolean {
  const word = wordAt(tree, i);
  if (!/^\p{Lu}/u.test(word.text) || !/^nsubj/.test(word.label)) return false;
  if (word.tag === "NNS") return wordAt(tree, word.head).tag === "VBZ";
  if (word.tag === "NN" && /^(?:ORG|PERSON|GPE|PRODUCT|FAC|LOC)$/.test(word.name) && !commonNouns.test(word.lower)) return true;
  if (
    i === 0 &&
    word.tag === "NN" &&
    isBare(tree, i) &&
    (human.test(wordAt(tree, word.head).lemma) || isSpokenOf(tree, i)) &&
    /^VB[ZD]$/.test(wordAt(tree, word.head).tag) &&
    !stuff.test(word.lower)
  )
    return true;
  return i === 0 && word.tag === "NN" && childrenOf(tree, i, "conj").some((child) => /^(?:PRP|NNP)$/.test(wordAt(tree, child).tag));
}

function isBare(tree: Tree, i: number): boolean {
  return childrenOf(tree, i).every((child) => /^(?:cc|conj|punct)$/.test(wordAt(tree, child).label));
}

/** What only people do. */
const human =
  /^(?:lend|borrow|give|buy|sell|marry|divorce|date|teach|mentor|own|adopt|love|hate|prefer|drive|ride|speak|study|visit|invite|phone|text|email|quit|resign|retire|join|hire|fly|move|live|work|write|read|cook|bake|play|sing|paint|plan|promise|agree|decide|say|tell|ask|want|lead|manage|run|organise|organize|rent|drink|eat|wear|practise|practice|train|volunteer|graduate|travel|report|owe|donate|inherit|propose|chair|host|handle|coordinate|oversee|suggest|recommend|book|order|repair|fix|build|bring|forget|remember|know|believe|hope|meet|call|lose|win|earn|save|spend|share|sign|approve|apply|attend|complain|draft|prepare|review|check|collect|present|send|deliver|clean|pick|feed|walk|sort|translate|edit|proofread|supervise|design|babysit|knit|sew|swim|ski|climb|cycle|commute)$/;
/** Nouns without an article that those verbs may have for a subject. */
const stuff =
  /(?:ing|tion|ment|ness|ity|ance|ence|ship|ism|ware|work|ture|ics|logy|man|woman|body)$|^(?:mum|mom|dad|grandma|grandpa|granny|nobody|everyone|coffee|tea|traffic|school|management|sales|support|legal|finance|hr|it|marketing|security|staff|music|food|water|weather|wifi|internet|software|government|parliament|church|court|police|love|life|time|money|nature|science|art|work|home|lunch|dinner|breakfast|rent|electricity|power|gas|bread|milk|cheese|wine|beer|product|engineering|design|facilities|accounting|procurement|logistics|payroll|operations|reception|housing|maintenance|customer|client|team|user|god|news|research|practice|history|evidence|competition|production|demand|supply|inflation|revenue|profit|stock|trade|company|business)$/;

export function properName(tree: Tree, i: number): { name: string; type: string | undefined; asides: Draft[] } | undefined {
  const word = wordAt(tree, i);
  const parts = childrenOf(tree, i, "compound", "nmod", "amod").filter((child) => child < i && isNamePart(tree, child));
  if (commonNouns.test(word.lower) && childrenOf(tree, i, "compound").length === 0 && i === 0) return undefined;
  if (isPlainOpening(tree, i) || /@/.test(word.text) || isOffice(tree, i)) return undefined;
  if (!nameTags.test(word.tag) && !isSingularName(tree, i)) {
    const kind = kinds.get(word.lower);
    if (!kind || parts.length === 0 || !nameTags.test(wordAt(tree, parts[0] ?? i).tag)) return undefined;
    // "the Pune team" is no Pune.
    const isOfPlace = kind === "Organisation" && /^(?:GPE|NORP)$/.test(wordAt(tree, parts.at(-1) ?? i).name);
    const end = isOfPlace ? i : (parts.at(-1) ?? i);
    return { name: textBetween(tree, parts[0] ?? i, end + 1), type: kind, asides: [] };
  }
  // "Mr and Mrs Tan"
  const family = bareTitle.test(word.text) ? childOf(tree, i, "conj") : undefined;
  if (family !== undefined && tree.words[i + 1]?.lower === "and" && family === i + 3)
    return { name: `${word.text} ${wordAt(tree, family).text}`, type: "Person", asides: [] };
  let from = i;
  while (parts.includes(from - 1) || (from - 1 >= 0 && isHyphen(tree, from - 1) && parts.includes(from - 2))) from -= 1;
  const before = childrenOf(tree, i, "compound")
    .filter((child) => child < from)
    .at(-1);
  let lead = kinds.get(wordAt(tree, from).lower);
  let start = from;
  // "Professor Nwosu" is addressed so, as "Prof. Nwosu" is; "the doctor Nwosu" is described.
  if (lead !== undefined && from < i) start = longTitle.test(wordAt(tree, from).text) ? from : from + 1;
  else lead = before === undefined ? undefined : kinds.get(wordAt(tree, before).lower);
  // "Tomasz Okafor-Lis": the name finder sees the whole of it.
  if (word.name === "PERSON" && i > 1 && isHyphen(tree, i - 1))
    while (start > 0 && wordAt(tree, start - 1).name === "PERSON" && /^\p{Lu}|^-$/u.test(wordAt(tree, start - 1).text)) start -= 1;
  // "Tomorrow Chiara leads the shift"
  while (
    start < i &&
    /^(?:tomorrow|today|yesterday|tonight|now|then|later|meanwhile|also|here|there)$/.test(wordAt(tree, start).lower)
  )
    start += 1;
  let to = i + 1;
  const number = wordAt(tree, to < tree.words.length ? to : i);
  if (
    to < tree.words.length &&
    (number.tag === "CD" || /\d/.test(number.text)) &&
    number.head === i &&
    /^nummod|appos$/.test(number.label)
  )
    to += 1;
  // "Pane & Olive", "Howard & Dale"
  if (to === i + 1 && to + 1 < tree.words.length && isOneFirm(tree, to + 1)) to += 2;
  // "a café called Lucy's"
  if (to === i + 1 && isEndOfName(tree, to)) to += 1;
  // "Roofer Stan Wiśniewski": what he is, and no name.
  const isFirst = start === 0 ? i - from > 1 : start === 1 && from === 1 && i > 1 && wordAt(tree, 0).head === 1;
  const isJob = isFirst && lead === undefined && wordAt(tree, 0).label === "compound" && isTrade(wordAt(tree, 0).lower);
  const job = isJob ? wordAt(tree, 0).lower : "";
  if (isJob) start = 1;
  const name = textBetween(tree, start, to);
  // The tagger takes "heron" for a name: one is written with a capital, except by who writes none at all.
  if (!/\p{Lu}/u.test(name) && /\p{Lu}/u.test(tree.content)) return undefined;
  // "the twins, Ravn and Liv": no name runs over a comma behind a noun.
  if (/^\p{Ll}[^,]*,/u.test(name)) return undefined;
  if (name === "" || (/^(?:DATE|TIME|CARDINAL|MONEY|ORDINAL|PERCENT|LANGUAGE|NORP)$/.test(word.name) && !/^NNP$/.test(word.tag)))
    return undefined;
  if (/^(?:DATE|TIME)$/.test(word.name)) return undefined;
  // The name finder confuses people, places and organisations where it knows only one word: then the verb has to tell.
  const sure = word.name === "PERSON" || (i - start > 0 && word.name !== "GPE");
  return {
    name,
    type:
      title.test(name) || isJob
        ? "Person"
        : (lead ??
          (company.test(name) ? "Organisation" : undefined) ??
          kindBeside(tree, i) ??
          (i === start && isEmployer(tree, i) ? "Organisation" : undefined) ??
          (sure ? typeByName[word.name] : undefined)),
    asides:
      job === "" ? [] : [{ subject: { type: "Person", name }, key: "job_title", value: job, confidence: normal, time: "none" }],
  };
}

/** "roofer", "violinist": what people do, by its ending. */
function isTrade(noun: string): boolean {
  return isOccupation(noun) || /^(?:[a-z]{3,}(?:er|ist|ician|smith|wright|monger))$/.test(noun);
}

/** A hyphen within a name; one between blanks is a dash. */
function isHyphen(tree: Tree, i: number): boolean {
  const { text, start } = wordAt(tree, i);
  return text === "-" && tree.words[i - 1]?.end === start;
}

/** "Kestrel, a logging library,": the apposition tells the type. */
function kindBeside(tree: Tree, i: number): string | undefined {
  for (const child of childrenOf(tree, i, "appos")) {
    const kind = kinds.get(wordAt(tree, child).lower);
    if (kind) return kind;
  }
  // "Osprey is our data platform".
  const { head, label } = wordAt(tree, i);
  const attr = label === "nsubj" && wordAt(tree, head).lemma === "be" ? childOf(tree, head, "attr") : undefined;
  return attr === undefined || childOf(tree, head, "neg") !== undefined ? undefined : kinds.get(wordAt(tree, attr).lower);
}

const particle = /^(?:de|da|do|dos|di|del|della|der|den|van|von|ter|ten|la|le|bin|al|el|y)$/;
const longTitle = /^(?:Doctor|Professor)$/;
const company = /\p{Ll} & \p{Lu}|\p{Ll} (?:Ltd|Limited|plc|Plc|PLC|LLP|LLC|Inc|GmbH|AG)\b\.?$/u;
const bareTitle = /^(?:Mr|Mrs|Ms|Dr)\.?$/;
const title = /^(?:Dr|Mr|Mrs|Ms|Prof|Sir|Dame)\b/;

function isNamePart(tree: Tree, i: number): boolean {
  const { tag, text, lower } = wordAt(tree, i);
  // "my gf yuki", by who writes no capitals.
  if (text === lower && relationOf(lower) !== undefined) return false;
  // "Pieter de Graaf"
  if (particle.test(text)) return /^\p{Lu}/u.test(tree.words[i - 1]?.text ?? "") && wordAt(tree, i).name === "PERSON";
  return nameTags.test(tag) || (/^\p{Lu}/u.test(text) && /^(?:JJ|NN|VBG|CD|VBN)/.test(tag));
}

/** "a cat called Schnitzel", "two cats named Momo and Kiki". */
export function namesByClause(tree: Tree, i: number): string[] {
  const called = childrenOf(tree, i, "acl", "relcl").find((child) => /^(?:call|name|nickname)$/.test(wordAt(tree, child).lemma));
  const name = called === undefined ? undefined : childOf(tree, called, "oprd", "dobj", "attr");
  return name === undefined ? [] : conjunctsOf(tree, name).map((one) => properName(tree, one)?.name ?? nounPhrase(tree, one));
}

/** The names in apposition to a noun in the plural: "our interns Hao and Selma", "two sons, Theo (9) and Oskar (6)". */
export function namesBeside(tree: Tree, i: number): number[] {
  if (wordAt(tree, i).tag !== "NNS") return [];
  const names = childrenOf(tree, i, "appos")
    .flatMap((child) => conjunctsOf(tree, child))
    .filter((child) => child > i && nameTags.test(wordAt(tree, child).tag) && properName(tree, child) !== undefined);
  return [...new Set(names)].sort((a, b) => a - b);
}

/** The number in brackets or between commas behind a name: "Theo (9)", "Kai, 41,". */
export function ageBehind(tree: Tree, i: number): string | undefined {
  const [mark, number, next] = [tree.words[i + 1], tree.words[i + 2], tree.words[i + 3]];
  if (!/^(?:NNP|UH)$/.test(wordAt(tree, i).tag) && !/^\p{Lu}\p{Ll}+$/u.test(wordAt(tree, i).text)) return undefined;
  const months = /^[,(]$/.test(mark?.text ?? "") ? monthsOf(tree, i + 2) : undefined;
  if (months !== undefined) return months;
  if (!/^\d{1,3}$/.test(number?.text ?? "")) return undefined;
  // "Linnea Björk, 4 years, came", "Biscuit, 9 yo male beagle"
  if (mark?.text === "," && /^(?:years?|yrs?|yo)$/i.test(next?.text ?? "")) return number?.text;
  if (mark?.text === "(") return next?.text === ")" ? number?.text : undefined;
  return mark?.text === "," && (next === undefined || /^[,).]$/.test(next.text)) ? number?.text : undefined;
}

/** "six months old", "41 years old", behind the mark that follows a name; of years the number alone. */
function monthsOf(tree: Tree, at: number): string | undefined {
  const [number, unit, old, next] = [0, 1, 2, 3].map((step) => tree.words[at + step]);
  if (number?.tag !== "CD" || old?.lower !== "old" || !/^(?:days?|weeks?|months?|years?)$/.test(unit?.lower ?? ""))
    return undefined;
  if (next !== undefined && !/^[,).]$/.test(next.text)) return undefined;
  return /^year/.test(unit?.lower ?? "") ? number.text : `${number.text} ${unit?.text ?? ""}`;
}

/** The name in apposition to a noun: "my sister Anna", "our CEO, Dana White,". */
export function namedBeside(tree: Tree, i: number): string | undefined {
  if (namesBeside(tree, i).length > 1) return undefined;
  const relative = relationOf(wordAt(tree, i).lower) !== undefined && /^(?:NN|JJS?)$/.test(wordAt(tree, i).tag);
  // The parser takes "their partner, Jens, and two dogs" for a list.
  const listed = childrenOf(tree, i, "conj").filter((child) => relative && child === i + 2 && wordAt(tree, i + 1).text === ",");
  for (const child of [...childrenOf(tree, i, "appos"), ...listed]) {
    // "The home server, a fanless NUC," is of that kind, and not called so.
    const article = childOf(tree, child, "det");
    if (article !== undefined && /^an?$/.test(wordAt(tree, article).lower)) {
      // "The user's cat, a Maine Coon called Loki,"
      const [called] = namesByClause(tree, child);
      if (called !== undefined && /^\p{Lu}/u.test(called)) return called;
      continue;
    }
    // The tagger knows few first names: behind "my daughter," a capital shows one.
    if (relative && wordAt(tree, child).tag === "NN" && /^\p{Lu}\p{Ll}+$/u.test(wordAt(tree, child).text))
      return wordAt(tree, child).text;
    if (!nameTags.test(wordAt(tree, child).tag)) continue;
    const name = properName(tree, child);
    if (name) return name.name;
  }
  return nameBefore(tree, i) ?? nameBehindPlace(tree, i);
}

/** "My manager at Brightwell, Sunniva, retires": the parser takes the name for the place's. */
function nameBehindPlace(tree: Tree, i: number): string | undefined {
  if (!/^nsubj/.test(wordAt(tree, i).label)) return undefined;
  for (const prep of childrenOf(tree, i, "prep"))
    for (const object of childrenOf(tree, prep, "pobj"))
      for (const child of childrenOf(tree, object, "appos"))
        if (
          /^(?:at|in|from)$/.test(wordAt(tree, prep).lower) &&
          nameTags.test(wordAt(tree, child).tag) &&
          tree.words[child + 1]?.text === "," &&
          wordAt(tree, i).head > child
        )
          return properName(tree, child)?.name;
  return undefined;
}

/** "Milo, my nephew, starts school": the parser takes the name at the head for a call. */
function nameBefore(tree: Tree, i: number): string | undefined {
  const first = Math.min(i, ...childrenOf(tree, i, "poss"));
  const name = first - 2;
  if (name < 0 || !/^nsubj/.test(wordAt(tree, i).label) || wordAt(tree, name + 1).text !== "," || wordAt(tree, i + 1).text !== ",")
    return undefined;
  const word = wordAt(tree, name);
  return nameTags.test(word.tag) && word.head === wordAt(tree, i).head && /^(?:intj|npadvmod|dep|nsubj)$/.test(word.label)
    ? properName(tree, name)?.name
    : undefined;
}

/** What somebody is to a person or an organisation. */
export const roles =
  /\b(?:manager|boss|c[a-z]{1,2}o|lead|leader|head|owner|director|doctor|dentist|cardiologist|therapist|lawyer|landlord|landlady|teacher|tutor|coach|mentor|assistant|accountant|contact|sponsor|supervisor|advisor|chair|founder|president|mayor|author|maintainer|captain|trainer|gp|physiotherapist|hairdresser|nanny|godfather|godmother|deputy|bookkeeper|treasurer|secretary|guardian|heir|buyer|agent|dermatologist|vet)$/;

/** "the key hangs": the tagger takes it for an adjective. */
export function isMistaken(tree: Tree, i: number): boolean {
  const { tag, label, lower } = wordAt(tree, i);
  if (/^JJS?$/.test(tag) && relationOf(lower) !== undefined) return childOf(tree, i, "poss") !== undefined;
  return tag === "JJ" && /^nsubj/.test(label) && childOf(tree, i, "det", "poss") !== undefined && !nominal.test(lower);
}

/** Adjectives that stand for people or for something named before. */
const nominal =
  /^(?:rich|poor|sick|old|young|elderly|dead|living|blind|deaf|same|latter|former|only|other|others|following|new|whole|good|bad|best|worst|first|last|second|third|next|few|many|several|most|main|big|small|cheap|red|blue|green|black|white|yellow|[a-z]+est)$/;
