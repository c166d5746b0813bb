import { petKind, relationOf } from "./kinship.ts";
import { isQuoted, wordAt, type Sentence } from "./sentence.ts";
import { verbForm } from "./verbs.ts";

/** Tokens from..to (exclusive) of a sentence that say one thing. */
export interface Clause {
  readonly from: number;
  readonly to: number;
  /** It has no subject of its own and goes on with the one before it ("and work at Acme"). */
  readonly inherits: boolean;
}

const subjects = new Set("i we he she they you my our your his her its their".split(" "));
// "that", "which" and the like keep their clause within the one around it, where no rule reads it.
const subordinators = new Set(
  "if unless whether when whenever while until before after once wherever though although than as".split(" "),
);
const skipped = new Set("if unless whether when whenever while once wherever".split(" "));
const conditions = new Set(["if", "unless", "whether", "supposing", "provided"]);
const connectors = new Set("and but so because or then yet plus also & since although though".split(" "));
const adverbs = new Set(
  "now also then recently just currently still really always never finally eventually later even usually often only both".split(
    " ",
  ),
);
const auxiliaries = new Set(
  "am 'm is 's are 're was were have 've has had do does did will 'll can ca could would used".split(" "),
);

/** Splits a sentence at its connectors; clauses under "if", "when", "unless" say nothing certain and are left out. */
export function clausesOf(sentence: Sentence): Clause[] {
  const { tokens } = sentence;
  const clauses: Clause[] = [];
  // A condition at the head governs all that follows it ("If I win, I will move").
  if (conditions.has(wordAt(sentence, firstWord(sentence)))) return clauses;
  let open = { from: 0, inherits: false, dropped: false };
  const next = (to: number, following: typeof open) => {
    const { from, inherits, dropped } = open;
    if (to > from && !dropped && !isQuoted(sentence, from)) clauses.push({ from, to, inherits });
    open = following;
  };
  for (let i = 0; i < tokens.length; i++) {
    const word = wordAt(sentence, i);
    if (skipped.has(word)) next(i, { from: i, inherits: false, dropped: true });
    else if (word === ":" && introducesNames(sentence, i)) continue;
    else if (isStrongBreak(word) || isDash(sentence, i)) next(i, { from: i + 1, inherits: false, dropped: false });
    else if (word === "," || connectors.has(word)) {
      const from = nextContent(sentence, i + 1);
      const begins = beginning(sentence, from);
      // What goes on without a subject under "when" is under it too.
      if (begins) next(i, { from, inherits: begins === "verb", dropped: open.dropped && begins === "verb" });
      i = from - 1;
    }
  }
  next(tokens.length, open);
  return clauses;
}

function firstWord(sentence: Sentence): number {
  return Math.max(
    0,
    sentence.tokens.findIndex((token) => /\p{L}/u.test(token.text) && !connectors.has(token.lower)),
  );
}

/** "I have four dogs: Pepper, Panda and Pixie". */
function introducesNames(sentence: Sentence, at: number): boolean {
  const noun = wordAt(sentence, at - 1);
  return (relationOf(noun) ?? petKind(noun)) !== undefined && /^\p{Lu}/u.test(sentence.tokens[at + 1]?.text ?? "");
}

/** A hyphen with a space before it stands for a dash. */
function isDash(sentence: Sentence, at: number): boolean {
  return wordAt(sentence, at) === "-" && (sentence.tokens[at]?.start ?? 0) > (sentence.tokens[at - 1]?.end ?? 0);
}

function isStrongBreak(word: string): boolean {
  return /^(?:[;:()!?]|\.+|—|–|-{2,}|\u2026)$/.test(word);
}

function nextContent(sentence: Sentence, at: number): number {
  let i = at;
  while (
    i < sentence.tokens.length &&
    (connectors.has(wordAt(sentence, i)) || adverbs.has(wordAt(sentence, i)) || wordAt(sentence, i) === ",")
  )
    i += 1;
  return i;
}

/** What begins at a token: a clause with a subject, a further verb of the same subject, or neither. */
function beginning(sentence: Sentence, at: number): "subject" | "verb" | undefined {
  const token = sentence.tokens[at];
  if (!token || subordinators.has(token.lower)) return undefined;
  const next = wordAt(sentence, at + 1);
  if (/^(?:i|we|he|she|they|you|it)$/.test(token.lower)) return "subject";
  if (subjects.has(token.lower)) return hasVerbBeforeBreak(sentence, at + 1) ? "subject" : undefined;
  // "and the balcony faces the canal"
  const [noun, verb] = [sentence.tokens[token.head], sentence.tokens[sentence.tokens[token.head]?.head ?? -1]];
  if (token.tag === "DT" && noun?.label === "nsubj" && verb?.label === "conj" && /^VB/.test(verb.tag)) return "subject";
  const form = verbForm(token.lower);
  if (form && !form.ing && token.pos !== "NOUN" && token.pos !== "PROPN" && token.pos !== "ADJ") return "verb";
  if (auxiliaries.has(token.lower) && token.lower !== "'s") return "verb";
  if (/^\p{Lu}/u.test(token.text) && hasVerbBeforeBreak(sentence, at + 1)) {
    return auxiliaries.has(next) || verbForm(next) || /^\p{Lu}/u.test(sentence.tokens[at + 1]?.text ?? "") || next === "'s"
      ? "subject"
      : undefined;
  }
  return undefined;
}

function hasVerbBeforeBreak(sentence: Sentence, at: number): boolean {
  for (let i = at; i < Math.min(at + 8, sentence.tokens.length); i++) {
    const word = wordAt(sentence, i);
    if (word === "," || connectors.has(word) || isStrongBreak(word)) return false;
    const form = verbForm(word);
    if (auxiliaries.has(word) ? word !== "'s" || i > at : form && !form.ing && sentence.tokens[i]?.pos !== "NOUN") return true;
  }
  return false;
}
