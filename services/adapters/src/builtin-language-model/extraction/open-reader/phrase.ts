import { childOf, childrenOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";

/** What a noun phrase says beside its head, and what is read as clauses of its own. */
const apart = new Set(["relcl", "appos", "conj", "cc", "advcl", "preconj", "mark", "dep", "parataxis", "intj", "neg"]);
const determiners = new Set(["det", "predet", "poss"]);
const dates = new Set(["DATE", "TIME"]);

/** Whether a word is or leads into a date ("on Tuesday", "at 3pm", "last week"). */
export function isDate(tree: Tree, i: number): boolean {
  const word = wordAt(tree, i);
  if (dates.has(word.name) || isDayOfMonth(tree, i)) return true;
  if (word.label !== "prep" || /^(?:for|within)$/.test(word.lower)) return false;
  const objects = childrenOf(tree, i, "pobj", "pcomp");
  if (objects.some((object) => partOfTime(tree, object) !== undefined)) return true;
  return objects.length > 0 && objects.every((object) => dates.has(wordAt(tree, object).name));
}

const months = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** "12 May", "May 12": the name finder takes some for numbers. */
function isDayOfMonth(tree: Tree, i: number): boolean {
  return (
    months.test(wordAt(tree, i).lower) &&
    childrenOf(tree, i, "nummod").some((at) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(wordAt(tree, at).lower))
  );
}

/** "the end of August": the name finder knows the month alone. */
function partOfTime(tree: Tree, i: number): string | undefined {
  if (!/^(?:end|beginning|start|middle|close|turn)$/.test(wordAt(tree, i).lower)) return undefined;
  const of = childrenOf(tree, i, "prep").find((child) => wordAt(tree, child).lower === "of");
  const time = of === undefined ? undefined : childOf(tree, of, "pobj");
  return time !== undefined && dates.has(wordAt(tree, time).name)
    ? trimmed(tree, i, runOf(tree, time, () => false).to, i)
    : undefined;
}

/** The whole of the date or time that a word belongs to: "Saturday 21 June", "Monday at noon", "half past six". */
export function timeText(tree: Tree, i: number): string {
  const isTime = (at: number) => dates.has(tree.words[at]?.name ?? "");
  let from = i;
  let to = i + 1;
  while (isTime(from - 1)) from -= 1;
  // "every second Friday": the name finder begins at the day.
  if (/^(?:every|each)$/.test(tree.words[from - 2]?.lower ?? "") && /^(?:JJ|CD)$/.test(tree.words[from - 1]?.tag ?? "")) from -= 2;
  for (;;) {
    if (isTime(to)) to += 1;
    // "in February at 18 euros" is no hour.
    else if (/^(?:NNS?|\$)$/.test(tree.words[to + 2]?.tag ?? "") && !isTime(to + 2) && tree.words[to + 1]?.head === to + 2) break;
    else if (
      /^(?:at|,|from|to|until|and|-|\u2013)$/.test(tree.words[to]?.lower ?? "") &&
      (isTime(to + 1) || tree.words[to + 1]?.tag === "CD") &&
      isTime(to - 1)
    )
      to += 2;
    else break;
  }
  while (to > i + 1 && /^(?:IN|TO)$/.test(wordAt(tree, to - 1).tag)) to -= 1;
  return trimmed(tree, from, to, Math.max(from, Math.min(i, to - 1)));
}

/** What a prepositional phrase says of time; undefined where it says none. */
export function timeOfPreposition(tree: Tree, prep: number): string | undefined {
  const object = childOf(tree, prep, "pobj", "pcomp");
  if (object === undefined) return undefined;
  const part = partOfTime(tree, object);
  if (part !== undefined) return part;
  if (dates.has(wordAt(tree, object).name)) return timeText(tree, object);
  const { from, to } = runOf(tree, object, (child) => apart.has(wordAt(tree, child).label));
  if (dates.has(tree.words[from]?.name ?? "") && dates.has(tree.words[to - 1]?.name ?? "")) return trimmed(tree, from, to, from);
  return undefined;
}

/** The text of a noun phrase: without its article, whose it is, relative clauses, appositions, coordinated ones and dates. */
export function nounPhrase(tree: Tree, i: number, keep: { readonly dates?: boolean; readonly owner?: boolean } = {}): string {
  const head = i;
  // "somebody called Tom" is Tom.
  const called = /^some(?:one|body)$/.test(wordAt(tree, i).lower)
    ? childrenOf(tree, i, "acl").find((child) => /^(?:call|name)$/.test(wordAt(tree, child).lemma))
    : undefined;
  const name = called === undefined ? undefined : childOf(tree, called, "oprd");
  if (name !== undefined) return nounPhrase(tree, name);
  const { from, to } = runOf(tree, i, (child) => {
    const { label, head: parent } = wordAt(tree, child);
    // "Hartmann & Sons" is one name.
    if (/^(?:cc|conj)$/.test(label) && (isAmpersand(tree, child) || isAndHalf(tree, child))) return false;
    if (apart.has(label)) return true;
    // "an app called Nori, written in Kotlin", "the contract, worth 3,000"
    if (/^(?:acl|amod)$/.test(label) && child > head && tree.words[child - 1]?.text === ",") return true;
    if (parent === head && label === "poss" && keep.owner !== false && !/^(?:PRP\$|WP\$)$/.test(wordAt(tree, child).tag))
      return false;
    // "9,000 a month" is one price.
    if (label === "det" && childrenOf(tree, parent, "nummod").some((one) => one < child)) return false;
    if (parent === head && determiners.has(label)) return true;
    // "the lease there"
    if (parent === head && label === "advmod" && child > head && /^(?:there|here)$/.test(wordAt(tree, child).lower)) return true;
    // "an answer within four hours": a length of time is no date.
    const isLength = wordAt(tree, parent).label === "prep" && !isDate(tree, parent);
    return keep.dates !== true && child > head && !isLength && isDate(tree, child);
  });
  // "an answer within four hours", without its time, is no "answer within".
  let end = to;
  while (end > i + 1 && /^(?:IN|TO)$/.test(wordAt(tree, end - 1).tag)) end -= 1;
  return trimmed(tree, from, hyphenated(tree, end), i);
}

/** Whether a word is "&", or is joined to what is before by it. */
export function isAmpersand(tree: Tree, i: number): boolean {
  if (wordAt(tree, i).label === "cc") return wordAt(tree, i).text === "&";
  return tree.words[runOf(tree, i, (child) => wordAt(tree, child).label === "conj").from - 1]?.text === "&";
}

/** "an hour and a half", "two and a half years": one length. */
function isAndHalf(tree: Tree, i: number): boolean {
  const half = wordAt(tree, i).label === "cc" ? i + 2 : i;
  return tree.words[half]?.lower === "half" && tree.words[half - 1]?.lower === "a" && tree.words[half - 2]?.lower === "and";
}

/** The end of what a hyphen joins to the word before: the parser takes the parts of "X-T5" for phrases of their own. */
export function hyphenated(tree: Tree, end: number): number {
  let to = end;
  while (tree.words[to]?.text === "-" && isJoined(tree, to) && isJoined(tree, to + 1)) to += 2;
  return to;
}

function isJoined(tree: Tree, i: number): boolean {
  const word = tree.words[i];
  return word !== undefined && tree.words[i - 1]?.end === word.start;
}

/** The words around `i` without marks and articles at the ends. */
export function trimmed(tree: Tree, from: number, to: number, i: number): string {
  let first = from;
  let last = to;
  const isArticle = (at: number) => tree.words[at + 1]?.start !== wordAt(tree, at).end || tree.words[at + 1]?.text !== "-";
  while (first < i && isArticle(first) && /^(?:a|an|the|[^\p{L}\p{N}$€£#@]+)$/iu.test(wordAt(tree, first).text)) first += 1;
  while (last > i + 1 && /^(?:[^\p{L}\p{N}%+#]+|'s)$/u.test(wordAt(tree, last - 1).text) && !isEndOfName(tree, last - 1)) last -= 1;
  return textBetween(tree, first, last);
}

/** "a café called Lucy's", "at Macy's": nothing is owned, and the mark belongs to the name. */
export function isEndOfName(tree: Tree, i: number): boolean {
  const [name, mark] = [tree.words[i - 1], tree.words[i]];
  return (
    mark?.tag === "POS" &&
    mark.start === name?.end &&
    /^NNPS?$/.test(name.tag) &&
    /^(?:pobj|dobj|oprd|attr|appos)$/.test(name.label)
  );
}

function nextPurpose(tree: Tree, i: number): number | undefined {
  return childrenOf(tree, i, "advcl").find(
    (child) =>
      child > i &&
      wordAt(tree, child).tag === "VB" &&
      childrenOf(tree, child, "aux").some((to) => wordAt(tree, to).lower === "to") &&
      childOf(tree, child, "nsubj") === undefined,
  );
}

/** The text of a verb with all that hangs on it, without its subject, auxiliaries, coordinated clauses and (mostly) dates. */
export function verbPhrase(tree: Tree, i: number, keep: { readonly dates?: boolean } = {}): string {
  const { from, to } = runOf(tree, i, (child) => {
    const { label, head } = wordAt(tree, child);
    // "the woman I spoke with": without it nobody knows which.
    if (label === "relcl" && head !== i) return tree.words[runOf(tree, child, () => false).from - 1]?.text === ",";
    if (head !== i) return apart.has(label) && label !== "conj" && label !== "cc" && label !== "appos";
    // "flew to Tallinn to install the boilers": what for.
    if (label === "advcl" && child === nextPurpose(tree, i)) return false;
    if (/^(?:nsubj|nsubjpass|csubj|aux|auxpass|neg|conj|cc|advcl|punct|mark|parataxis|intj|ccomp|dep|expl)$/.test(label))
      return true;
    if (label === "advmod" && child < i) return true;
    return keep.dates !== true && (isDate(tree, child) || (label === "npadvmod" && isDate(tree, child)));
  });
  return trimmed(tree, Math.max(from, i), to, i);
}

/** "order 4711" without the number at its end. */
export function withoutNumber(phrase: string): string {
  let end = phrase.length;
  while (end > 0 && /[\d\s#.]/.test(phrase.charAt(end - 1))) end -= 1;
  return phrase.slice(0, end);
}
