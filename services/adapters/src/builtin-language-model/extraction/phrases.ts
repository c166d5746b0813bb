import { words } from "./words.ts";
import { dateAt, textOf, wordAt, type Sentence } from "./sentence.ts";

/** A group of words that names something: tokens from..to (exclusive), and what they say. */
export interface Phrase {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** It is written as a name. */
  readonly named: boolean;
  /** The article or possessive that stood before it, lower case, or "". */
  readonly determiner: string;
}

const articles = new Set(["a", "an", "the", "some", "any"]);
const possessives = new Set(["my", "our", "your", "his", "her", "its", "their", "this", "that", "these", "those"]);
const stops = new Set(
  words(`
  in on at for with from to by about into over under near around after before since until till during through as than
  like via per and or but so because if when while who which that what where how why is are was were am be been being
  has have had do does did will would can could should may might must not n't 'm 're 've 'll 'd i me we us you he him
  she it they them myself now currently too anymore again recently though although really actually also still just
  already today yesterday tomorrow here there both either together instead ever never always often usually sometimes
  lately soon once twice named called based located until
`),
);
const inner = new Set(["&", "-", "/", "+", "'s", "'", "#", "%", "$", "€", "£"]);
const nameConnectors = new Set(["of", "the", "de", "la", "van", "von", "da", "del", "di", "&", "-", "der"]);
const notNames = new Set(
  words(`
  i hey hi hello yes no wow oh thanks thank ok okay sure well great good nice cool awesome congrats also and but so then
  yeah yep please mr mrs ms monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december today tomorrow yesterday everyone everything someone something nobody
  nothing people this that these those there here it he she they we you what which who where when why how lately
  recently currently however maybe perhaps my our your his her their its life love time music art nature god home work
  family friends let's if a an in on at for from to by with as not never always just
`),
);

/** For how long, or for whom, a price is. */
const rates = /^(?:hour|day|night|week|fortnight|month|quarter|year|person|head|seat|user|lesson|session)$/;
const capital = /^\p{Lu}/u;
const word = /[\p{L}\p{N}]/u;

/** Reads a name at a token: capitalised words, with the small words that names have inside. */
export function readName(sentence: Sentence, at: number, end: number): Phrase | undefined {
  let to = at;
  for (let i = at; i < end; i++) {
    const token = sentence.tokens[i];
    if (!token || (dateAt(sentence, i) && i > at)) break;
    const isCapital = capital.test(token.text) && !(i > at && token.lower === "i");
    const isInitialOrNumber =
      i > at &&
      (/^\p{N}+$/u.test(token.text) || token.lower === ".") &&
      token.start === sentence.tokens[i - 1]?.end &&
      token.lower !== ".";
    if (isCapital || isInitialOrNumber) to = i + 1;
    else if (
      i === at ||
      !nameConnectors.has(token.lower) ||
      (!capital.test(sentence.tokens[i + 1]?.text ?? "") && !nameConnectors.has(wordAt(sentence, i + 1)))
    )
      break;
  }
  // "works at Macy's": nothing is owned, and the mark belongs to the name.
  const mark = sentence.tokens[to];
  if (to > at && mark?.tag === "POS" && /^(?:pobj|dobj|oprd|attr)$/.test(sentence.tokens[to - 1]?.label ?? "")) to += 1;
  // "at St. Brendan's Hospital": one name.
  const owner = sentence.tokens[to - 1];
  const owned =
    to > at && mark?.tag === "POS" && owner?.label === "poss" && owner.head < end ? sentence.tokens[owner.head] : undefined;
  if (owner !== undefined && owned?.tag === "NNP" && owned.label === "pobj" && owner.head === to + 1) to += 2;
  const first = wordAt(sentence, at);
  if (to === at || (to === at + 1 && (notNames.has(first) || !word.test(first)))) return undefined;
  if (notNames.has(first)) return undefined;
  return { from: at, to, text: textOf(sentence, at, to), named: true, determiner: "" };
}

/** Reads a noun phrase at a token, without its article; undefined where none begins there. */
export function readPhrase(sentence: Sentence, at: number, end: number): Phrase | undefined {
  let from = at;
  let determiner = "";
  while (from < end && (articles.has(wordAt(sentence, from)) || possessives.has(wordAt(sentence, from)))) {
    determiner = wordAt(sentence, from);
    from += 1;
  }
  let to = from;
  for (let i = from; i < end && continues(sentence, i, from, end); i++) to = i + 1;
  while (
    to > from &&
    (inner.has(wordAt(sentence, to - 1)) || wordAt(sentence, to - 1) === "of" || articles.has(wordAt(sentence, to - 1)))
  )
    to -= 1;
  if (to === from) return undefined;
  // "1,450 pounds a month" is one price.
  const isRate = /^(?:an?|per|each|every)$/.test(wordAt(sentence, to)) && rates.test(wordAt(sentence, to + 1)) && to + 2 <= end;
  if (isRate && /^[$€£\d]/.test(wordAt(sentence, from))) to += 2;
  const text = textOf(sentence, from, to);
  if (!word.test(text) || text.length > 120) return undefined;
  const head = sentence.tokens.slice(from, to).filter((token) => word.test(token.text));
  return {
    from,
    to,
    text,
    named:
      head.length > 0 &&
      head.every((t) => capital.test(t.text) || nameConnectors.has(t.lower) || /^\p{N}/u.test(t.text) || t.lower === "'s"),
    determiner,
  };
}

function continues(sentence: Sentence, i: number, from: number, end: number): boolean {
  const token = sentence.tokens[i];
  if (!token || dateAt(sentence, i)) return false;
  if (token.lower === "'s") return i > from && i + 1 < end && word.test(wordAt(sentence, i + 1));
  if (token.lower === "of") return i > from && i + 1 < end && !dateAt(sentence, i + 1);
  if (articles.has(token.lower) || possessives.has(token.lower)) return i > from && wordAt(sentence, i - 1) === "of";
  if (capital.test(token.text) && token.lower !== "i") return true;
  if (inner.has(token.lower)) return i === from ? /[$€£#]/.test(token.lower) : true;
  if (stops.has(token.lower)) return false;
  if (token.pos === "ADV")
    return i + 1 < end && /^(?:ADJ|VERB|ADV)$/.test(sentence.tokens[i + 1]?.pos ?? "") && !stops.has(wordAt(sentence, i + 1));
  return word.test(token.text) && token.pos !== "PRON" && token.pos !== "CCONJ" && token.pos !== "SCONJ" && token.pos !== "AUX";
}

const andWords = new Set(["and", "or", "&", "plus"]);

/** Reads phrases joined by commas and "and" ("cats, dogs and birds"). */
export function readList(sentence: Sentence, at: number, end: number, read = readPhrase): Phrase[] {
  const list: Phrase[] = [];
  let i = at;
  while (i < end && list.length < 12) {
    const phrase = read(sentence, i, end);
    if (!phrase) break;
    list.push(phrase);
    i = phrase.to;
    let joined = false;
    while (wordAt(sentence, i) === "," || andWords.has(wordAt(sentence, i)) || wordAt(sentence, i) === "especially") {
      joined = true;
      i += 1;
    }
    if (!joined) break;
  }
  return list;
}

/** The words from a token to the end of the clause, without closing marks and without relative dates at the end. */
export function readRest(sentence: Sentence, at: number, end: number): Phrase | undefined {
  let to = end;
  const trailing = new Set([
    ",",
    ".",
    "!",
    "and",
    "but",
    "so",
    "too",
    "though",
    "lol",
    "haha",
    "again",
    "anymore",
    "now",
    "either",
    "...",
    "-",
  ]);
  for (;;) {
    const date = dateAt(sentence, to - 1);
    if (
      to > at &&
      (trailing.has(wordAt(sentence, to - 1)) ||
        date ||
        (!word.test(wordAt(sentence, to - 1)) && !/^["\u201d)'%]/.test(wordAt(sentence, to - 1))))
    )
      to -= 1;
    else break;
  }
  const text = textOf(sentence, at, to);
  if (to <= at || !word.test(text) || text.length > 160) return undefined;
  return { from: at, to, text, named: false, determiner: "" };
}
