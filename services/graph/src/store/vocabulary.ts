import { jsonParam, timeText } from "@loci/platform/db";
import { sql, type Transaction } from "@loci/ports/database";
import type { Vocabulary } from "../memory/vocabulary.ts";

export interface StoredVocabulary {
  /** 0 where the context has none of its own. */
  readonly version: number;
  readonly keys: Vocabulary;
  readonly recordedAt: string;
}

/** The version that is in force. */
export async function readVocabulary(tx: Transaction, contextId: string): Promise<StoredVocabulary> {
  const [row] = await tx.query<{ version: number; keys: Vocabulary; recorded_at: Date }>(
    sql`select version, keys, recorded_at from graph.vocabulary where ctx = ${contextId} order by version desc limit 1`,
    { name: "graph.vocabulary" },
  );
  if (row === undefined) return { version: 0, keys: {}, recordedAt: "" };
  return { version: row.version, keys: row.keys, recordedAt: timeText(row.recorded_at) };
}

export async function insertVocabulary(tx: Transaction, contextId: string, next: StoredVocabulary): Promise<void> {
  await tx.query(sql`insert into graph.vocabulary (ctx, version, keys, recorded_at) values (${contextId}, ${next.version},
          ${jsonParam(next.keys)}::jsonb, ${next.recordedAt}::timestamptz)`);
}
