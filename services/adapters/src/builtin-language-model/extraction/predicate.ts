import { words } from "./words.ts";
import { dateAt, wordAt, type Sentence } from "./sentence.ts";
import { verbForm } from "./verbs.ts";

/** The main verb of a clause and what its auxiliaries say about it. */
export interface Predicate {
  /** The lemma, "be" for a copula. */
  readonly verb: string;
  /** The token of the main verb. */
  readonly at: number;
  readonly tense: "present" | "past" | "future";
  readonly progressive: boolean;
  readonly perfect: boolean;
  readonly negated: boolean;
  /** "used to": true once, not any more. */
  readonly ended: boolean;
  /** now, no longer, actually, any more, … */
  readonly changed: boolean;
  /** would, could, should, might, must: not said of the world as it is. */
  readonly unreal: boolean;
  /** can: an ability. */
  readonly ability: boolean;
}

const be = new Set("am 'm is 's are 're was were be been being".split(" "));
const have = new Set("have 've has had".split(" "));
const support = new Set("do does did".split(" "));
const unrealModals = new Set("would could should might may must 'd shall ought".split(" "));
const skippable = new Set(
  words(`
  just recently currently now always really also still actually already finally both even absolutely totally mostly
  usually often definitely so truly since then all only mainly sometimes probably officially happily proudly originally
  basically finally very totally kinda simply generally normally regularly occasionally ever lately previously once
  formerly soon eventually
`),
);
export const changeWords: ReadonlySet<string> = new Set("now actually nowadays currently".split(" "));
/** Words behind a form of "be" that are not verbs of their own here: the rules of "be" read them. */
const states = new Set(
  words(`
    born called named based located married engaged divorced separated retired owned founded headquartered
    renamed diagnosed employed situated related acquired
  `),
);

/** Reads the predicate that begins at a token; undefined where the reader does not know the verb. */
export function readPredicate(sentence: Sentence, from: number, end: number): Predicate | undefined {
  const p = {
    tense: "present" as Predicate["tense"],
    progressive: false,
    perfect: false,
    negated: false,
    ended: false,
    changed: false,
    unreal: false,
    ability: false,
  };
  const tail = tailCues(sentence, from, end);
  const done = (verb: string, at: number): Predicate => ({
    ...p,
    verb,
    at,
    negated: p.negated,
    changed: p.changed || tail.changed,
    ended: p.ended || (p.negated && tail.anymore),
  });
  for (let i = from; i < end; i++) {
    const word = wordAt(sentence, i);
    const next = nextWord(sentence, i + 1, end);
    if (word === "no" && wordAt(sentence, i + 1) === "longer") {
      p.negated = p.changed = p.ended = true;
      i += 1;
    } else if (word === "not" || word === "n't" || word === "never" || word === "cannot") p.negated = true;
    else if (skippable.has(word) || dateAt(sentence, i)) p.changed ||= changeWords.has(word);
    else if (word === "used" && wordAt(sentence, i + 1) === "to") {
      p.ended = p.changed = true;
      p.tense = "past";
      i += 1;
    } else if (/^(?:will|'ll|gonna|wo)$/.test(word)) p.tense = "future";
    else if (word === "going" && wordAt(sentence, i + 1) === "to" && verbLike(sentence, i + 2)) {
      p.tense = "future";
      p.progressive = false;
      i += 1;
    } else if (word === "can" || word === "ca") p.ability = true;
    else if (unrealModals.has(word) && !(word === "'d" && next.word === "better")) p.unreal = true;
    else if (support.has(word) && isNegation(wordAt(sentence, i + 1))) p.tense = word === "did" ? "past" : p.tense;
    else if (be.has(word)) {
      if (word === "was" || word === "were") p.tense = "past";
      const form = verbForm(next.word);
      if (states.has(next.word)) return done("be", i);
      if (next.word === "going" && wordAt(sentence, next.at + 1) === "to") p.progressive = false;
      else if (next.word === "gonna") continue;
      else if (be.has(next.word)) continue;
      else if (form?.ing && !isNounHere(sentence, next.at)) p.progressive = true;
      else if (word === "'s" && form?.past) p.perfect = true;
      else return done("be", lastSkipped(sentence, i, end, p, next.at));
    } else if (have.has(word)) {
      const form = verbForm(next.word);
      if (form?.past || be.has(next.word)) p.perfect = true;
      else return done("have", i);
      if (next.word === "got") return done("have", next.at);
    } else {
      const form = verbForm(word);
      if (!form) return p.tense === "future" ? done(word, i) : undefined;
      if (form.ing && !p.progressive) return undefined;
      if (form.past && !form.base && !p.perfect && p.tense === "present" && !p.progressive) p.tense = "past";
      return done(form.lemma, i);
    }
  }
  return undefined;
}

/** "is no longer", "is not", "is now": what stands between the copula and its complement. Returns the copula's last token. */
function lastSkipped(
  sentence: Sentence,
  at: number,
  end: number,
  p: { negated: boolean; changed: boolean; ended: boolean },
  next: number,
): number {
  let last = at;
  for (let i = at + 1; i < end && i <= next + 3; i++) {
    const word = wordAt(sentence, i);
    if (word === "no" && wordAt(sentence, i + 1) === "longer") {
      p.negated = p.changed = p.ended = true;
      last = i += 1;
    } else if (isNegation(word)) {
      p.negated = true;
      last = i;
    } else if (skippable.has(word)) {
      p.changed ||= changeWords.has(word);
      last = i;
    } else break;
  }
  return last;
}

function isNegation(word: string): boolean {
  return word === "not" || word === "n't" || word === "never";
}

function nextWord(sentence: Sentence, at: number, end: number): { word: string; at: number } {
  let i = at;
  while (i < end && (skippable.has(wordAt(sentence, i)) || isNegation(wordAt(sentence, i)))) i += 1;
  return { word: wordAt(sentence, i), at: i };
}

function verbLike(sentence: Sentence, at: number): boolean {
  const token = sentence.tokens[at];
  return (
    token !== undefined &&
    token.pos !== "DET" &&
    token.pos !== "PROPN" &&
    token.pos !== "PRON" &&
    !/^\p{Lu}/u.test(token.text) &&
    (verbForm(token.lower)?.base === true || token.pos === "VERB")
  );
}

function isNounHere(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.pos === "PROPN";
}

function tailCues(sentence: Sentence, from: number, end: number): { changed: boolean; anymore: boolean } {
  const last = [wordAt(sentence, end - 1), wordAt(sentence, end - 2)];
  const anymore =
    last.includes("anymore") ||
    (last[0] === "more" && last[1] === "any") ||
    (last.includes("more") && wordAt(sentence, end - 3) === "any");
  return { changed: anymore || (last.some((word) => changeWords.has(word)) && end - from > 2), anymore };
}
