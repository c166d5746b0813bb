import { join, nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import { bm25, type Statistics } from "../scoring/bm25.ts";
import { classesOf, kindOf, searchedKinds, statisticsOf, total, type Kind } from "../scoring/kinds.ts";
import { placesBeside } from "../scoring/neighbours.ts";
import { splitTerms } from "./apply.ts";
import { vectorParam, type VectorKind } from "./vector.ts";

interface Features {
  readonly vector: VectorKind;
  readonly postings: boolean;
  /** Vectors are found by the context's HNSW index instead of being compared one by one. */
  readonly approximate: boolean;
}

/** A row's columns as they come: id, class, lexemes, speaker, session, position, document, known time (seconds since the epoch), cosine. */
type Row = readonly [string, Candidate["class"], string, string, string, number, string, number, number | null];

/** What every leg's candidates must satisfy: the caller's ScopeSets, the classes and documents, the labels, the known time. */
function filters(request: SearchRequest): Sql {
  const parts = [sql`ctx = ${request.contextId}`];
  if (!request.everything) parts.push(sql`scope_set = any(${request.scopeSets.map((set) => set.number)}::int[])`);
  if (request.classes) parts.push(sql`class = any(${request.classes}::text[])`);
  if (request.documentIds) parts.push(sql`document_id <> '' and document_id = any(${request.documentIds}::text[])`);
  for (const label of request.labels) {
    parts.push(sql`labels && ${label.values.map((value) => `${label.key}=${value}`)}::text[]`);
  }
  const at = request.asOf === "" ? undefined : sql`${request.asOf}::timestamptz`;
  if (at !== undefined) parts.push(sql`known_at <= ${at}`);
  if (!request.includeEnded)
    parts.push(at === undefined ? sql`known_until is null` : sql`(known_until is null or known_until > ${at})`);
  return join(parts, sql` and `);
}

/** Runs the legs, scores their candidates alike, and adds the neighbours of the best. */
export async function searchDocuments(
  tx: Transaction,
  request: SearchRequest,
  ids: readonly string[],
  features: Features,
): Promise<Candidate[]> {
  const words = [...request.terms.keys()].filter((term) => (request.terms.get(term) ?? 0) >= 1);
  const [statistics, ...legs] = await Promise.all([
    readStatistics(tx, request),
    ...(request.legs.bm25 && words.length > 0 ? lexicalLegs(tx, request, features, words) : []),
    request.legs.vector && request.vector !== undefined ? vectorLeg(tx, request, features) : [],
    ...request.during.map((span) => duringLeg(tx, request, features, span)),
  ]);
  const rows = new Map(legs.flat().map((row) => [row[0], row]));
  const missing = ids.filter((id) => !rows.has(id));
  if (missing.length > 0) for (const row of await fetchByIds(tx, request, features, missing)) rows.set(row[0], row);
  const score = ([id, kind, lexemes, speaker, sessionId, seq, documentId, knownAt, cosine]: Row): Candidate => {
    const terms = splitTerms(lexemes);
    return {
      id,
      class: kind,
      terms,
      speaker,
      sessionId,
      seq,
      documentId,
      knownAt: new Date(knownAt * 1000).toISOString(),
      bm25: bm25(request.terms, terms, statistics[kindOf(kind)]),
      cosine: cosine ?? 0,
    };
  };
  const found = [...rows.values()].map(score);
  const neighbours = (await fetchNeighbours(tx, request, features, found)).map(score);
  return [...found, ...neighbours];
}

/** What is counted over all that is searched. */
async function readStatistics(tx: Transaction, request: SearchRequest): Promise<Readonly<Record<Kind, Statistics>>> {
  const searched = searchedKinds(request);
  const sets = request.scopeSets.filter((set) => searched.includes(set.kind));
  const isAll = request.everything && sets.length === request.scopeSets.length;
  const within = isAll ? nothing : sql`and scope_set = any(${sets.map((set) => set.number)}::int[])`;
  const rows =
    request.terms.size === 0
      ? []
      : await tx.query<{ term: string; documents: number }>(
          sql`select term, sum(documents)::int as documents from search.term
            where ctx = ${request.contextId} and term = any(${[...request.terms.keys()]}::text[]) ${within} group by term`,
        );
  return statisticsOf(sets, new Map(rows.map((row) => [row.term, row.documents])));
}

/** Where short and long texts are searched together, each kind has candidates of its own: neither crowds the other out. */
function lexicalLegs(tx: Transaction, request: SearchRequest, features: Features, words: readonly string[]): Promise<Row[]>[] {
  const searched = searchedKinds(request);
  if (searched.length < 2) return [lexicalLeg(tx, request, features, words)];
  return searched.map((kind) => {
    const classes = classesOf[kind].filter((one) => request.classes === undefined || request.classes.includes(one));
    return lexicalLeg(tx, { ...request, classes }, features, words);
  });
}

async function lexicalLeg(tx: Transaction, request: SearchRequest, features: Features, words: readonly string[]): Promise<Row[]> {
  if (features.postings) return postingsLeg(tx, request, features, words);
  const where = filters(request);
  const order = sql`lexemes <@> to_bm25query(${words.join(" ")}, 'search.document_lexemes')`;
  const [, rows] = await Promise.all([
    tx.query(walkIndex),
    readRows(tx, request, features, { where, order, limit: request.pool }),
    tx.query(planFreely),
  ]);
  return rows;
}

/** Candidates from the table of postings: rarer terms weigh more; the exact formula is applied to what this finds. */
async function postingsLeg(tx: Transaction, request: SearchRequest, features: Features, words: readonly string[]): Promise<Row[]> {
  const ctx = param(request.contextId);
  const documents = total(request.scopeSets, "documents");
  const within = request.everything ? nothing : sql`and scope_set = any(${request.scopeSets.map((set) => set.number)}::int[])`;
  const narrow = request.classes !== undefined || request.documentIds !== undefined || request.labels.length > 0;
  const admitted = narrow ? sql`and id in (select id from search.document where ${filters(request)})` : nothing;
  const matched = await tx.query<{ id: string }>(
    sql`with weight as (
        select term, ln(1 + ${documents}::float8 / (1 + sum(documents))) as idf
        from search.term where ctx = ${ctx} and term = any(${words}::text[]) ${within} group by term)
      select id from search.posting join weight using (term) where ctx = ${ctx} ${within} ${admitted}
      group by id order by sum(idf * frequency / (frequency + 0.9)) desc, id limit ${request.pool * postingsSlack}`,
  );
  return (
    await fetchByIds(
      tx,
      request,
      features,
      matched.map((row) => row.id),
    )
  ).slice(0, request.pool);
}

/** Postings know no times: more are taken than wanted, as some are filtered afterwards. */
const postingsSlack = 2;

/**
 * Left to itself the planner passes a bm25 index over for a sort of every row, each scored on its own (two orders of magnitude slower):
 * for this one statement it is told not to.
 */
const walkIndex = sql`set local enable_sort = off; set local enable_bitmapscan = off; set local enable_seqscan = off`;
const planFreely = sql`set local enable_sort = on; set local enable_bitmapscan = on; set local enable_seqscan = on`;

async function vectorLeg(tx: Transaction, request: SearchRequest, features: Features): Promise<Row[]> {
  if (features.approximate) {
    const near = await nearest(tx, request, features, "approximate");
    // A filter that admits little may end the walk too soon: then every document is compared.
    if (near.length >= request.pool) return near;
  }
  return nearest(tx, request, features, "exact");
}

async function nearest(tx: Transaction, request: SearchRequest, features: Features, way: "exact" | "approximate"): Promise<Row[]> {
  if (request.vector === undefined) return [];
  const where = filters(request);
  const distance = features.vector.distance(param(vectorParam(request.vector, features.vector)));
  // `+ 0` keeps an approximate index out of the exact way. What orders the rows is read with them: worked out twice, it takes twice the time.
  const near = way === "exact" ? sql`(${distance} + 0)` : distance;
  const order = way === "exact" ? sql`near, id` : distance;
  return readRows(tx, request, features, { where, order, near, limit: request.pool });
}

async function duringLeg(
  tx: Transaction,
  request: SearchRequest,
  features: Features,
  span: { readonly from: string; readonly until: string },
): Promise<Row[]> {
  const inTime = sql`known_at >= ${span.from}::timestamptz and known_at < ${span.until}::timestamptz and class = 'passage'`;
  const where = sql`${filters(request)} and ${inTime}`;
  return readRows(tx, request, features, { where, order: sql`known_at, id`, limit: request.pool });
}

/** Which documents to read; without an order all that match. */
interface Wanted {
  readonly where: Sql;
  readonly order?: Sql;
  /** The distance from the question, where the order is by it. */
  readonly near?: Sql;
  readonly limit?: number;
}

/**
 * Reads documents as one JSON text: half the cost of as many rows with as many columns, each parsed on its own. A zero vector (a text
 * without content) has no angle: pgvector says NaN, which is none of JSON's numbers, and is null here.
 */
async function readRows(tx: Transaction, request: SearchRequest, features: Features, wanted: Wanted): Promise<Row[]> {
  const distance =
    wanted.near !== undefined
      ? sql`near`
      : request.vector === undefined
        ? sql`null`
        : features.vector.distance(param(vectorParam(request.vector, features.vector)));
  const near = wanted.near === undefined ? nothing : sql`, ${wanted.near} as near`;
  const order = wanted.order === undefined ? nothing : sql`order by ${wanted.order} limit ${wanted.limit}`;
  const [row] = await tx.query<{ rows: string | null }>(
    sql`select json_agg(json_build_array(id, class, lexemes, speaker, session_id, seq, document_id, extract(epoch from known_at)::float8,
        nullif((1 - ${distance})::float8, 'NaN')))::text as rows
      from (select *${near} from search.document where ${wanted.where} ${order}) wanted`,
  );
  return row?.rows === undefined || row.rows === null ? [] : (JSON.parse(row.rows) as Row[]);
}

async function fetchByIds(tx: Transaction, request: SearchRequest, features: Features, ids: readonly string[]): Promise<Row[]> {
  return readRows(tx, request, features, { where: sql`${filters(request)} and id = any(${ids}::text[])` });
}

async function fetchNeighbours(
  tx: Transaction,
  request: SearchRequest,
  features: Features,
  found: readonly Candidate[],
): Promise<Row[]> {
  const wanted = placesBeside(found, request.neighboursOf);
  if (wanted.length === 0) return [];
  const where = sql`${filters(request)} and place <> '' and place = any(${wanted}::text[])`;
  return readRows(tx, request, features, { where });
}
