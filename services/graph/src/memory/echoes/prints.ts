/**
 * Fingerprints by which parts of a text are recognised in another one, and from which neither can be read: each run of four words
 * (shingles: Broder 1997), each sentence, and a fact written as Loci writes it ("Mina job title: nurse").
 */
import { createHash } from "node:crypto";
import { fingerprint, sentencesOf, weight } from "../fingerprints.ts";
import { wordsOf, type Word } from "./words.ts";

export const shingleWords = 4;
/** A sentence of fewer letters is too common to be recognised by. */
const shortestSentence = 12;
/** Of a fact that is recognised as written: so many words before its colon, and of its value, at most. */
export const maxFactWords = 8;

const hashLength = 12;
const hash = (kind: string, text: string) =>
  kind + createHash("sha256").update(`${kind} ${text}`).digest("base64url").slice(0, hashLength);

/** One for each run of four words, by the place of its first. */
export function shinglePrints(words: readonly Word[]): string[] {
  const texts = words.map(({ text }) => text);
  return texts.slice(shingleWords - 1).map((_, at) => hash("s", texts.slice(at, at + shingleWords).join(" ")));
}

/** Of a fact's words before its colon, and of the first words of its value. */
export function factPrint(head: readonly string[], value: readonly string[]): string {
  return hash("f", `${head.join(" ")}: ${value.join(" ")}`);
}

/** What is kept of a text that was returned. */
export interface ReturnedPrints {
  readonly whole: string;
  readonly sentences: readonly string[];
  /** Of its runs of words, and of the fact that it is. */
  readonly parts: readonly string[];
}

/** How much of a text has fingerprints of its own, beside the one of the whole. */
export interface PrintLimits {
  readonly sentences: number;
  /** From its beginning on. */
  readonly words: number;
}

/** Longer words than this, with what stands between them, are of no language. */
const charactersPerWord = 40;

/** All that `printsWithin` may have given of a text. */
export function returnedPrints(text: string): ReturnedPrints {
  return printsWithin(text, { sentences: Infinity, words: Infinity });
}

export function printsWithin(text: string, limits: PrintLimits): ReturnedPrints {
  const beginning = text.slice(0, limits.words * charactersPerWord);
  const sentences = sentencesOf(beginning).filter((part) => weight(part) >= shortestSentence);
  return {
    whole: fingerprint(text),
    sentences: sentences.slice(0, limits.sentences).map(fingerprint),
    parts: [...shinglePrints(wordsOf(beginning).slice(0, limits.words)), ...ofFact(text)],
  };
}

/** Whether a text is a fact, or an entity, as Loci writes it: nobody speaks so. */
export function isOwnWording(text: string): boolean {
  return ofFact(text).length > 0 || /^[^\n]{1,512} \(\p{Lu}[^()\n]{0,127}\)$/u.test(text.trim());
}

/** Of a fact as Loci writes it; its value may be cut, so each beginning of it has a print. */
function ofFact(text: string): string[] {
  const [, head = "", value = ""] = /^([^:\n]{1,120}):\s([^\n]+)$/.exec(text) ?? [];
  const before = wordsOf(head).map((word) => word.text);
  if (before.length < 2 || before.length > maxFactWords) return [];
  const after = wordsOf(value.slice(0, 400)).map((word) => word.text);
  return [[], ...after.slice(0, maxFactWords).map((_, at) => after.slice(0, at + 1))].map((value) => factPrint(before, value));
}
