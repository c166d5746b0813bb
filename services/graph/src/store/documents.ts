import type { DocumentState } from "@loci/kernel";
import { timeParam, timeText } from "@loci/platform/db";
import { join, nothing, param, sql, type Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { under } from "./time-view.ts";

/** A document as its latest version has it. */
export interface Document {
  readonly id: string;
  readonly scopeSet: string;
  readonly title: string;
  readonly source: string;
  readonly mimeType: string;
  readonly filename: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly version: number;
  readonly status: DocumentState;
  readonly error: string;
  readonly failedStage: string;
  readonly attempts: number;
  readonly labels: readonly string[];
  /** As it was given, or "". */
  readonly observedAt: string;
  /** The known time of what this version says. */
  readonly knownAt: string;
  readonly originalKey: string;
  readonly pages: number;
  /** Of its text, in UTF-16 units; 0 before it was read. */
  readonly length: number;
  readonly nearDuplicateOf: string;
  readonly language: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly processingStartedAt: string;
  readonly processingCompletedAt: string;
}

interface DocumentRow {
  readonly id: string;
  readonly scope_set: string;
  readonly title: string;
  readonly source: string;
  readonly mime_type: string;
  readonly filename: string;
  readonly content_hash: string;
  readonly size_bytes: number;
  readonly version: number;
  readonly status: DocumentState;
  readonly error: string;
  readonly failed_stage: string;
  readonly attempts: number;
  readonly labels: string[];
  readonly observed_at: Date | null;
  readonly known_at: Date;
  readonly original_key: string;
  readonly pages: number;
  readonly length: number;
  readonly near_duplicate_of: string;
  readonly language: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly processing_started_at: Date | null;
  readonly processing_completed_at: Date | null;
}

function toDocument(row: DocumentRow): Document {
  return {
    ...{ id: row.id, scopeSet: row.scope_set, title: row.title, source: row.source, mimeType: row.mime_type },
    ...{ filename: row.filename, contentHash: row.content_hash, sizeBytes: row.size_bytes, version: row.version },
    ...{ status: row.status, error: row.error, failedStage: row.failed_stage, attempts: row.attempts, labels: row.labels },
    ...{ observedAt: timeText(row.observed_at), knownAt: timeText(row.known_at), originalKey: row.original_key },
    ...{ pages: row.pages, length: row.length, nearDuplicateOf: row.near_duplicate_of, language: row.language },
    ...{ createdAt: timeText(row.created_at), updatedAt: timeText(row.updated_at) },
    processingStartedAt: timeText(row.processing_started_at),
    processingCompletedAt: timeText(row.processing_completed_at),
  };
}

/** All columns but the mean vector, which only the making of links reads. */
const columns = sql`d.id, d.scope_set, d.title, d.source, d.mime_type, d.filename, d.content_hash, d.size_bytes, d.version,
  d.status, d.error,
  d.failed_stage, d.attempts, d.labels, d.observed_at, d.known_at, d.original_key, d.pages, d.length, d.near_duplicate_of,
  d.language,
  d.created_at, d.updated_at, d.processing_started_at, d.processing_completed_at`;

/** The ScopeSet of a document that is there or was deleted, but not purged. */
export async function scopeSetOfDocument(
  tx: Transaction,
  contextId: string,
  id: string,
): Promise<{ readonly scopeSet: string; readonly isDeleted: boolean } | undefined> {
  const [row] = await tx.query<{ scopeSet: string; isDeleted: boolean }>(
    sql`select scope_set as "scopeSet", forgotten_at is not null as "isDeleted" from graph.document where ctx = ${contextId} and id = ${id}`,
  );
  return row;
}

/** The document, deleted ones left out; with `lock` held until the end of the transaction. */
export async function readDocument(tx: Transaction, contextId: string, id: string, lock = false): Promise<Document | undefined> {
  const [row] = await tx.query<DocumentRow>(
    sql`select ${columns} from graph.document d where d.ctx = ${contextId} and d.id = ${id} and d.forgotten_at is null
      ${lock ? sql`for update` : nothing}`,
    { name: lock ? "graph.document_locked" : "graph.document" },
  );
  return row && toDocument(row);
}

/** The documents among these that a reader sees, deleted ones left out. */
export async function documentsById(tx: Transaction, sight: Sight, ids: readonly string[]): Promise<Document[]> {
  const ctx = param(sight.contextId);
  const rows =
    await tx.query<DocumentRow>(sql`select ${columns} from graph.document d where d.ctx = ${ctx} and d.forgotten_at is null
      and d.id = any(${ids}::text[]) and ${under(sight.scopeSets, "d")}`);
  return rows.map(toDocument);
}

export async function documentByContent(
  tx: Transaction,
  contextId: string,
  scopeSet: string,
  contentHash: string,
): Promise<Document | undefined> {
  const [row] = await tx.query<DocumentRow>(sql`select ${columns} from graph.document d
      where d.ctx = ${contextId} and d.scope_set = ${scopeSet} and d.content_hash = ${contentHash} and d.forgotten_at is null`);
  return row && toDocument(row);
}

export interface DocumentPage {
  readonly status: string;
  readonly mimeType: string;
  readonly limit: number;
  readonly offset: number;
}

/** The visible documents, newest first. */
export async function listDocuments(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  page: DocumentPage,
): Promise<{ documents: Document[]; total: number }> {
  const ctx = param(contextId);
  const where = [sql`d.ctx = ${ctx}`, sql`d.forgotten_at is null`, under(scopeSets, "d")];
  if (page.status !== "") where.push(sql`d.status = ${page.status}::text`);
  if (page.mimeType !== "") where.push(sql`d.mime_type = ${page.mimeType}::text`);
  const [count] = await tx.query<{ total: number }>(
    sql`select count(*)::int as total from graph.document d where ${join(where, sql` and `)}`,
  );
  const rows =
    await tx.query<DocumentRow>(sql`select ${columns} from graph.document d where ${join(where, sql` and `)} order by d.created_at desc, d.id desc
      limit ${page.limit}::int offset ${page.offset}::int`);
  return { documents: rows.map(toDocument), total: count?.total ?? 0 };
}

/** Documents that failed in one of these stages, the oldest first, held until the end of the transaction. */
export async function readFailedIn(
  tx: Transaction,
  contextId: string,
  stages: readonly string[],
  limit: number,
): Promise<Document[]> {
  const rows =
    await tx.query<DocumentRow>(sql`select ${columns} from graph.document d where d.ctx = ${contextId} and d.forgotten_at is null and d.status = 'failed'
      and d.failed_stage = any(${stages}) order by d.updated_at, d.id limit ${limit} for update`);
  return rows.map(toDocument);
}

/** Stores a new document, or a known one's latest version or stage. */
export async function storeDocument(tx: Transaction, contextId: string, one: Document): Promise<void> {
  await tx.query(
    sql`insert into graph.document (ctx, id, scope_set, title, source, mime_type, filename, content_hash, size_bytes,
        version, status,
        error, failed_stage, attempts, labels, observed_at, known_at, original_key, pages, length, near_duplicate_of, language,
        created_at, updated_at, processing_started_at, processing_completed_at)
      values (${contextId}, ${one.id}, ${one.scopeSet}, ${one.title}, ${one.source}, ${one.mimeType}, ${one.filename},
        ${one.contentHash}, ${one.sizeBytes}, ${one.version}, ${one.status}, ${one.error}, ${one.failedStage},
        ${one.attempts}, ${one.labels}, ${timeParam(one.observedAt)}::timestamptz, ${one.knownAt}::timestamptz,
        ${one.originalKey}, ${one.pages}, ${one.length}, ${one.nearDuplicateOf}, ${one.language},
        ${one.createdAt}::timestamptz, ${one.updatedAt}::timestamptz, ${timeParam(one.processingStartedAt)}::timestamptz,
        ${timeParam(one.processingCompletedAt)}::timestamptz)
      on conflict (ctx, id) do update set title = excluded.title, source = excluded.source, mime_type = excluded.mime_type,
        filename = excluded.filename, content_hash = excluded.content_hash, size_bytes = excluded.size_bytes,
        version = excluded.version, status = excluded.status, error = excluded.error, failed_stage = excluded.failed_stage,
        attempts = excluded.attempts, labels = excluded.labels, observed_at = excluded.observed_at, known_at = excluded.known_at,
        original_key = excluded.original_key, pages = excluded.pages, length = excluded.length,
        near_duplicate_of = excluded.near_duplicate_of, language = excluded.language, updated_at = excluded.updated_at,
        processing_started_at = excluded.processing_started_at, processing_completed_at = excluded.processing_completed_at`,
    { name: "graph.store_document" },
  );
}

/** How many chunks each of these has. */
/** Of each document: how many chunks it has, and of how many the reading had to be ended. */
export async function countChunks(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
): Promise<Map<string, { readonly chunks: number; readonly setAsideChunks: number }>> {
  const rows = await tx.query<{ id: string; chunks: number; setAsideChunks: number }>(
    sql`select document_id as id, count(*)::int as chunks, count(*) filter (where set_aside)::int as "setAsideChunks"
      from graph.chunk where ctx = ${contextId} and document_id = any(${ids}) and forgotten_at is null group by 1`,
    { name: "graph.count_chunks" },
  );
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}
