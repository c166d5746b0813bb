import type { Candidate } from "@loci/ports/search-index";
import { rank, type Cues, type Ranked } from "../fuse/rank.ts";
import { rankByLeg } from "../fuse/single-leg.ts";
import type { GraphLeg } from "../legs/graph.ts";
import type { Question } from "../question.ts";

/** The candidates, best first, as the mode weighs them. */
export function order(mode: string, candidates: readonly Candidate[], question: Question, leg: GraphLeg): Ranked[] {
  if (mode === "bm25" || mode === "vector") return rankByLeg(candidates, mode);
  const cues: Cues = {
    speakers: namedSpeakers(candidates, question.words),
    during: question.during,
    asksWhen: question.asksWhen,
    graphDistance: leg.distance,
    sourceOf: leg.sourceOf,
  };
  const ranked = rank(candidates, cues);
  if (mode !== "graph") return ranked;
  const proposed = new Set([...leg.distance.keys(), ...leg.sourceOf.values()]);
  return ranked.filter(({ candidate }) => proposed.has(candidate.id));
}

/** The facts that answer, then the turns that they were read from. */
export function answersFirst(ranked: readonly Ranked[]): Ranked[] {
  const isFact = ({ candidate }: Ranked) => candidate.class === "fact";
  return [...ranked.filter(isFact), ...ranked.filter((one) => !isFact(one))];
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
