import { timeText } from "@loci/platform/db";
import { identifier, join, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { bulkInsert, inRuns, keepsPlan, type Column } from "./bulk.ts";
import { insertVectors } from "./embeddings.ts";

export interface Section {
  readonly id: string;
  readonly documentId: string;
  readonly scopeSet: string;
  readonly position: number;
  readonly heading: string;
  /** Its words' stems without numbers, sorted: what similar headings have in common. */
  readonly headingNorm: string;
  readonly path: string;
  readonly text: string;
  readonly level: number;
  readonly charStart: number;
  readonly charEnd: number;
  readonly page: number;
  readonly knownAt: string;
  readonly recordedAt: string;
}

export interface StoredChunk {
  readonly id: string;
  readonly documentId: string;
  readonly sectionId: string;
  readonly scopeSet: string;
  readonly position: number;
  readonly charStart: number;
  readonly charEnd: number;
  readonly text: string;
  readonly tokenCount: number;
  readonly page: number;
  readonly duplicateOf: string;
  readonly extracted: boolean;
  /** Its reading had to be ended; it counts as extracted. */
  readonly setAside: boolean;
  readonly knownAt: string;
  readonly recordedAt: string;
}

/** A chunk as it comes. */
export interface NewChunk extends StoredChunk {
  readonly contentHash: string;
  readonly signature: Uint8Array;
}

const sectionColumns: readonly Column<Section>[] = [
  { name: "id", type: "text", of: (one) => one.id },
  { name: "document_id", type: "text", of: (one) => one.documentId },
  { name: "scope_set", type: "text", of: (one) => one.scopeSet },
  { name: "position", type: "integer", of: (one) => one.position },
  { name: "heading", type: "text", of: (one) => one.heading },
  { name: "heading_norm", type: "text", of: (one) => one.headingNorm },
  { name: "path", type: "text", of: (one) => one.path },
  { name: "text", type: "text", of: (one) => one.text },
  { name: "level", type: "integer", of: (one) => one.level },
  { name: "char_start", type: "integer", of: (one) => one.charStart },
  { name: "char_end", type: "integer", of: (one) => one.charEnd },
  { name: "page", type: "integer", of: (one) => one.page },
  { name: "known_at", type: "timestamptz", of: (one) => one.knownAt },
  { name: "recorded_at", type: "timestamptz", of: (one) => one.recordedAt },
];

const chunkColumns: readonly Column<NewChunk>[] = [
  { name: "id", type: "text", of: (one) => one.id },
  { name: "document_id", type: "text", of: (one) => one.documentId },
  { name: "section_id", type: "text", of: (one) => one.sectionId },
  { name: "scope_set", type: "text", of: (one) => one.scopeSet },
  { name: "position", type: "integer", of: (one) => one.position },
  { name: "char_start", type: "integer", of: (one) => one.charStart },
  { name: "char_end", type: "integer", of: (one) => one.charEnd },
  { name: "text", type: "text", of: (one) => one.text },
  { name: "content_hash", type: "text", of: (one) => one.contentHash },
  { name: "token_count", type: "integer", of: (one) => one.tokenCount },
  { name: "page", type: "integer", of: (one) => one.page },
  { name: "signature", type: "bytea", of: (one) => one.signature },
  { name: "duplicate_of", type: "text", of: (one) => one.duplicateOf },
  { name: "extracted", type: "boolean", of: (one) => one.extracted },
  { name: "known_at", type: "timestamptz", of: (one) => one.knownAt },
  { name: "recorded_at", type: "timestamptz", of: (one) => one.recordedAt },
];

/** Ends an insert: these columns are taken over where the row is there already. */
function orUpdate(columns: readonly string[]): Sql {
  const taken = columns.map((name) => identifier(name)).map((column) => sql`${column} = excluded.${column}`);
  return sql`on conflict (ctx, id) do update set ${join(taken)}`;
}

export async function storeSections(tx: Transaction, contextId: string, sections: readonly Section[]): Promise<void> {
  const place = ["position", "heading", "heading_norm", "path", "text", "level", "char_start", "char_end", "page"];
  for (const run of inRuns(sections))
    await tx.query(bulkInsert("section", sectionColumns, contextId, run, orUpdate(place)), keepsPlan);
}

/** What is known by its content keeps what was made of it: of a stored chunk only its place may change. */
export async function storeChunks(tx: Transaction, contextId: string, chunks: readonly NewChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const place = ["section_id", "position", "char_start", "char_end", "token_count", "page"];
  await tx.query(bulkInsert("chunk", chunkColumns, contextId, chunks, orUpdate(place)), keepsPlan);
}

/** Those among these chunks that are there. */
export async function storedAmong(tx: Transaction, contextId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(sql`select id from graph.chunk where ctx = ${contextId} and id = any(${ids})`);
  return new Set(rows.map((row) => row.id));
}

export async function storeEmbeddings(
  tx: Transaction,
  contextId: string,
  rows: readonly { readonly recordId: string; readonly vector: Uint8Array }[],
): Promise<void> {
  const orReplace = sql`on conflict (ctx, record_id, generation) do update set vector = excluded.vector`;
  for (const run of inRuns(rows)) await tx.query(insertVectors(contextId, run, orReplace), keepsPlan);
}

/** The chunks of a document by their content, in order; forgotten ones too, as what they say must not come back as new. cut: how one
 * begins that may have lost words. */
export async function chunkLikenesses(tx: Transaction, contextId: string, documentId: string) {
  return tx.query<{
    id: string;
    likeness: string;
    forgotten: boolean;
    cut: string;
  }>(sql`select id, content_hash as likeness, forgotten_at is not null as forgotten,
        case when strpos(text, '\u2026') > 0 or strpos(text, '[forgotten]') > 0 then left(text, 1000) else '' end as cut from graph.chunk
      where ctx = ${contextId} and document_id = ${documentId} order by position, id`);
}

export async function sectionLikenesses(tx: Transaction, contextId: string, documentId: string) {
  return tx.query<{ id: string; likeness: string }>(
    sql`select id, path as likeness from graph.section where ctx = ${contextId} and document_id = ${documentId} order by position, id`,
  );
}

interface ChunkRow {
  readonly id: string;
  readonly document_id: string;
  readonly section_id: string;
  readonly scope_set: string;
  readonly position: number;
  readonly char_start: number;
  readonly char_end: number;
  readonly text: string;
  readonly token_count: number;
  readonly page: number;
  readonly duplicate_of: string;
  readonly extracted: boolean;
  readonly set_aside: boolean;
  readonly known_at: Date;
  readonly recorded_at: Date;
  readonly heading: string | null;
}

export interface ChunkInSection extends StoredChunk {
  readonly sectionHeading: string;
}

export const chunkFields = sql`c.id, c.document_id, c.section_id, c.scope_set, c.position, c.char_start, c.char_end, c.text,
  c.token_count,
  c.page, c.duplicate_of, c.extracted, c.set_aside, c.known_at, c.recorded_at, s.heading`;
export const chunkWithSection = (ctx: Sql) =>
  sql`graph.chunk c left join graph.section s on s.ctx = ${ctx} and s.id = c.section_id`;

export function toChunk(row: ChunkRow): ChunkInSection {
  return {
    ...{ id: row.id, documentId: row.document_id, sectionId: row.section_id, scopeSet: row.scope_set, position: row.position },
    ...{ charStart: row.char_start, charEnd: row.char_end, text: row.text, tokenCount: row.token_count, page: row.page },
    ...{ duplicateOf: row.duplicate_of, extracted: row.extracted, setAside: row.set_aside, knownAt: timeText(row.known_at) },
    ...{ recordedAt: timeText(row.recorded_at), sectionHeading: row.heading ?? "" },
  };
}

export interface ChunksAsked {
  readonly documentId: string;
  /** -1 for the beginning. */
  readonly after: number;
  readonly limit: number;
  readonly offset: number;
  readonly withoutEmbedding?: boolean;
  readonly notExtracted?: boolean;
}

/** The chunks of one document in order. */
export async function readChunks(tx: Transaction, contextId: string, asked: ChunksAsked): Promise<ChunkInSection[]> {
  const ctx = param(contextId);
  const where = [
    ...[sql`c.ctx = ${ctx}`, sql`c.document_id = ${asked.documentId}`, sql`c.position > ${asked.after}`],
    sql`c.forgotten_at is null`,
  ];
  if (asked.notExtracted) where.push(sql`not c.extracted`);
  if (asked.withoutEmbedding) {
    where.push(sql`not exists (select 1 from graph.embedding e
      where e.ctx = ${ctx} and e.record_id = c.id and e.generation = graph.generation())`);
  }
  const rows = await tx.query<ChunkRow>(
    sql`select ${chunkFields} from ${chunkWithSection(ctx)} where ${join(where, sql` and `)} order by c.position limit ${asked.limit} offset ${asked.offset}`,
    { name: `graph.chunks${asked.notExtracted ? "_not_extracted" : ""}${asked.withoutEmbedding ? "_without_embedding" : ""}` },
  );
  return rows.map(toChunk);
}

export async function chunksOfDocument(
  tx: Transaction,
  contextId: string,
  documentId: string,
  ids: readonly string[],
): Promise<ChunkInSection[]> {
  const ctx = param(contextId);
  const rows = await tx.query<ChunkRow>(sql`select ${chunkFields} from ${chunkWithSection(ctx)}
      where c.ctx = ${ctx} and c.document_id = ${documentId} and c.id = any(${ids}) and c.forgotten_at is null`);
  return rows.map(toChunk);
}

export async function markExtracted(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql`update graph.chunk set extracted = true where ctx = ${contextId} and id = any(${ids})`);
}

/** They count as extracted, and no facts are known from them. */
export async function setChunksAside(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`update graph.chunk set extracted = true, set_aside = true where ctx = ${contextId} and id = any(${ids})`);
}

/** Those that were set aside are to be read again. @returns how many */
export async function takeChunksUp(tx: Transaction, contextId: string, documentId: string): Promise<number> {
  const taken = await tx.query(sql`update graph.chunk set extracted = false, set_aside = false
      where ctx = ${contextId} and document_id = ${documentId} and set_aside and forgotten_at is null returning id`);
  return taken.length;
}

export async function embeddedOf(tx: Transaction, contextId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`select record_id as id from graph.embedding
      where ctx = ${contextId} and record_id = any(${ids}) and generation = graph.generation()`);
  return rows.map((row) => row.id);
}
