/** Documents and questions for tests of a search index, with what a test does not care about filled in. */
import type { Candidate, IndexChange, IndexDocument, IndexedScopeSet, SearchIndex, SearchRequest, Tail } from "../port.ts";

/** For an index of vectors of four numbers. */
export function indexDocument(id: string, text: string, rest: Partial<IndexDocument> = {}): IndexDocument {
  return {
    id,
    class: "passage",
    scopes: [["org/a"]],
    text,
    speaker: "",
    sessionId: "",
    seq: 0,
    documentId: "",
    labels: [],
    knownAt: "2024-05-01T00:00:00.000Z",
    knownUntil: "",
    embedding: new Float32Array([1, 0, 0, 0]),
    ...rest,
  };
}

export function put(id: string, text: string, rest: Partial<IndexDocument> = {}): IndexChange {
  return { put: indexDocument(id, text, rest) };
}

export function putAll(...documents: readonly IndexDocument[]): IndexChange[] {
  return documents.map((document) => ({ put: document }));
}

/** Each word once, as a question's terms. */
export function words(text: string): ReadonlyMap<string, number> {
  return new Map(text.split(" ").map((word) => [word, 1]));
}

/** A question to all of a context by both legs; without terms and a vector neither proposes anything. */
export function searchRequest(
  contextId: string,
  scopeSets: readonly IndexedScopeSet[],
  rest: Partial<SearchRequest> = {},
): SearchRequest {
  return {
    contextId,
    scopeSets,
    everything: true,
    terms: new Map(),
    legs: { bm25: true, vector: true },
    vector: undefined,
    labels: [],
    asOf: "",
    includeEnded: false,
    ids: [],
    during: [],
    pool: 50,
    neighboursOf: 0,
    ...rest,
  };
}

/** Asks what a context holds by now, and with a remote index what its tail brings along. */
export async function ask(
  index: SearchIndex,
  contextId: string,
  rest: Partial<SearchRequest>,
  tail?: Tail,
): Promise<readonly Candidate[]> {
  return index.search(searchRequest(contextId, await index.scopeSets(contextId, tail), { tail, ...rest }));
}

export function idsOf(found: readonly Candidate[]): string[] {
  return found.map(({ id }) => id).sort();
}
