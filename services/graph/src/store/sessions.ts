import type { TurnRole } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import { join, literal, param, sql, type Transaction } from "@loci/ports/database";
import { readFor, type FirstTurn } from "../sessions/headline.ts";
import type { Sight } from "./read-facts.ts";
import { under } from "./time-view.ts";

export interface SessionRecord {
  readonly id: string;
  readonly scopeSet: string;
  readonly metadataJson: string;
  /** How many of its turns the reader sees. */
  readonly turns: number;
  readonly recordedAt: string;
  /** When the last turn that the reader sees was written; "" without any. */
  readonly lastTurnAt: string;
  /** The beginnings of the first turns that the reader sees. */
  readonly first: readonly FirstTurn[];
}

/** Without an id where the page is empty: then it tells the total alone. */
interface SessionRow {
  readonly id: string | null;
  readonly scope_set: string;
  readonly metadata: unknown;
  readonly turns: number;
  readonly recorded_at: Date;
  readonly last_turn_at: Date | null;
  readonly first: readonly FirstTurn[];
  readonly total: number;
}

/** The visible sessions that were not deleted, newest first; with ids only those. `total` counts beyond the page. */
export async function sessions(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  asked: { readonly ids?: readonly string[]; readonly limit: number; readonly offset: number },
): Promise<{ sessions: SessionRecord[]; total: number }> {
  const ctx = param(contextId);
  const where = [sql`s.ctx = ${ctx}`, sql`s.deleted_at is null`, under(scopeSets, "s")];
  if (asked.ids) where.push(sql`s.id = any(${asked.ids}::text[])`);
  const rows = await tx.query<SessionRow>(sql`with matching as (select s.* from graph.session s where ${join(where, sql` and `)}),
        page as (select * from matching order by recorded_at desc, id desc
          limit ${asked.limit}::int offset ${asked.offset}::int)
      select p.id, p.scope_set, p.metadata, p.recorded_at, said.turns, said.last_turn_at, c.total,
        (select coalesce(json_agg(json_build_object('role', f.role, 'content', f.content) order by f.seq), '[]') from (
          select t.seq, t.role, left(regexp_replace(left(t.content, ${literal(readFor.characters * 4)}), '\\s+', ' ', 'g'), ${literal(readFor.characters)}) as content
          from graph.turn t where t.ctx = ${ctx} and t.session_id = p.id and ${living} and ${under(scopeSets, "t")}
          order by t.seq limit ${literal(readFor.turns)}) f) as first
      from (select count(*)::int as total from matching) c left join page p on true
        left join lateral (select count(*)::int as turns, max(t.recorded_at) as last_turn_at from graph.turn t
          where t.ctx = ${ctx} and t.session_id = p.id and ${living} and ${under(scopeSets, "t")}) said on true order by p.recorded_at desc, p.id desc`);
  return {
    total: rows[0]?.total ?? 0,
    sessions: rows.flatMap((row) => {
      if (row.id === null) return [];
      const { id, scope_set: scopeSet, metadata, turns, recorded_at, last_turn_at, first } = row;
      const times = { recordedAt: timeText(recorded_at), lastTurnAt: timeText(last_turn_at) };
      return [{ id, scopeSet, metadataJson: JSON.stringify(metadata), turns, first, ...times }];
    }),
  };
}

const living = sql`t.forgotten_at is null and t.expired_at is null`;

export interface SaidTurn {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly scopeSet: string;
  readonly role: TurnRole;
  readonly speaker: string;
  readonly content: string;
  readonly extraction: string;
  readonly knownAt: string;
  readonly recordedAt: string;
}

/** A page ends before the next turn once it holds so much: turns of 100 KB are many MB together, and are written as one answer. */
const maxPageBytes = 4 * 1024 * 1024;

/** The visible turns of a session in the order in which they were said, or the newest first; fewer than the limit where they are long. */
export async function turnsOfSession(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  sessionId: string,
  page: { readonly limit: number; readonly offset: number; readonly newestFirst: boolean },
): Promise<SaidTurn[]> {
  interface Row extends Omit<SaidTurn, "sessionId" | "scopeSet" | "knownAt" | "recordedAt"> {
    readonly scope_set: string;
    readonly known_at: Date;
    readonly recorded_at: Date;
  }
  const ctx = param(contextId);
  const order = page.newestFirst ? sql`desc` : sql`asc`;
  const rows = await tx.query<Row>(sql`select id, seq, scope_set, role, speaker, content, extraction, known_at, recorded_at from (
        select t.*, sum(octet_length(t.content)) over (order by t.seq ${order}) - octet_length(t.content) as before from (
          select t.* from graph.turn t
          where t.ctx = ${ctx} and t.session_id = ${sessionId}::text and ${living} and ${under(scopeSets, "t")}
          order by t.seq ${order} limit ${page.limit}::int offset ${page.offset}::int) t) t
      where before < ${maxPageBytes}::int order by seq ${order}`);
  return rows.map(({ known_at, recorded_at, scope_set: scopeSet, ...row }) => ({
    ...{ ...row, sessionId, scopeSet, knownAt: timeText(known_at), recordedAt: timeText(recorded_at) },
  }));
}
