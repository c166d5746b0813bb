import { timeText } from "@loci/platform/db";
import { literal, param, sql, type Transaction } from "@loci/ports/database";
import type { ReadBefore } from "../memory/reread.ts";
import { chunkFields, chunkWithSection, toChunk, type ChunkInSection } from "./chunks.ts";
import { toStatement, type StatementRow } from "./facts.ts";

export interface PassageRow {
  readonly id: string;
  readonly role: string;
  readonly speaker: string;
  readonly content: string;
  readonly knownAt: string;
  /** Passages of one group are read together. */
  readonly group: string;
  /** Where the next one begins, in the order of the pages. */
  readonly place: string;
}

interface Row extends Omit<PassageRow, "knownAt" | "place"> {
  readonly known_at: Date;
  readonly parent: string;
  readonly position: number;
}

const maxRows = 1_000;

/** Turns that were read, in the order of their sessions; those of one write are a group. */
export async function turnsRead(tx: Transaction, contextId: string, parent: string, position: number): Promise<PassageRow[]> {
  const rows = await tx.query<Row>(sql`select id, role, speaker, content, known_at, session_id as parent, seq as position,
        session_id || ' ' || recorded_at::text as "group"
      from graph.turn where ctx = ${contextId} and (session_id, seq) > (${parent}, ${position})
        and extraction = 'done' and not own and forgotten_at is null
      order by session_id, seq limit ${literal(maxRows)}`);
  return whole(rows.map((row) => passage("turn", row)));
}

/** Chunks that were read, in the order of their documents; up to four of one document are a group, as when it was read first. */
export async function chunksRead(tx: Transaction, contextId: string, parent: string, position: number): Promise<PassageRow[]> {
  const ctx = param(contextId);
  const rows =
    await tx.query<Row>(sql`select c.id, 'document' as role, d.title as speaker, c.text as content, c.known_at, c.document_id as parent, c.position,
        c.document_id || ' ' || (c.position / 4)::text as "group"
      from graph.chunk c join graph.document d on d.ctx = ${ctx} and d.id = c.document_id
      where c.ctx = ${ctx} and (c.document_id, c.position) > (${parent}, ${position}) and c.extracted and not c.set_aside
        and c.forgotten_at is null and d.forgotten_at is null
      order by c.document_id, c.position limit ${literal(maxRows)}`);
  return whole(rows.map((row) => passage("chunk", row)));
}

function passage(kind: "turn" | "chunk", { id, role, speaker, content, group, known_at, parent, position }: Row): PassageRow {
  return { id, role, speaker, content, group, knownAt: timeText(known_at), place: `${kind} ${position} ${parent}` };
}

/** Without a last group that the limit may have cut; one that fills the page alone is taken as it is. */
function whole(rows: PassageRow[]): PassageRow[] {
  const last = rows.at(-1)?.group;
  const kept = rows.length < maxRows ? rows : rows.filter(({ group }) => group !== last);
  return kept.length === 0 ? rows : kept;
}

export async function countPassages(tx: Transaction, contextId: string): Promise<number> {
  const ctx = param(contextId);
  const [row] = await tx.query<{
    n: number;
  }>(sql`select ((select count(*) from graph.turn where ctx = ${ctx} and extraction = 'done' and not own and forgotten_at is null)
      + (select count(*) from graph.chunk c join graph.document d on d.ctx = ${ctx} and d.id = c.document_id
        where c.ctx = ${ctx} and c.extracted and not c.set_aside and c.forgotten_at is null and d.forgotten_at is null))::int as n`);
  return row?.n ?? 0;
}

/** Statements that were read from these passages, with every name of what they are about; without those that are void already. */
export async function readFrom(tx: Transaction, contextId: string, passageIds: readonly string[]): Promise<ReadBefore[]> {
  interface NamedRow extends StatementRow, Pick<ReadBefore, "names" | "withdrawn"> {
    readonly type: string | null;
    readonly name: string | null;
  }
  const ctx = param(contextId);
  const passageIdsParam = param(passageIds);
  const rows =
    await tx.query<NamedRow>(sql`select p.*, e.type, e.name, p.withdrawn_at is not null as withdrawn, array(select e.name_norm
        union select a.name_norm from graph.entity_alias a where a.ctx = ${ctx} and a.entity_id = p.entity_id) as names
      from graph.provenance p left join graph.entity e on e.ctx = ${ctx} and e.id = p.entity_id
      where p.ctx = ${ctx} and p.source in ('turn', 'chunk') and p.ruling = '' and not p.quarantined
        and p.retracted_at is null
        and (p.turn_id <> '' and p.turn_id = any(${passageIdsParam}) or p.chunk_id <> '' and p.chunk_id = any(${passageIdsParam}))
      order by p.id`);
  return rows.map((row) => {
    const { type, name, names, withdrawn } = row;
    return { ...toStatement(row), about: type === null || name === null ? undefined : { type, name }, names, withdrawn };
  });
}

/** They count as never said. */
export async function makeVoid(tx: Transaction, contextId: string, statementIds: readonly string[]): Promise<void> {
  await tx.query(sql`update graph.provenance set retracted_at = known_at where ctx = ${contextId} and id = any(${statementIds})`);
}

/** Those of the ids that are chunks of documents, as they stand. */
export async function chunksById(tx: Transaction, contextId: string, ids: readonly string[]): Promise<ChunkInSection[]> {
  const ctx = param(contextId);
  const rows = await tx.query<Parameters<typeof toChunk>[0]>(sql`select ${chunkFields} from ${chunkWithSection(ctx)}
      join graph.document d on d.ctx = ${ctx} and d.id = c.document_id and d.forgotten_at is null
      where c.ctx = ${ctx} and c.id = any(${ids}) and c.forgotten_at is null and c.extracted and not c.set_aside`);
  return rows.map(toChunk);
}

/** Where a reading that was stopped goes on; "" where none was. */
export async function readPlace(tx: Transaction, contextId: string): Promise<string> {
  const [row] = await tx.query<{ place: string }>(sql`select place from graph.rereading where ctx = ${contextId}`);
  return row?.place ?? "";
}

/** @param place "" when all is read */
export async function storePlace(tx: Transaction, contextId: string, place: string, now: string): Promise<void> {
  if (place === "") await tx.query(sql`delete from graph.rereading where ctx = ${contextId}`);
  else {
    await tx.query(sql`insert into graph.rereading (ctx, place, recorded_at) values (${contextId}, ${place}, ${now}::timestamptz)
        on conflict (ctx) do update set place = excluded.place, recorded_at = excluded.recorded_at`);
  }
}
