import { principalOf, type Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import type { RetrievalDeps } from "../deps.ts";
import type { CheckedHit } from "../fuse/fold.ts";
import type { LegPart } from "../fuse/rank.ts";
import type { Indexed } from "../indexed.ts";
import type { Asked } from "./asked.ts";
import { byScore, fuse, withSection, type Fused, type Fusing } from "./fuse.ts";

/** What every search of one request has in common. */
export interface Searched {
  readonly indexed: Indexed;
  readonly documentIds: readonly string[] | undefined;
  readonly labels: SearchRequest["labels"];
  readonly fusing: Fusing;
}

/**
 * How many of the best chunks are looked at closely: more than a request may ask for, as copies are folded and documents
 * filtered.
 */
const considered = 120;
const neighboursOf = 20;

/** A chunk that the truth confirms, with the score of the question that it fits best. */
export interface DocumentFinding extends CheckedHit {
  /** The places of its legs among that question's candidates. */
  readonly places: ReadonlyMap<string, number>;
}

export interface Findings {
  readonly hits: readonly DocumentFinding[];
  /** Chunks that any question proposed. */
  readonly proposed: number;
}

/** Searches each of the questions and keeps, for each chunk, the best of its scores. */
export async function find(asked: Asked, searched: Searched, call: Call, deps: RetrievalDeps): Promise<Findings> {
  const answers = await Promise.all(asked.questions.map((one) => searchFor(one, searched, call, deps)));
  const best = new Map<string, number>();
  for (const { candidate, score } of answers.flatMap(({ fused }) => fused.chunks)) {
    best.set(candidate.id, Math.max(score, best.get(candidate.id) ?? 0));
  }
  const ordered = [...best].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const ids = ordered.slice(0, considered).map(([id]) => id);
  if (ids.length === 0) return { hits: [], proposed: 0 };
  const { records } = await deps.graph.hydrateHits({ ids, time: presentTime, includeEnded: true }, call);
  const hits = records.flatMap((record): DocumentFinding[] => {
    const scored = answers.flatMap(({ fused, places }) => {
      const ranked = fused.chunks.find(({ candidate }) => candidate.id === record.id);
      if (ranked === undefined) return [];
      const helped = fused.sections.size > 0 ? withSection(ranked, fused.sections.get(record.sectionId) ?? 0) : ranked;
      return [{ ranked: helped, record, places: placesOf(record.id, places) }];
    });
    const [first] = scored.sort((a, b) => b.ranked.score - a.ranked.score);
    return first ? [first] : [];
  });
  return { hits: hits.sort((a, b) => byScore(a.ranked, b.ranked)), proposed: best.size };
}

interface Answered {
  readonly fused: Fused;
  readonly places: Places;
}

async function searchFor(
  { question, vector }: Asked["questions"][number],
  searched: Searched,
  call: Call,
  deps: RetrievalDeps,
): Promise<Answered> {
  const { indexed, documentIds, labels, fusing } = searched;
  const candidates = await deps.index.search({
    contextId: principalOf(call).contextId,
    scopeSets: indexed.visible,
    everything: indexed.everything,
    tail: indexed.tail,
    terms: question.terms,
    legs: { bm25: fusing.legs !== "vector", vector: fusing.legs !== "bm25" },
    vector,
    labels,
    classes: fusing.legs === "both" ? ["chunk", "section"] : ["chunk"],
    documentIds,
    asOf: "",
    includeEnded: false,
    ids: [],
    during: [],
    pool: deps.settings.poolSize,
    neighboursOf: fusing.legs === "both" ? neighboursOf : 0,
  });
  return { fused: fuse(candidates, fusing), places: placesIn(candidates) };
}

/** For each leg the place of each chunk that it found, 1 for the best. */
type Places = ReadonlyMap<string, ReadonlyMap<string, number>>;

function placesIn(candidates: readonly Candidate[]): Places {
  const chunks = candidates.filter((candidate) => candidate.class === "chunk");
  const order = (key: "bm25" | "cosine") => {
    const found = chunks.filter((chunk) => chunk[key] > 0).sort((a, b) => b[key] - a[key]);
    return new Map(found.map(({ id }, i) => [id, i + 1]));
  };
  return new Map([
    ["bm25", order("bm25")],
    ["vector", order("cosine")],
  ]);
}

function placesOf(id: string, places: Places): ReadonlyMap<string, number> {
  return new Map([...places].map(([leg, order]) => [leg, order.get(id) ?? 0]));
}

/** A hit's legs as they are told, each with the place it had there. */
export function tracedLegs(parts: readonly LegPart[], places: ReadonlyMap<string, number>) {
  return parts.map(({ leg, score, contribution }) => ({ leg, rank: places.get(leg) ?? 0, score, contribution }));
}
