import type { Stream, TurnRole } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import { nothing, param, sql, type Transaction } from "@loci/ports/database";
import { parseSpans, spansText, type Span } from "../memory/echoes/spans.ts";
import { bulkInsert, keepsPlan, type Column } from "./bulk.ts";

/**
 * silent: it is part of its session and no passage of its own (a question in a chat, the service's own reply);
 * set_aside: its reading had to be ended again and again, and is begun no more until somebody asks.
 */
export type ExtractionState = "none" | "done" | "pending" | "failed" | "silent" | "set_aside";

export interface Turn {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly role: TurnRole;
  readonly speaker: string;
  readonly content: string;
  readonly labels: readonly string[];
  readonly scopeSet: string;
  readonly stream: Stream;
  readonly extraction: ExtractionState;
  /** The id of its literal text, where nothing is to be extracted from it; else "". */
  readonly chunkId: string;
  /** The service itself said it. */
  readonly own: boolean;
  /** Its parts that the service had returned before: no part of what it says. */
  readonly echoes: readonly Span[];
  readonly knownAt: string;
  readonly recordedAt: string;
}

const columns: readonly Column<Turn>[] = [
  { name: "id", type: "text", of: (turn) => turn.id },
  { name: "session_id", type: "text", of: (turn) => turn.sessionId },
  { name: "seq", type: "integer", of: (turn) => turn.seq },
  { name: "role", type: "text", of: (turn) => turn.role },
  { name: "speaker", type: "text", of: (turn) => turn.speaker },
  { name: "content", type: "text", of: (turn) => turn.content },
  { name: "labels", type: "text[]", of: (turn) => turn.labels },
  { name: "scope_set", type: "text", of: (turn) => turn.scopeSet },
  { name: "stream", type: "text", of: (turn) => turn.stream },
  { name: "extraction", type: "text", of: (turn) => turn.extraction },
  { name: "chunk_id", type: "text", of: (turn) => turn.chunkId },
  { name: "own", type: "boolean", of: (turn) => turn.own },
  { name: "echoes", type: "text", of: (turn) => spansText(turn.echoes) },
  { name: "known_at", type: "timestamptz", of: (turn) => turn.knownAt },
  { name: "recorded_at", type: "timestamptz", of: (turn) => turn.recordedAt },
];

export async function insertTurns(tx: Transaction, contextId: string, turns: readonly Turn[]): Promise<void> {
  if (turns.length > 0) await tx.query(bulkInsert("turn", columns, contextId, turns), keepsPlan);
}

export interface TurnRow {
  readonly id: string;
  readonly session_id: string;
  readonly seq: number;
  readonly role: TurnRole;
  readonly speaker: string;
  readonly content: string;
  readonly labels: string[];
  readonly scope_set: string;
  readonly stream: Stream;
  readonly extraction: ExtractionState;
  readonly chunk_id: string;
  readonly own: boolean;
  readonly echoes: string;
  readonly known_at: Date;
  readonly recorded_at: Date;
}

export function toTurn(row: TurnRow): Turn {
  return {
    ...{ id: row.id, sessionId: row.session_id, seq: row.seq, role: row.role, speaker: row.speaker, content: row.content },
    ...{ labels: row.labels, scopeSet: row.scope_set, stream: row.stream, extraction: row.extraction, chunkId: row.chunk_id },
    ...{ own: row.own, echoes: parseSpans(row.echoes), knownAt: timeText(row.known_at), recordedAt: timeText(row.recorded_at) },
  };
}

export async function readTurns(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Turn[]> {
  const rows = await tx.query<TurnRow>(
    sql`select * from graph.turn where ctx = ${contextId} and id = any(${ids}) and forgotten_at is null`,
    { name: "graph.turns" },
  );
  return rows.map(toTurn);
}

export async function markExtraction(
  tx: Transaction,
  contextId: string,
  turnIds: readonly string[],
  state: ExtractionState,
): Promise<void> {
  await tx.query(sql`update graph.turn set extraction = ${state} where ctx = ${contextId} and id = any(${turnIds})`);
}

/** Turns whose reading was given up are pending again. @returns their ids */
export async function takeFailedTurns(tx: Transaction, contextId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`update graph.turn set extraction = 'pending' where ctx = ${contextId} and extraction = 'failed' and forgotten_at is null returning id`,
  );
  return rows.map(({ id }) => id);
}

export interface Session {
  readonly id: string;
  readonly scopeSet: string;
  /** A JSON object. */
  readonly metadata?: string;
}

/**
 * The session, unless it was deleted; with `lock` held until the end of the transaction, as its next turns are numbered from `nextSeq`.
 * Numbers of turns that were erased are not given again.
 */
export async function readSession(
  tx: Transaction,
  contextId: string,
  id: string,
  lock: boolean,
): Promise<(Session & { nextSeq: number }) | undefined> {
  const [row] = await tx.query<{ id: string; scope_set: string; turns: number }>(
    sql`select id, scope_set, turns from graph.session
      where ctx = ${contextId} and id = ${id} and deleted_at is null ${lock ? sql`for update` : nothing}`,
    { name: `graph.session${lock ? "_locked" : ""}` },
  );
  return row && { id: row.id, scopeSet: row.scope_set, nextSeq: row.turns };
}

export async function insertSession(
  tx: Transaction,
  contextId: string,
  session: Session,
  turns: number,
  now: string,
): Promise<void> {
  const turnsParam = param(turns);
  const nowParam = param(now);
  await tx.query(
    sql`insert into graph.session (ctx, id, scope_set, turns, recorded_at, metadata, last_turn_at)
      values (${contextId}, ${session.id}, ${session.scopeSet}, ${turnsParam}, ${nowParam}::timestamptz,
        ${session.metadata ?? "{}"}::jsonb, case when ${turnsParam} > 0 then ${nowParam}::timestamptz end)`,
    { name: "graph.insert_session" },
  );
}

export async function countTurns(tx: Transaction, contextId: string, sessionId: string, added: number, now: string): Promise<void> {
  await tx.query(
    sql`update graph.session set turns = turns + ${added}, last_turn_at = ${now}::timestamptz where ctx = ${contextId} and id = ${sessionId}`,
    { name: "graph.count_turns" },
  );
}
