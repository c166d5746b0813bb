import type { CheckedHit } from "../fuse/fold.ts";
import type { Candidate } from "@loci/ports/search-index";
import { rank, type Cues, type Ranked } from "../fuse/rank.ts";
import { rankByLeg } from "../fuse/single-leg.ts";
import type { GraphLeg } from "../legs/graph.ts";
import type { Question } from "../question.ts";

/**
 * The candidates, best first, as the mode weighs them; each has a part from some leg.
 * @param fullContext whether all that is visible is shown, also what no other leg proposes
 */
export function order(
  mode: string,
  candidates: readonly Candidate[],
  question: Question,
  leg: GraphLeg,
  fullContext: boolean,
): Ranked[] {
  if (mode === "bm25" || mode === "vector") return rankByLeg(candidates, mode);
  const cues: Cues = {
    speakers: namedSpeakers(candidates, question.words),
    during: question.during,
    asksWhen: question.asksWhen,
    graphDistance: leg.distance,
    sourceOf: leg.sourceOf,
    fullContext,
  };
  const ranked = rank(candidates, cues);
  if (mode !== "graph") return ranked;
  const proposed = new Set([...leg.distance.keys(), ...leg.sourceOf.values()]);
  return ranked.filter(({ candidate }) => proposed.has(candidate.id));
}

/**
 * The facts that answer, then the turns that they were read from. The turns' scores are scaled down to the lowest fact's, so that
 * scores fall in the order shown.
 */
export function answersFirst(ranked: readonly Ranked[]): Ranked[] {
  const isFact = ({ candidate }: Ranked) => candidate.class === "fact";
  const facts = ranked.filter(isFact);
  const turns = ranked.filter((one) => !isFact(one));
  const factor = Math.min(1, (facts.at(-1)?.score ?? Infinity) / (turns[0]?.score ?? 1));
  return [...facts, ...turns.map((turn) => scaledTo(factor, turn))];
}

/** The facts with these ids first, which answer by themselves, with the highest scores; the rest as it is. */
export function leadingFirst(ranked: readonly Ranked[], ids: ReadonlySet<string>): Ranked[] {
  const leads = ({ candidate }: Ranked) => candidate.class === "fact" && ids.has(candidate.id);
  const top = ranked[0]?.score ?? 0;
  const leading = ranked.filter(leads).map((one) => scaledTo(top / (one.score || 1), one));
  return [...leading, ...ranked.filter((one) => !leads(one))];
}

/** The same with all of its scores a share of what they were. */
export function scaledTo(factor: number, { candidate, score, parts }: Ranked): Ranked {
  const scaled = parts.map((part) => ({ ...part, contribution: part.contribution * factor }));
  return { candidate, score: score * factor, parts: scaled };
}

/** Hits whose scores fall in their order: two that were equal may differ in the last place once they were scaled. */
export function withFallingScores(hits: readonly CheckedHit[]): CheckedHit[] {
  let lowest = Infinity;
  return hits.map(({ record, ranked }) => {
    lowest = Math.min(lowest, ranked.score);
    return { record, ranked: { ...ranked, score: lowest } };
  });
}

/** What was said or written; facts and names are the rest. */
export function isPassage(candidate: Candidate): boolean {
  return candidate.class === "passage" || candidate.class === "chunk" || candidate.class === "section";
}

/** The candidates' speakers whose name, or first name, is a word of the question; in lower case. */
function namedSpeakers(candidates: readonly Candidate[], words: ReadonlySet<string>): Set<string> {
  const speakers = new Set(candidates.map((candidate) => candidate.speaker.toLowerCase()));
  const isNamed = (speaker: string) => words.has(speaker) || words.has(speaker.split(" ", 1)[0] ?? "");
  return new Set([...speakers].filter((speaker) => speaker !== "" && isNamed(speaker)));
}
