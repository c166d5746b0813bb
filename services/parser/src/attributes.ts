import type { AttributeRule, TokenPattern, TokenTest } from "./assets.ts";

/** What the rules look at and set. */
export interface Attributes {
  readonly lower: string;
  readonly isSpace: boolean;
  tag: string;
  label: string;
  pos: string;
  morph: string;
  /** Set by a rule; the lemmatiser finds the others. */
  lemma: string | undefined;
}

export type AttributeRuler = (words: readonly Attributes[]) => void;

type Test = (value: string) => boolean;
type Fits = (word: Attributes) => boolean;
interface Rule {
  readonly pattern: readonly Fits[];
  readonly set: (word: Attributes) => void;
  readonly index: number;
}

const none = "_";

/**
 * spaCy's attribute ruler: maps tags to universal parts of speech and features, with rules for single words. Every rule sees the words
 * as they were; where several fit, the last one counts. Rules are looked up by the word or the tag that their first token names.
 */
export function createAttributeRuler(rules: readonly AttributeRule[]): AttributeRuler {
  const byWord = new Map<string, number[]>();
  const byTag = new Map<string, number[]>();
  const always: number[] = [];
  const compiled: Rule[] = [];
  for (const { patterns, attrs, index } of rules) {
    for (const pattern of patterns) {
      const rule = compiled.push({ pattern: pattern.map(fits), set: setter(attrs), index }) - 1;
      const [first = {}] = pattern;
      const words = namedBy(first.LOWER);
      const tags = namedBy(first.TAG);
      if (words) for (const word of words) add(byWord, word, rule);
      else if (tags) for (const tag of tags) add(byTag, tag, rule);
      else always.push(rule);
    }
  }
  return (words) => {
    const matches: { readonly rule: number; readonly at: number }[] = [];
    words.forEach((word, at) => {
      for (const list of [byWord.get(word.lower), byTag.get(word.tag), always]) {
        for (const rule of list ?? []) {
          const { pattern } = compiled[rule] ?? { pattern: [] };
          if (pattern.every((test, i) => testAt(test, words[at + i]))) matches.push({ rule, at });
        }
      }
    });
    matches.sort((a, b) => a.rule - b.rule);
    for (const { rule, at } of matches) {
      const one = compiled[rule];
      const word = words[at + (one?.index ?? 0)];
      if (one && word) one.set(word);
    }
  };
}

const testAt = (test: Fits, word: Attributes | undefined): boolean => word !== undefined && test(word);

function add(lists: Map<string, number[]>, key: string, rule: number): void {
  const known = lists.get(key);
  if (known) known.push(rule);
  else lists.set(key, [rule]);
}

function namedBy(test: TokenTest | undefined): readonly string[] | undefined {
  if (typeof test === "string") return [test];
  return typeof test === "object" ? test.IN : undefined;
}

function fits({ TAG, LOWER, DEP, IS_SPACE }: TokenPattern): Fits {
  const tag = valueTest(TAG);
  const lower = valueTest(LOWER);
  const label = valueTest(DEP);
  return (word) => tag(word.tag) && lower(word.lower) && label(word.label) && (IS_SPACE === undefined || word.isSpace === IS_SPACE);
}

function valueTest(test: TokenTest | undefined): Test {
  if (test === undefined) return () => true;
  if (typeof test === "string") return (value) => value === test;
  if (typeof test === "boolean") return () => false;
  const { IN, NOT_IN, REGEX } = test;
  const pattern = REGEX === undefined ? undefined : new RegExp(REGEX, "u");
  return (value) => (IN?.includes(value) ?? true) && NOT_IN?.includes(value) !== true && (pattern?.test(value) ?? true);
}

function setter({ TAG, POS, MORPH, LEMMA, DEP }: AttributeRule["attrs"]): (word: Attributes) => void {
  return (word) => {
    if (TAG !== undefined) word.tag = TAG;
    if (POS !== undefined) word.pos = POS;
    if (MORPH !== undefined) word.morph = MORPH === none ? "" : MORPH;
    if (LEMMA !== undefined) word.lemma = LEMMA;
    if (DEP !== undefined) word.label = DEP;
  };
}
