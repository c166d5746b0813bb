import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";

export const connectWithinMs = 5_000;
const longestPauseMs = 800;
/** SQLSTATE too_many_connections. */
const serverIsFull = "53300";

/**
 * While processes are exchanged old and new ones have connections, and the server may have none left for a moment. Nothing was asked of it
 * yet, so it is asked again for as long as it may take to answer, ever more rarely.
 * @throws the driver's error
 */
export async function connect(pool: Pool): Promise<PoolClient> {
  const from = performance.now();
  for (let pauseMs = 50; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await pool.connect();
    } catch (error) {
      const isFull = error instanceof Error && "code" in error && error.code === serverIsFull;
      if (!isFull || performance.now() - from > connectWithinMs) throw error;
      await pause(pauseMs);
    }
  }
}

/** What the pool's own way to ask does, which would give up at once where the server is full. @throws the driver's error */
export async function ask<Row extends QueryResultRow>(
  pool: Pool,
  question: { readonly text: string; readonly query_timeout?: number },
): Promise<QueryResult<Row>> {
  const client = await connect(pool);
  try {
    const answer = await client.query<Row>(question);
    client.release();
    return answer;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
