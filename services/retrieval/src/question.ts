import type { Identity, ScopeSet } from "@loci/kernel";
import type { LabelFilter } from "@loci/ports/search-index";
import type { retrieval } from "@loci/protos";
import {
  adjunctTerms,
  analyse,
  asksForName,
  askedTime,
  datesIn,
  expandTerms,
  isLightTerm,
  isStopWord,
  questionFocus,
  withoutKinTitle,
  type AskedTime,
  type DateSpan,
  type QuestionKind,
} from "@loci/text";

import type { Called } from "./recall/called.ts";
import { measureKind, type MeasureKind } from "./recall/other-measure.ts";

/** A question as every leg wants it. */
export interface Question {
  readonly text: string;
  /** Terms with their weights: the question's own 1, related words less. */
  readonly terms: ReadonlyMap<string, number>;
  /** What is embedded: names are left out, as a speaker's name matches every line of that speaker. */
  readonly dense: string;
  /** Every word, in lower case, for the names of speakers. */
  readonly words: ReadonlySet<string>;
  /** What may be the name of an entity. */
  readonly names: readonly string[];
  /** What is written as a name. */
  readonly written: readonly string[];
  /** It is about whoever asks ("Where do I live?", "the user's job"). */
  readonly ofSelf: boolean;
  readonly during: readonly DateSpan[];
  readonly asksWhen: boolean;
  readonly focus: Focus;
  readonly time: AskedTime;
  /** When it is asked. */
  readonly now: string;
}

/** What a question is about. */
export interface Focus {
  /** Its terms. */
  readonly terms: ReadonlySet<string>;
  /** The terms of the names in it. */
  readonly names: ReadonlySet<string>;
  /** The others: what is asked of whom it names. */
  readonly asked: readonly string[];
  /** The kind of answer that it asks for first. */
  readonly kind: QuestionKind | undefined;
  /** All kinds of answers that it asks for. */
  readonly kinds: ReadonlySet<QuestionKind>;
  /** It asks what somebody or something is called. */
  readonly wantsName: boolean;
  /** What it is about, names too, with how much each says: circumstances ("for her birthday") and words of every day say less. */
  readonly weights: ReadonlyMap<string, number>;
  /** Whether it is about who asks. */
  readonly isOwn: boolean;
  /** The terms of two things of which it asks for one: "dark or light". */
  readonly alternatives: readonly string[];
  /** Of what kind the value is that it asks for, where it asks for a measure. */
  readonly measure: MeasureKind | undefined;
  /** Whom it means by other names than the texts have. */
  readonly called: Called;
}

const maxNames = 48;
/** In UTF-16 units: nobody asks by more than some hundred words. Of a longer question its beginning and its end are read, half of this each. */
const longestRead = 4_000;
/** More terms than anybody asks by; the index looks for each of them and of its related words. */
const maxTerms = 256;
/** No entity's name is longer; a long run of capitals, or a text written without spaces, is none. */
const maxNameLength = 256;

/** Reads a question; `now` (RFC 3339) is what its relative dates refer to. */
export function readQuestion(asked: string, now: string): Question {
  const text = readPart(asked);
  const focus = questionFocus(text);
  const during = datesIn(text, now);
  const time = askedTime(text, during.length > 0 && during.every(({ until }) => until <= now));
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'\u2019-]*/gu) ?? [];
  return {
    text,
    terms: expandTerms([...new Set(focus.terms)].slice(0, maxTerms)),
    dense: withoutNames(text, focus.names),
    words: new Set(words.map((word) => word.replace(/['\u2019]s?$/, ""))),
    names: candidateNames(focus.names, words),
    written: focus.names,
    ofSelf: /\b(?:I|i|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|us|[Oo]urs?|[Tt]he user|User)\b(?![.-]\p{L})/u.test(text),
    during,
    asksWhen: focus.kinds[0] === "when",
    focus: focusOf(text, time),
    time,
    now,
  };
}

/** What a question is about, where nothing else of it is wanted. */
export function readFocus(asked: string): Focus {
  const text = readPart(asked);
  return focusOf(text, askedTime(text, false));
}

function readPart(text: string): string {
  if (text.length <= longestRead) return text;
  // A character that is cut in two would be sent to no provider of embeddings.
  return `${text.slice(0, longestRead / 2)} ${text.slice(-longestRead / 2)}`.toWellFormed();
}

/** Words that a question says of its time, or of whom it is told, not of what it asks. */
const beside: ReadonlySet<string> = new Set(
  analyse("now current currently today present user these days first earliest latest newest recent recently last before"),
);

const ownWords = /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|us|[Oo]urs?|[Uu]ser(?:'s)?)\b/;

/** Somebody may own several things; a thing has one owner. */
const asksForOwner = /\b(?:who|(?:which|what) \p{L}+) owns\b/iu;

/** More terms than a question asks by: each is held against the words of each hit. */
const maxAsked = 24;

function focusOf(text: string, { before }: AskedTime): Focus {
  // What it only dates its answer by, it does not ask.
  const { terms, kinds, names: written } = questionFocus(before === "" ? text : text.slice(0, text.lastIndexOf(before)));
  // "CTO" and "API" are asked for; they name nobody.
  const names = new Set(
    written
      .filter((name) => !/^\p{Lu}{2,4}$/u.test(name))
      // "Project Heron" is spoken of as "Heron", and "Grandpa Joop" is kept as "Joop".
      .map((name) => withoutKinTitle(name.replace(/^Project (?=\p{L})/u, "")))
      .flatMap(analyse)
      .slice(0, maxAsked),
  );
  const told = asksForOwner.test(text) ? terms.map((term) => (term === "own" ? "owner" : term)) : terms;
  const heads = new Set(written.some((name) => /^Project \p{L}/u.test(name)) ? analyse("project") : []);
  const asked = [...new Set(told)].filter((term) => !names.has(term) && !beside.has(term) && !heads.has(term)).slice(0, maxAsked);
  const weights = weightsOf(text, [...names, ...asked], names);
  const [kind, wantsName, isOwn] = [kinds[0], asksForName(text), ownWords.test(text)];
  return {
    terms: new Set(terms),
    names,
    asked,
    kind,
    kinds: new Set(kinds),
    wantsName,
    weights,
    isOwn,
    alternatives: alternativesIn(text),
    measure: measureKind(text),
    called: new Map(),
  };
}

const either = /\b(\p{L}{2,40}) or (?:an? |the |in |with )?(\p{L}{2,40})\b/u;

function alternativesIn(text: string): readonly string[] {
  const [, one = "", other = ""] = either.exec(text) ?? [];
  const [a, b] = [analyse(one).at(-1), analyse(other).at(-1)];
  return a === undefined || b === undefined || a === b ? [] : [a, b];
}

const lightWeight = 0.3;
const adjunctWeight = 0.5;

function weightsOf(text: string, about: readonly string[], names: ReadonlySet<string>): ReadonlyMap<string, number> {
  // Behind a name alone it is all that is asked: "What does Lumen do during the week?".
  const adjuncts = adjunctTerms(text, (term) => about.includes(term) && !names.has(term));
  const main = about.filter((term) => !adjuncts.has(term) && !names.has(term));
  // "What does she want for her birthday?": where nothing else is asked, a word of every day says what is.
  const isAllLight = main.every(isLightTerm);
  const weightOf = (term: string) => (adjuncts.has(term) ? adjunctWeight : isAllLight || !isLightTerm(term) ? 1 : lightWeight);
  return new Map(about.map((term) => [term, weightOf(term)] as const));
}

function withoutNames(text: string, names: readonly string[]): string {
  let rest = text;
  for (const name of names) rest = rest.replaceAll(name, " ");
  return analyse(rest).length >= 2 ? rest : text;
}

/** Capitalised runs first; then single words and pairs, for who writes names in lower case. */
function candidateNames(written: readonly string[], words: readonly string[]): string[] {
  const plain = words.map((word) => word.replace(/['\u2019]s$/, ""));
  const content = plain.filter((word) => word.length > 2 && !isStopWord(word));
  const pairs = plain.slice(1).map((word, i) => `${plain[i] ?? ""} ${word}`);
  const fitting = [...written, ...content, ...pairs].filter((name) => name.length <= maxNameLength);
  return [...new Set(fitting)].slice(0, maxNames);
}

/** Labels as filters: values of one key are alternatives, keys add up. */
export function labelFilters(labels: readonly string[]): LabelFilter[] {
  const byKey = Map.groupBy(labels, (label) => label.split("=", 1)[0] ?? label);
  return [...byKey].map(([key, all]) => ({ key, values: all.map((label) => label.slice(key.length + 1)) }));
}

/**
 * Who asks: what another one asked, though it could read the same, nobody is to learn by being answered from a cache, nor the holder of a key
 * with grants of its own what was asked with another.
 */
export function askerKey({ principalId, principalSince = "", delegatedPrincipalId, keyId, isNarrowed = false }: Identity): string {
  return JSON.stringify([principalId, principalSince, delegatedPrincipalId, isNarrowed ? keyId : ""]);
}

/** The request's normal form: two requests with the same text ask the same. */
export function requestKey(request: retrieval.QueryRequest, region: readonly string[], lens: ScopeSet | undefined): string {
  const { lens: _given, source: _label, sessionId: _where, query, labels, time, ...rest } = request;
  const asked = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const view = looksBack(time) ? time : null;
  return JSON.stringify([query.trim().replace(/\s+/g, " "), [...labels].sort(), asked, view, region, lens ?? null]);
}

/** Whether a time view asks for anything else than the present. */
export function looksBack(time: retrieval.QueryRequest["time"]): boolean {
  return time !== null && Object.values(time).some((value) => value !== "");
}

/** Whether a row that has ended may fit: it may have held at that instant, or its end was not yet recorded on that day. */
export function mayHaveEnded(time: retrieval.QueryRequest["time"]): boolean {
  return time !== null && (time.recordedAsOf !== "" || (time.asOf === "" && looksBack(time)));
}
