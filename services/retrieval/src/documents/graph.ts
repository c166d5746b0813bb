import { principalOf, type Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import type { Asked } from "./asked.ts";
import type { DocumentFinding, Searched } from "./find.ts";
import { byScore, fuse, part, scaled } from "./fuse.ts";
import { evidenceFor, linksOf, linksWithin, supportOf, type Links } from "./links.ts";

const kinds = ["knowledge_has_keyword", "section_match", "document_link", "document_summary"] as const;
const defaultAlpha = 0.2;
const maxDepth = 3;
const edgeLimit = 500;
/** The documents of so many of the best hits speak for others; with more of them the links of what does not answer decide. */
const voters = 3;
/** The documents of so many of the best hits may be spoken for. */
const candidates = 50;
const expansionOfEach = 3;

export interface GraphPart {
  readonly hits: readonly DocumentFinding[];
  readonly evidence: ReadonlyMap<string, readonly retrieval.GraphEvidence[]>;
  /** Of the edges that there are around the hits' documents, one hop. */
  readonly direct: Links;
}

const nothing = { evidence: new Map<string, readonly retrieval.GraphEvidence[]>(), direct: new Map() } as const;

/** Lifts the chunks of documents that other answering documents are linked to: final = (1 - alpha) * score + alpha * support. */
export async function askLinks(
  request: retrieval.QueryDocumentsRequest,
  hits: readonly DocumentFinding[],
  call: Call,
  deps: RetrievalDeps,
): Promise<GraphPart> {
  const isScored = request.mode === "hybrid_graph" || request.graphEdges.length > 0;
  if (hits.length === 0 || (!isScored && !request.expandGraph)) return { ...nothing, hits };
  const titles = new Map(hits.slice(0, candidates).map(({ record }) => [record.documentId, record.documentTitle]));
  const depth = isScored ? Math.min(maxDepth, request.graphDepth || 1) : 1;
  const direct = linksOf(await edgesAround([...titles.keys()], request.graphEdges, depth, call, deps));
  if (!isScored) return { hits, evidence: new Map(), direct };

  const strengths = new Map<string, number>();
  for (const { record, ranked } of hits.slice(0, voters)) {
    strengths.set(record.documentId, Math.max(ranked.score, strengths.get(record.documentId) ?? 0));
  }
  const links = linksWithin(direct, depth);
  const support = supportOf(titles.keys(), links, strengths);
  const evidence = new Map([...titles.keys()].map((id) => [id, evidenceFor(id, links, titles)]));
  // Where nothing is linked there is nothing to be weighed against.
  if (support.size === 0) return { hits, evidence, direct };
  const alpha = request.graphAlpha < 0 ? defaultAlpha : request.graphAlpha;
  const lifted = hits.map(({ record, ranked, places }): DocumentFinding => {
    const own = support.get(record.documentId) ?? 0;
    const parts = [...scaled(ranked.parts, 1 - alpha), ...part("graph", own, alpha)];
    return { record, places, ranked: { ...ranked, score: (1 - alpha) * ranked.score + alpha * own, parts } };
  });
  return { hits: lifted.sort((a, b) => byScore(a.ranked, b.ranked)), evidence, direct };
}

async function edgesAround(
  documentIds: readonly string[],
  only: readonly string[],
  depth: number,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.DocumentEdge[]> {
  const edges: graph.DocumentEdge[] = [];
  const asked = new Set<string>();
  let next = documentIds;
  for (let hop = 0; hop < depth && next.length > 0; hop++) {
    for (const id of next) asked.add(id);
    const wanted = only.length > 0 ? [...only] : [...kinds];
    const found = await deps.graph.documentEdges({ documentIds: next.slice(0, edgeLimit), kinds: wanted, limit: edgeLimit }, call);
    edges.push(...found.edges);
    next = [...new Set(found.edges.flatMap((edge) => [edge.fromDocument, edge.toDocument]))].filter((id) => !asked.has(id));
  }
  return edges;
}

/** For each of these hits the chunks of documents linked to its own that fit the question best and are no hits themselves. */
export async function expand(
  hits: readonly DocumentFinding[],
  direct: Links,
  asked: Asked,
  searched: Searched,
  call: Call,
  deps: RetrievalDeps,
): Promise<ReadonlyMap<string, graph.MemoryRecord[]>> {
  const admitted = searched.documentIds && new Set(searched.documentIds);
  const linked = new Map(
    [...new Set(hits.map(({ record }) => record.documentId))].map((id) => {
      const own = [...(direct.get(id) ?? [])].filter(([other]) => admitted?.has(other) ?? true);
      return [id, own.sort(([, a], [, b]) => b.weight - a.weight).map(([other]) => other)];
    }),
  );
  const documentIds = [...new Set([...linked.values()].flat())];
  const [first] = asked.questions;
  if (documentIds.length === 0 || first === undefined) return new Map();
  const proposed = await deps.index.search({
    ...{ contextId: principalOf(call).contextId, scopeSets: searched.indexed.visible, everything: searched.indexed.everything },
    tail: searched.indexed.tail,
    ...{ terms: first.question.terms, vector: first.vector, legs: { bm25: true, vector: true }, labels: searched.labels },
    ...{
      classes: ["chunk"],
      documentIds,
      asOf: "",
      includeEnded: false,
      ids: [],
      during: [],
      pool: deps.settings.poolSize,
      neighboursOf: 0,
    },
  });
  const hit = new Set(hits.map(({ record }) => record.id));
  const best = new Map<string, string>();
  for (const { candidate } of fuse(proposed, { ...searched.fusing, legs: "both" }).chunks) {
    if (!hit.has(candidate.id) && !best.has(candidate.documentId)) best.set(candidate.documentId, candidate.id);
  }
  if (best.size === 0) return new Map();
  const { records } = await deps.graph.hydrate({ ids: [...best.values()], time: presentTime }, call);
  const byDocument = new Map(records.map((record) => [record.documentId, record]));
  return new Map(
    [...linked].map(([id, others]) => [id, others.flatMap((other) => byDocument.get(other) ?? []).slice(0, expansionOfEach)]),
  );
}
