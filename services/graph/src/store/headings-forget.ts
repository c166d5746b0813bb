/** Headings lose the words that the passages lose in which they stand, with the paths of the sections below them. */
import { join, param, sql, type Transaction } from "@loci/ports/database";
import type { Span } from "@loci/text";
import { headingPaths } from "../documents/domain/sections.ts";
import { headingWithout, saysNothing } from "../memory/withheld-headings.ts";

/** Words that a chunk loses; all of them where it goes. */
export interface ChunkCut {
  readonly id: string;
  /** As it was before. */
  readonly text: string;
  readonly charStart: number;
  readonly spans: readonly Span[];
}

export interface CutSections {
  /** The sections of these chunks: of their texts nothing is left but the path. */
  readonly ids: readonly string[];
  readonly documents: readonly string[];
  /** Other sections, and chunks, that are found with a heading which lost words. */
  readonly others: readonly string[];
}

interface SectionRow {
  readonly id: string;
  readonly document_id: string;
  readonly heading: string;
  readonly level: number;
  readonly char_start: number;
  readonly path: string;
  readonly text: string;
  /** Whether a chunk of it stands. */
  readonly stands: boolean;
}

/** The chunks of these ids, as they are before they go. */
export async function wholeCuts(tx: Transaction, contextId: string, ids: readonly string[]): Promise<ChunkCut[]> {
  const rows = await tx.query<{ id: string; text: string; char_start: number }>(
    sql`select id, text, char_start from graph.chunk where ctx = ${contextId} and id = any(${ids})`,
  );
  return rows.map(({ id, text, char_start: charStart }) => ({ id, text, charStart, spans: [{ start: 0, end: text.length }] }));
}

/** Where these chunks are: read before they are erased. */
export async function sectionsOf(tx: Transaction, contextId: string, chunkIds: readonly string[]) {
  return tx.query<{
    chunk: string;
    section: string;
    document: string;
    charStart: number;
  }>(sql`select id as chunk, section_id as section, document_id as document, char_start as "charStart" from graph.chunk
      where ctx = ${contextId} and id = any(${chunkIds})`);
}

/**
 * A section's text begins with that of its first chunk: where something of that goes, what repeats it goes too, in its heading and in the
 * paths of the sections below it. A section of which nothing is left has no text, and is not found any more. Called when the chunks have
 * lost their words.
 * @param places of the chunks that the cuts are of
 */
export async function cutSections(
  tx: Transaction,
  contextId: string,
  cuts: readonly ChunkCut[],
  places: Awaited<ReturnType<typeof sectionsOf>>,
): Promise<CutSections> {
  const documents = [...new Set(places.map(({ document }) => document))];
  if (documents.length === 0) return { ids: [], documents, others: [] };
  const ctx = param(contextId);
  const rows =
    await tx.query<SectionRow>(sql`select s.id, s.document_id, s.heading, s.level, s.char_start, s.path, s.text, exists (select 1 from graph.chunk c
        where c.ctx = ${ctx} and c.section_id = s.id and c.forgotten_at is null) as stands
      from graph.section s where s.ctx = ${ctx} and s.document_id = any(${documents}) order by s.document_id, s.position, s.id`);
  const cutOf = new Map(cuts.map((one) => [one.id, one]));
  const inSection = Map.groupBy(places, ({ section }) => section);
  const changed: (Pick<SectionRow, "id" | "heading" | "path" | "text"> & { readonly isOther: boolean })[] = [];
  const retitled: string[] = [];
  for (const [, sections] of Map.groupBy(rows, (row) => row.document_id)) {
    const headings = sections.map((one) => {
      const own = (inSection.get(one.id) ?? []).flatMap(({ chunk }) => cutOf.get(chunk) ?? []);
      return own.reduce((heading, cut) => headingWithout(heading, one.char_start - cut.charStart, cut), one.heading);
    });
    const isCut = headings.some((heading, i) => heading !== sections[i]?.heading);
    const paths = isCut ? headingPaths(sections.map(({ level }, i) => ({ level, heading: headings[i] ?? "" }))) : undefined;
    for (const [i, one] of sections.entries()) {
      const heading = headings[i] ?? "";
      const path = paths?.[i] ?? one.path;
      const isOther = !inSection.has(one.id);
      if (isOther && path === one.path) continue;
      if (heading !== one.heading) retitled.push(one.id);
      const rest = isOther && one.text.startsWith(one.path) ? path + one.text.slice(one.path.length) : path;
      changed.push({ id: one.id, heading, path, text: saysNothing(rest) || !one.stands ? "" : rest, isOther });
    }
  }
  const columns = (["id", "heading", "path", "text"] as const).map((field) => sql`${changed.map((one) => one[field])}::text[]`);
  await tx.query(
    sql`update graph.section s set heading = x.heading, path = x.path, text = x.text,
        heading_norm = case when s.heading = x.heading then s.heading_norm else '' end
      from unnest(${join(columns)}) as x(id, heading, path, text) where s.ctx = ${contextId} and s.id = x.id`,
  );
  const ids = changed.flatMap((one) => (one.isOther ? [] : [one.id]));
  const under = changed.flatMap((one) => (one.isOther ? [one.id] : []));
  const others = [...under, ...(await chunksUnder(tx, contextId, retitled))];
  if (others.length > 0) {
    await tx.query(sql`delete from graph.embedding where ctx = ${contextId} and record_id = any(${others})`);
  }
  return { ids, documents, others };
}

/** The chunks that are found with the headings of these sections. */
async function chunksUnder(tx: Transaction, contextId: string, sections: readonly string[]): Promise<string[]> {
  if (sections.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    sql`select id from graph.chunk where ctx = ${contextId} and section_id = any(${sections}) and forgotten_at is null`,
  );
  return rows.map((row) => row.id);
}
