import type { Candidate } from "@loci/ports/search-index";

/** What a question says beside its words, as far as it bears on the order of hits. */
export interface Cues {
  /** Names of speakers that the question holds, in lower case. */
  readonly speakers: ReadonlySet<string>;
  readonly during: readonly { readonly from: string; readonly until: string }[];
  /** The question asks when: what was said with a word of time in it is likelier. */
  readonly asksWhen: boolean;
  /** Facts that the graph leg proposes: how many hops away from what the question names (1 is nearest). */
  readonly graphDistance: ReadonlyMap<string, number>;
  /** The passage that each of those facts was read from. */
  readonly sourceOf: ReadonlyMap<string, string>;
  /** All that is visible is shown: then being there is a reason of its own, the least of all. */
  readonly fullContext: boolean;
}

export type LegName =
  | "bm25"
  | "vector"
  | "graph"
  | "time"
  | "speaker"
  | "session"
  | "neighbour"
  | "source"
  | "section"
  | "full_context"
  | "reranker";

/** What one leg added to a hit's score, and the leg's own measure of it. */
export interface LegPart {
  readonly leg: LegName;
  readonly score: number;
  readonly contribution: number;
}

export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  readonly parts: readonly LegPart[];
}

/** How much each leg counts; fitted on the labelled conversations of bench/recall, and held out against half of them. */
export interface Weights {
  readonly vector: number;
  readonly before: number;
  readonly after: number;
  readonly session: number;
  readonly speaker: number;
  readonly time: number;
  readonly timeWord: number;
  readonly graph: number;
  readonly source: number;
  readonly fullContext: number;
  /** Facts and entities against passages. */
  readonly fact: number;
  readonly entity: number;
}

export const defaultWeights: Weights = {
  vector: 1,
  before: 0.5,
  after: 0.2,
  session: 0.4,
  speaker: 1.5,
  time: 0.6,
  timeWord: 0.1,
  graph: 0.2,
  source: 0.2,
  fullContext: 0.01,
  fact: 0.7,
  entity: 0.3,
};

class Score {
  total = 0;
  readonly parts: LegPart[] = [];
  add(leg: LegName, score: number, contribution: number): void {
    if (contribution === 0) return;
    this.total += contribution;
    this.parts.push({ leg, score, contribution });
  }
}

/** The words that place an event in time ("yesterday", "last week"), as terms. */
const timeWords = new Set(
  `yesterday today tomorrow tonight morn even weekend week month year ago last next monday tuesday wednesday thursday
    friday saturday sunday january februari march april june juli august septemb octob novemb decemb spring summer autumn
    fall winter day recent`.split(/\s+/),
);

/**
 * Fuses the legs by their scores, not their ranks: each leg is brought to 0..1 by its best candidate, weighed and added. A
 * passage then takes part of the score of its neighbours in the session (an answer shares few words with its question, but
 * follows it), and of its session, as a chunk does of its document; a speaker who is named and a time that is named count too.
 * Every part stays visible for the trace. What no leg gave a part is left out: it does not answer.
 */
export function rank(candidates: readonly Candidate[], cues: Cues, weights: Weights = defaultWeights): Ranked[] {
  const best = (key: "bm25" | "cosine") => candidates.reduce((max, candidate) => Math.max(max, candidate[key]), 0);
  const [maxBm25, maxCosine] = [best("bm25"), best("cosine")];
  const scores = new Map<string, Score>();
  for (const candidate of candidates) {
    const score = new Score();
    const factor = candidate.class === "fact" ? weights.fact : candidate.class === "entity" ? weights.entity : 1;
    if (maxBm25 > 0) score.add("bm25", candidate.bm25, (factor * candidate.bm25) / maxBm25);
    if (maxCosine > 0) score.add("vector", candidate.cosine, (factor * weights.vector * Math.max(0, candidate.cosine)) / maxCosine);
    scores.set(candidate.id, score);
  }
  const own = new Map([...scores].map(([id, score]) => [id, score.total]));
  const passages = candidates.filter((candidate) => candidate.class === "passage" || candidate.class === "chunk");
  addNeighbours(passages, own, scores, weights);
  addSessions(passages, own, scores, weights);
  addCues(candidates, cues, scores, weights);
  addGraph(cues, own, scores, weights);
  if (cues.fullContext) for (const score of scores.values()) score.add("full_context", 1, weights.fullContext);
  return candidates
    .map((candidate) => ({
      candidate,
      score: scores.get(candidate.id)?.total ?? 0,
      parts: scores.get(candidate.id)?.parts ?? [],
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}

type Scores = ReadonlyMap<string, Score>;
type Totals = ReadonlyMap<string, number>;

function addNeighbours(passages: readonly Candidate[], own: Totals, scores: Scores, weights: Weights): void {
  const at = (sessionId: string, seq: number) => `${sessionId} ${seq}`;
  const places = new Map(passages.map((passage) => [at(passage.sessionId, passage.seq), own.get(passage.id) ?? 0]));
  for (const passage of passages) {
    if (passage.sessionId === "") continue;
    const before = places.get(at(passage.sessionId, passage.seq - 1)) ?? 0;
    const after = places.get(at(passage.sessionId, passage.seq + 1)) ?? 0;
    scores.get(passage.id)?.add("neighbour", Math.max(before, after), weights.before * before + weights.after * after);
  }
}

function addSessions(passages: readonly Candidate[], own: Totals, scores: Scores, weights: Weights): void {
  const bySession = new Map<string, number[]>();
  for (const passage of passages) {
    if (passage.sessionId === "") continue;
    const list = bySession.get(passage.sessionId);
    if (list) list.push(own.get(passage.id) ?? 0);
    else bySession.set(passage.sessionId, [own.get(passage.id) ?? 0]);
  }
  const strength = new Map(
    [...bySession].map(([session, list]) => [
      session,
      list
        .sort((a, b) => b - a)
        .slice(0, 3)
        .reduce((sum, score) => sum + score, 0),
    ]),
  );
  const strongest = Math.max(0, ...strength.values());
  if (strongest === 0) return;
  for (const passage of passages) {
    const session = (strength.get(passage.sessionId) ?? 0) / strongest;
    scores.get(passage.id)?.add("session", session, weights.session * session);
  }
}

function addCues(candidates: readonly Candidate[], cues: Cues, scores: Scores, weights: Weights): void {
  for (const candidate of candidates) {
    if (candidate.class !== "passage") continue;
    const score = scores.get(candidate.id);
    if (cues.speakers.has(candidate.speaker.toLowerCase())) score?.add("speaker", 1, weights.speaker);
    const inTime = cues.during.some((span) => span.from <= candidate.knownAt && candidate.knownAt < span.until);
    if (inTime) score?.add("time", 1, weights.time);
    if (cues.asksWhen && candidate.terms.some((term) => timeWords.has(term))) score?.add("time", 1, weights.timeWord);
  }
}

function addGraph(cues: Cues, own: Totals, scores: Scores, weights: Weights): void {
  for (const [id, distance] of cues.graphDistance) {
    const closeness = 1 / distance;
    scores.get(id)?.add("graph", closeness, weights.graph * closeness);
    const source = cues.sourceOf.get(id);
    const fact = (own.get(id) ?? 0) + weights.graph * closeness;
    if (source !== undefined) scores.get(source)?.add("source", fact, weights.source * fact);
  }
}
