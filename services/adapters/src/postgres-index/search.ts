import type { Transaction } from "@loci/ports/database";
import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import { splitTerms } from "./apply.ts";
import { bm25, type Statistics } from "./bm25.ts";
import { vectorParam, type VectorKind } from "./vector.ts";

interface Features {
  readonly vector: VectorKind;
  readonly postings: boolean;
  /** Vectors are found by the context's HNSW index instead of being compared one by one. */
  readonly approximate: boolean;
}

/** A document's columns as they come: id, class, lexemes, speaker, session, position, known time (seconds since the epoch), cosine. */
type Row = readonly [string, Candidate["class"], string, string, string, number, number, number | null];

/** Collects a statement's parameters and gives each its `$n`. */
class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** What every leg's candidates must satisfy: the caller's ScopeSets, the labels, the known time. */
function filters(request: SearchRequest, parameters: Parameters): string {
  const parts = [`ctx = ${parameters.add(request.contextId)}`];
  if (!request.everything) parts.push(`scope_set = any(${parameters.add(request.scopeSets.map((set) => set.number))}::int[])`);
  for (const label of request.labels) {
    parts.push(`labels && ${parameters.add(label.values.map((value) => `${label.key}=${value}`))}::text[]`);
  }
  if (request.asOf === "") parts.push("known_until is null");
  else {
    const at = parameters.add(request.asOf);
    parts.push(`known_at <= ${at}::timestamptz and (known_until is null or known_until > ${at}::timestamptz)`);
  }
  return parts.join(" and ");
}

/** Runs the legs, scores their candidates alike, and adds the neighbours of the best. */
export async function searchDocuments(tx: Transaction, request: SearchRequest, features: Features): Promise<Candidate[]> {
  const words = [...request.terms.keys()].filter((term) => (request.terms.get(term) ?? 0) >= 1);
  const [statistics, ...legs] = await Promise.all([
    readStatistics(tx, request),
    request.legs.bm25 && words.length > 0 ? lexicalIds(tx, request, features, words) : [],
    request.legs.vector && request.vector !== undefined ? vectorIds(tx, request, features) : [],
    ...request.during.map((span) => duringIds(tx, request, span)),
  ]);
  const ids = new Set([...request.ids, ...legs.flat()]);
  if (ids.size === 0) return [];
  const score = ([id, kind, lexemes, speaker, sessionId, seq, knownAt, cosine]: Row): Candidate => {
    const terms = splitTerms(lexemes);
    return {
      id,
      class: kind,
      terms,
      speaker,
      sessionId,
      seq,
      knownAt: new Date(knownAt * 1000).toISOString(),
      bm25: bm25(request.terms, terms, statistics),
      cosine: cosine ?? 0,
    };
  };
  const found = (await fetchByIds(tx, request, features, [...ids])).map(score);
  const neighbours = (await fetchNeighbours(tx, request, features, found)).map(score);
  return [...found, ...neighbours];
}

async function readStatistics(tx: Transaction, request: SearchRequest): Promise<Statistics> {
  const documents = request.scopeSets.reduce((sum, set) => sum + set.documents, 0);
  const terms = request.scopeSets.reduce((sum, set) => sum + set.terms, 0);
  const parameters = new Parameters();
  const ctx = parameters.add(request.contextId);
  const words = parameters.add([...request.terms.keys()]);
  const within = request.everything ? "" : `and scope_set = any(${parameters.add(request.scopeSets.map((set) => set.number))}::int[])`;
  const rows =
    request.terms.size === 0
      ? []
      : await tx.query<{ term: string; documents: number }>({
          text: `select term, sum(documents)::int as documents from search.term
            where ctx = ${ctx} and term = any(${words}::text[]) ${within} group by term`,
          values: parameters.values,
        });
  return {
    documents,
    averageLength: documents === 0 ? 0 : terms / documents,
    frequencies: new Map(rows.map((row) => [row.term, row.documents])),
  };
}

async function lexicalIds(tx: Transaction, request: SearchRequest, features: Features, words: readonly string[]): Promise<string[]> {
  const parameters = new Parameters();
  const where = filters(request, parameters);
  if (features.postings) {
    // Rarer terms weigh more; the exact formula is applied to what this finds.
    const terms = parameters.add(words);
    const rows = await tx.query<{ id: string }>({
      text: `with weight as (
          select term, ln(1 + ${parameters.add(request.scopeSets.reduce((sum, set) => sum + set.documents, 0))}::float8 / (1 + sum(documents))) as idf
          from search.term where ctx = $1 and term = any(${terms}::text[]) group by term),
        matched as (
          select p.id, sum(idf * frequency / (frequency + 0.9)) as score
          from search.posting p join weight using (term)
          where p.ctx = $1 ${request.everything ? "" : `and p.scope_set = any($2::int[])`} group by p.id)
        select d.id from matched join search.document d on d.ctx = $1 and d.id = matched.id
        where ${where.replaceAll("ctx =", "d.ctx =").replaceAll(" scope_set =", " d.scope_set =")}
        order by matched.score desc, d.id limit ${parameters.add(request.pool)}`,
      values: parameters.values,
    });
    return rows.map((row) => row.id);
  }
  const query = parameters.add(words.join(" "));
  const [, rows] = await Promise.all([
    tx.query({ text: walkIndex }),
    tx.query<{ id: string }>({
      text: `select id from search.document where ${where}
      order by lexemes <@> to_bm25query(${query}, 'search.document_lexemes') limit ${parameters.add(request.pool)}`,
      values: parameters.values,
    }),
    tx.query({ text: planFreely }),
  ]);
  return rows.map((row) => row.id);
}

/**
 * Left to itself the planner passes a bm25 index over for a sort of every row, each scored on its own (two orders of magnitude slower):
 * for this one statement it is told not to.
 */
const walkIndex = "set local enable_sort = off; set local enable_bitmapscan = off; set local enable_seqscan = off";
const planFreely = "set local enable_sort = on; set local enable_bitmapscan = on; set local enable_seqscan = on";

async function vectorIds(tx: Transaction, request: SearchRequest, features: Features): Promise<string[]> {
  if (features.approximate) {
    const near = await nearestIds(tx, request, features, "approximate");
    // A filter that admits little may end the walk too soon: then every document is compared.
    if (near.length >= request.pool) return near;
  }
  return nearestIds(tx, request, features, "exact");
}

async function nearestIds(tx: Transaction, request: SearchRequest, features: Features, way: "exact" | "approximate"): Promise<string[]> {
  if (request.vector === undefined) return [];
  const parameters = new Parameters();
  const where = filters(request, parameters);
  const question = parameters.add(vectorParam(request.vector, features.vector));
  // `+ 0` keeps an approximate index out of the exact way.
  const order = way === "exact" ? `${features.vector.distance(question)} + 0, id` : `embedding <=> ${question}::vector`;
  const rows = await tx.query<{ id: string }>({
    text: `select id from search.document where ${where} order by ${order} limit ${parameters.add(request.pool)}`,
    values: parameters.values,
  });
  return rows.map((row) => row.id);
}

async function duringIds(tx: Transaction, request: SearchRequest, span: { from: string; until: string }): Promise<string[]> {
  const parameters = new Parameters();
  const where = filters(request, parameters);
  const from = parameters.add(span.from);
  const until = parameters.add(span.until);
  const rows = await tx.query<{ id: string }>({
    text: `select id from search.document where ${where} and known_at >= ${from}::timestamptz and known_at < ${until}::timestamptz
      and class = 'passage' order by known_at, id limit ${parameters.add(request.pool)}`,
    values: parameters.values,
  });
  return rows.map((row) => row.id);
}

/**
 * Reads documents as one JSON text: half the cost of as many rows with as many columns, each parsed on its own. A zero vector (a text
 * without content) has no angle: pgvector says NaN, which is none of JSON's numbers, and is null here.
 */
async function readRows(tx: Transaction, request: SearchRequest, features: Features, parameters: Parameters, where: string): Promise<Row[]> {
  const distance = request.vector === undefined ? "null" : features.vector.distance(parameters.add(vectorParam(request.vector, features.vector)));
  const [row] = await tx.query<{ rows: string | null }>({
    text: `select json_agg(json_build_array(id, class, lexemes, speaker, session_id, seq, extract(epoch from known_at)::float8,
        nullif((1 - ${distance})::float8, 'NaN')))::text as rows
      from search.document where ${where}`,
    values: parameters.values,
  });
  return row?.rows === undefined || row.rows === null ? [] : (JSON.parse(row.rows) as Row[]);
}

async function fetchByIds(tx: Transaction, request: SearchRequest, features: Features, ids: readonly string[]): Promise<Row[]> {
  const parameters = new Parameters();
  const where = filters(request, parameters);
  return readRows(tx, request, features, parameters, `${where} and id = any(${parameters.add(ids)}::text[])`);
}

/** The turns just before and after the best passages: an answer often shares no word with its question. */
async function fetchNeighbours(tx: Transaction, request: SearchRequest, features: Features, found: readonly Candidate[]): Promise<Row[]> {
  const place = (sessionId: string, seq: number) => `${sessionId} ${seq}`;
  const known = new Set(found.map((candidate) => place(candidate.sessionId, candidate.seq)));
  const best = (key: "bm25" | "cosine") =>
    found
      .filter((candidate) => candidate.sessionId !== "")
      .sort((a, b) => b[key] - a[key])
      .slice(0, request.neighboursOf);
  const wanted = new Map<string, { sessionId: string; seq: number }>();
  for (const { sessionId, seq } of [...best("bm25"), ...best("cosine")]) {
    for (const near of [seq - 1, seq + 1]) {
      if (near >= 0 && !known.has(place(sessionId, near))) wanted.set(place(sessionId, near), { sessionId, seq: near });
    }
  }
  if (wanted.size === 0) return [];
  const places = [...wanted.values()];
  const parameters = new Parameters();
  const where = filters(request, parameters);
  const pairs = `unnest(${parameters.add(places.map((one) => one.sessionId))}::text[], ${parameters.add(places.map((one) => one.seq))}::int[])`;
  return readRows(tx, request, features, parameters, `${where} and session_id <> '' and (session_id, seq) in (select * from ${pairs})`);
}
