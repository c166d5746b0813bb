import { Client, type PoolClient } from "pg";
import type { Statement } from "./sendable.ts";

/** For how long the driver waits for an answer, in milliseconds; without it, for ever. */
export interface Bound {
  readonly query_timeout?: number;
}

/** What is asked before the event loop turns goes to the server in one message: BEGIN with the first statement, a read with its fellows. */
export function sendTogether(client: PoolClient): void {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** @returns the rows of the last statement of the text */
export async function runStatement<Row>(client: PoolClient, statement: Statement, bound: Bound): Promise<Row[]> {
  sendTogether(client);
  const result = await client.query({ ...sent(statement), ...bound });
  // A text of several statements (a migration) answers with one result for each.
  const last = Array.isArray(result) ? (result as { rows: unknown[] }[]).at(-1) : result;
  return (last?.rows ?? []) as Row[];
}

/** The statement as the driver takes it. */
export function sent({ name, text, values = [] }: Statement) {
  const bytes = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
  return { text, values: bytes, ...(name !== undefined && { name }) };
}
