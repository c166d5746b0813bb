/** What sources say of one thing that cannot both be so, where the truth does not know of it: nothing was read from one of them. */
import { analyse, isLightTerm, reporterOf } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Question } from "../question.ts";
import { ofWords, sentenceSpans } from "../words.ts";
import { mayHoldSeveral, valueKind } from "./one-value.ts";
import { isName, isPassage, readHits, type Said, type Sentence } from "./said.ts";

/** More is not compared. */
const compared = 16;
/** What somebody else says later than so is what has become of it. */
const withinMs = 7 * 24 * 3_600_000;

/**
 * The hits, those marked as disputed of which another source says otherwise at about the same time, or under another scope at any time: the
 * same sentence with another value, or with "not". Nothing is disputed by who says that something has changed, and no source by itself.
 */
export function withDisputes(hits: readonly CheckedHit[], { focus, time }: Pick<Question, "focus" | "time">): CheckedHit[] {
  if (time.tense === "former" || focus.asked.length === 0 || !hasSeveralSources(hits.slice(0, compared))) return [...hits];
  const said = readHits(hits.slice(0, compared), focus);
  const isOfAsked = ({ tells, terms }: Said | Sentence) =>
    tells > 0 || focus.asked.some((term) => !isLightTerm(term) && terms.has(term));
  const mayDiffer = said
    .filter((one) => isPassage(one.hit) && holds(one) && one.names && isOfAsked(one))
    .map((one) => withClaims(one, isOfAsked));
  const disputed = new Map<string, Set<string>>();
  for (const [at, one] of mayDiffer.entries()) {
    for (const other of mayDiffer.slice(at + 1)) {
      for (const terms of disputedBetween(one, other, focus.asked)) {
        for (const side of [one, other]) {
          const { turnId, id } = side.said.hit.record;
          const known = disputed.get(turnId || id) ?? new Set();
          disputed.set(turnId || id, new Set([...known, ...terms]));
        }
      }
    }
  }
  if (disputed.size === 0) return [...hits];
  return hits.map((hit, i) => {
    const one = said[i];
    const terms = disputed.get(hit.record.turnId || hit.record.id);
    if (one === undefined || terms === undefined || isName(one) || !holds(one)) return hit;
    const isOfIt = isPassage(hit) || terms.size === 0 || [...terms].some((term) => one.terms.has(term));
    return isOfIt ? { ranked: hit.ranked, record: { ...hit.record, standing: disputedStanding(hit) } } : hit;
  });
}

/** Characters in which somebody is looked for whose words are passed on. */
const lookedAt = 1_000;

const hasReporter = ofWords((sentence) => reporterOf(sentence).name !== "");

/** Most often one person tells all in one scope, and nothing has to be compared. */
function hasSeveralSources(hits: readonly CheckedHit[]): boolean {
  const passages = hits.filter(isPassage).map(({ record }) => record);
  const sources = passages.map(
    ({ text, speaker, scopes }) => `${speaker} ${label.exec(text)?.[0] ?? ""} ${JSON.stringify(scopes ?? null)}`,
  );
  return (
    new Set(sources).size > 1 ||
    passages.some(({ text }) =>
      sentenceSpans(text.slice(0, lookedAt)).some(({ start, end }) => hasReporter(text.slice(start, end))),
    )
  );
}

function disputedStanding({ record }: CheckedHit) {
  return { endedBy: [], until: "", endedParts: [], ...record.standing, kind: "disputed" };
}

function holds({ hit }: Said): boolean {
  const kind = hit.record.standing?.kind;
  return kind !== "ended" && kind !== "disputed";
}

interface Claim {
  readonly sentence: Sentence;
  /** The words without who says them. */
  readonly plain: string;
  readonly terms: ReadonlySet<string>;
}

interface Claims {
  readonly said: Said;
  readonly source: string;
  readonly scopes: string;
  readonly claims: readonly Claim[];
}

const label = /^[\p{L}\p{N} .()'\u2019-]{1,50}:\s+/u;
const ownVoice = /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|us)\b/;

function withClaims(said: Said, isOfAsked: (sentence: Sentence) => boolean): Claims {
  const { text, speaker, scopes } = said.hit.record;
  const named = label.exec(text)?.[0] ?? "";
  let source = `${speaker} ${named}`;
  const claims = said.sentences
    .filter((one) => isOfAsked(one) && one.change === undefined && !one.text.endsWith("?"))
    .map((sentence): Claim => {
      const words = sentence.text.startsWith(named) ? sentence.text.slice(named.length) : sentence.text;
      const by = reporterOf(words);
      source += ` ${by.name}`;
      const plain = words.slice(by.end);
      return { sentence, plain, terms: new Set(analyse(plain)) };
    });
  return { said, source: source.trim().toLowerCase(), scopes: JSON.stringify(scopes ?? null), claims };
}

/** For each claim that both make and of which they differ: the terms of the two values, none where one only denies the other. */
function disputedBetween(a: Claims, b: Claims, asked: readonly string[]): ReadonlySet<string>[] {
  const isElsewhere = a.scopes !== b.scopes;
  if (!isElsewhere && (a.source === b.source || apart(a.said, b.said) > withinMs)) return [];
  return a.claims.flatMap((one) => b.claims.flatMap((other) => differenceOf(one, other, asked) ?? []));
}

function apart({ hit: { record: a } }: Said, { hit: { record: b } }: Said): number {
  return Math.abs(Date.parse(a.knownAt) - Date.parse(b.knownAt));
}

const negation = /\b(?:not|no|never|none)\b|n['\u2019]t\b/i;
/** Terms in which the values of two claims may differ. */
const most = 3;

/** Of two sentences that say the same but for one value, or but for "not". */
function differenceOf(a: Claim, b: Claim, asked: readonly string[]): Set<string> | undefined {
  // Who speaks of themselves speaks of another than the other does.
  if (ownVoice.test(a.plain) || ownVoice.test(b.plain)) return undefined;
  const shared = [...a.terms].filter((term) => b.terms.has(term));
  const only = { a: [...a.terms].filter((term) => !b.terms.has(term)), b: [...b.terms].filter((term) => !a.terms.has(term)) };
  if (shared.length < 2 && !asked.some((term) => shared.includes(term))) return undefined;
  const isDenied = negation.test(a.plain) !== negation.test(b.plain);
  if (only.a.length === 0 && only.b.length === 0) return isDenied ? new Set() : undefined;
  if (isDenied || mayHoldSeveral(asked) || only.a.length === 0 || only.b.length === 0) return undefined;
  if (only.a.length > most || only.b.length > most) return undefined;
  const [kind, other] = [valueKind(wordsOf(a.plain, only.a)), valueKind(wordsOf(b.plain, only.b))];
  const isPlace = only.a.length === 1 && only.b.length === 1 && place.test(a.plain) && place.test(b.plain);
  const isState = only.a.length === 1 && only.b.length === 1 && state.test(a.plain) && state.test(b.plain);
  return kind === other && (kind >= 0 || isPlace || isState) ? new Set([...only.a, ...only.b]) : undefined;
}

const place = /\b(?:in|at|on|under|behind|near) (?:(?:the|a|an|my|our|his|her|their) )?[\p{L}-]{1,40}[.!]?$/iu;

/** "The car was blue." */
const state = /\b(?:is|are|was|were) [\p{Ll}-]{1,40}[.!]?$/u;

/** The words of a text that have these terms. */
function wordsOf(text: string, terms: readonly string[]): string {
  // A comma within a number parts nothing.
  const words = text.split(/(?:[\s;()]|,(?!\d))+/u);
  return words.filter((word) => analyse(word).some((term) => terms.includes(term))).join(" ");
}
