/** What is heard of a text in which something comes back that the service itself returned. */
import type { Proposed, ProposedFact, ProposedInstruction } from "../proposal.ts";
import { isInside, masked, type Span } from "./spans.ts";
import { isStopWord } from "@loci/text";
import { wordsOf } from "./words.ts";

/** What was said in a turn, and which parts of it are none of its speaker's. */
export interface Heard {
  readonly content: string;
  readonly echoes: readonly Span[];
}

/** A sentence of so many words says something, whatever they are. */
const manyWords = 12;
const namesOrCounts = /\p{N}|(?<=[\p{L}\p{N},;]\s)(?!I\b)\p{Lu}\p{Ll}/u;
/** "This is what I have:" only introduces what it stands before; a question says nothing. */
const saysNothing = /[:?]["')\]]*$/;

/** Whether what stands around the echoes says something of its own: a long sentence, or a name, a number or a date. */
export function saysMore({ content, echoes }: Heard): boolean {
  const rest = masked(content, echoes)
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((part) => part.trim())
    .filter((part) => !saysNothing.test(part) && /[\p{L}\p{N}]{2}/u.test(part));
  return rest.some((part) => namesOrCounts.test(part) || wordsOf(part).length >= manyWords);
}

/** Words that only bring back what was said, or thank for it; with those that say nothing anyway. */
const introducing = new Set(
  (
    "say says said saying tell tells told mention mentions mentioned know knows known remember remembers recall recalled memory memories note notes " +
    "noted record records recorded according above earlier before previous previously answer answered reply replied found find context thanks " +
    "thank right correct ok okay please again too indeed yes no exactly got still true great good nice look see here user"
  ).split(" "),
);

/**
 * The echoes without those in a sentence that says something of its speaker's own, in plain words: "Ada keeps the lantern in the hall" was
 * returned, and "Bo keeps the lantern in the hall." is said. Sentences of one form have long runs of words in common, and are no echo of
 * each other. A first or last word that is none of the echo may be what a cut left of one.
 */
export function withoutLikeness({ content, echoes }: Heard): readonly Span[] {
  const words = wordsOf(content);
  const from = /^\P{Lu}/u.test(content.trimStart()) ? (words[1]?.start ?? 0) : 0;
  const isWhole = /[.!?]["')\]]*$/.test(content.trimEnd());
  const until = isWhole ? content.length : (words.at(-2)?.end ?? content.length);
  const own = words.filter(
    (word) =>
      word.start >= from && word.end <= until && !isInside(word, echoes) && !introducing.has(word.text) && !isStopWord(word.text),
  );
  return echoes.filter((echo) => !own.some((word) => isOfOneSentence(content, echo, word)));
}

function isOfOneSentence(content: string, a: Span, b: Span): boolean {
  const between = a.end <= b.start ? content.slice(a.end, b.start) : content.slice(b.end, a.start);
  return !/[.!?:]\s|\n/.test(between);
}

/** The proposals without those that were read from an echo. @param heard by the id of the turn */
export function withoutEchoes(proposed: Proposed, heard: ReadonlyMap<string, Heard>): Proposed {
  const echoing = new Map([...heard].filter(([, { echoes }]) => echoes.length > 0));
  if (echoing.size === 0) return proposed;
  const isHeard = (one: ProposedInstruction) => {
    const turn = echoing.get(one.statement.source.turnId);
    return turn === undefined || !isEcho(one, turn);
  };
  const facts = proposed.facts.filter(isHeard);
  const named = new Set(facts.flatMap(namesIn));
  const entities = proposed.entities.filter(({ name, turnId }) => {
    const turn = turnId === undefined ? undefined : echoing.get(turnId);
    return turn === undefined || named.has(name.nameNorm) || masked(turn.content, turn.echoes).includes(name.name);
  });
  return { entities, facts, instructions: proposed.instructions.filter(isHeard) };
}

/**
 * Whether a statement's words are an echo: all of them; or, where only what introduces it is somebody's own ("You said that …"), all of its
 * value's and most of the others. What is denied or changed is so by its words around.
 */
function isEcho({ statement }: ProposedInstruction, { content, echoes }: Heard): boolean {
  const { source, value, negated, changed } = statement;
  if (source.spanStart < 0) return true;
  const words = wordsOf(content.slice(source.spanStart, source.spanEnd)).map(({ text, start, end }) => ({
    text,
    start,
    isOwn: !isInside({ start: source.spanStart + start, end: source.spanStart + end }, echoes),
  }));
  const own = words.filter(({ isOwn }) => isOwn);
  if (own.length === 0) return words.length > 0;
  if (negated || changed) return false;
  const ofValue = new Set(wordsOf(value).map(({ text }) => text));
  // "The user said: …, and wal": a cut leaves a part of a word.
  const cutAt = /[\p{L}\p{N}]$/u.test(content) ? (wordsOf(content).at(-1)?.start ?? 0) - source.spanStart : Infinity;
  const isSaid = own.some(({ text, start }) => ofValue.has(text) || !(introducing.has(text) || isStopWord(text) || start >= cutAt));
  if (!isSaid) return true;
  const isIntroduced = own.length <= words.length / 3 && words.findLastIndex(({ isOwn }) => isOwn) < own.length;
  return isIntroduced && !own.some(({ text }) => ofValue.has(text));
}

function namesIn({ subject, target }: ProposedFact): string[] {
  return [subject.nameNorm, ...(target === undefined ? [] : [target.nameNorm])];
}
