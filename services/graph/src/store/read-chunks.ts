import { timeText } from "@loci/platform/db";
import { identifier, join, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { chunkFields, chunkWithSection, toChunk, type ChunkInSection, type Section } from "./chunks.ts";
import type { Sight } from "./read-facts.ts";
import { under, type TimeView } from "./time-view.ts";

/** What a passage of a document is told of with. */
export interface InDocument {
  readonly documentTitle: string;
  readonly documentSource: string;
  readonly documentMimeType: string;
  readonly documentLength: number;
  readonly labels: readonly string[];
}

interface DocumentFields {
  readonly title: string;
  readonly source: string;
  readonly mime_type: string;
  readonly length: number;
  readonly labels: string[];
}

const documentFields = sql`d.title, d.source, d.mime_type, d.length, d.labels`;

function inDocument(row: DocumentFields): InDocument {
  return {
    ...{ documentTitle: row.title, documentSource: row.source, documentMimeType: row.mime_type },
    ...{ documentLength: row.length, labels: row.labels },
  };
}

export type ReadChunk = ChunkInSection & InDocument;
export type ReadSection = Omit<Section, "headingNorm"> & InDocument;

/** Whether a passage `alias` of a document `d` stands, and was known and recorded at the view's time. */
function stands(view: TimeView, alias: string): Sql {
  const row = identifier(alias);
  const terms = [sql`d.forgotten_at is null`];
  if (view.asOf !== "") terms.push(sql`${row}.known_at <= ${view.asOf}::timestamptz`);
  if (view.recordedAsOf !== "") terms.push(sql`${row}.recorded_at <= ${view.recordedAsOf}::timestamptz`);
  return join(terms, sql` and `);
}

type ChunkRow = Parameters<typeof toChunk>[0] & DocumentFields;

/** The chunks of these ids that a reader sees. */
export async function chunksById(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  ids: readonly string[],
): Promise<ReadChunk[]> {
  const ctx = param(contextId);
  const rows = await tx.query<ChunkRow>(
    sql`select ${chunkFields}, ${documentFields} from ${chunkWithSection(ctx)}
      join graph.document d on d.ctx = ${ctx} and d.id = c.document_id
      where c.ctx = ${ctx} and c.id = any(${ids}::text[]) and c.forgotten_at is null
        and ${stands(view, "c")} and ${under(scopeSets, "c")}`,
    { keepsPlan: true },
  );
  return rows.map((row) => ({ ...toChunk(row), ...inDocument(row) }));
}

/** Of each section in which these chunks are, the chunks nearest to them, but not they themselves. */
export async function siblingIds(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  chunkIds: readonly string[],
  perSection: number,
): Promise<string[]> {
  const ctx = param(contextId);
  const asked = sql`${chunkIds}::text[]`;
  const rows = await tx.query<{ id: string }>(
    sql`select id from (
        select s.id, s.document_id, s.position,
          row_number() over (partition by s.section_id order by min(abs(s.position - c.position)), s.position) as place
        from graph.chunk c join graph.chunk s on s.ctx = ${ctx} and s.section_id = c.section_id
        where c.ctx = ${ctx} and c.id = any(${asked}) and not s.id = any(${asked}) and s.forgotten_at is null
          and ${under(scopeSets, "c")}
        group by s.id, s.document_id, s.section_id, s.position) near
      where place <= ${perSection}::int order by document_id, position`,
    { keepsPlan: true },
  );
  return rows.map((row) => row.id);
}

interface SectionRow extends DocumentFields {
  readonly id: string;
  readonly document_id: string;
  readonly scope_set: string;
  readonly position: number;
  readonly heading: string;
  readonly path: string;
  readonly text: string;
  readonly level: number;
  readonly char_start: number;
  readonly char_end: number;
  readonly page: number;
  readonly known_at: Date;
  readonly recorded_at: Date;
}

/** The sections of these ids that a reader sees; one without a text was forgotten. */
export async function sectionsById(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  ids: readonly string[],
): Promise<ReadSection[]> {
  const ctx = param(contextId);
  const rows = await tx.query<SectionRow>(
    sql`select s.id, s.document_id, s.scope_set, s.position, s.heading, s.path, s.text, s.level, s.char_start, s.char_end,
        s.page,
        s.known_at, s.recorded_at, ${documentFields} from graph.section s
      join graph.document d on d.ctx = ${ctx} and d.id = s.document_id
      where s.ctx = ${ctx} and s.id = any(${ids}::text[]) and s.text <> '' and ${stands(view, "s")}
        and ${under(scopeSets, "s")}`,
    { keepsPlan: true },
  );
  return rows.map((row) => ({
    ...{ id: row.id, documentId: row.document_id, scopeSet: row.scope_set, position: row.position, heading: row.heading },
    ...{ path: row.path, text: row.text, level: row.level, charStart: row.char_start, charEnd: row.char_end, page: row.page },
    ...{ knownAt: timeText(row.known_at), recordedAt: timeText(row.recorded_at), ...inDocument(row) },
  }));
}
