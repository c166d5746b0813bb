import { sql } from "@loci/ports/database";
import { LociError } from "@loci/kernel";
import { Client, type ClientConfig, type PoolClient, type QueryArrayResult } from "pg";
import { beginOf, controlText, type Answer, type Opening, type Pinned } from "./pinned.ts";
import { sendTogether, sent, type Bound } from "./send.ts";
import { sendable } from "./sendable.ts";

interface Line extends Required<Bound> {
  /** A second connection, to cancel what runs on this one. */
  readonly config: ClientConfig;
  readonly isLost: () => boolean;
}

/** A connection of the pool for one transaction of a session. */
export function pin(client: PoolClient, { config, query_timeout, isLost }: Line): Pinned {
  const bound = { query_timeout };
  let inFlight = 0;
  let cancelling: Promise<void> = Promise.resolve();
  let isCancelling = false;

  const run: Pinned["run"] = async (statement, shape, opening) => {
    // What is sent while the server is asked to cancel would be cancelled in its place.
    if (isCancelling) await cancelling;
    inFlight++;
    sendTogether(client);
    const begun = opening && client.query({ text: textOf(opening), ...bound });
    begun?.catch(() => undefined);
    const asked = client.query({ ...sent(statement), ...bound, ...(shape === "arrays" && { rowMode: "array" as const }) });
    try {
      return answerOf(await asked);
    } catch (thrown) {
      // Where it did not begin, that the statement is refused says nothing.
      await begun;
      if (!isLost()) throw thrown;
      throw new LociError("unavailable", "The database did not finish the request.", { cause: thrown, retryAfterSeconds: 1 });
    } finally {
      inFlight--;
    }
  };

  return {
    run,
    async control(kind, savepoint, opening) {
      await run({ text: controlText(kind, savepoint) }, "arrays", opening);
    },
    async end(how) {
      await run({ text: how }, "arrays", undefined);
    },
    cancel() {
      if (inFlight === 0 || isCancelling) return cancelling;
      isCancelling = true;
      cancelling = cancel(client, config).finally(() => (isCancelling = false));
      return cancelling;
    },
    release: ({ broken }) => void cancelling.catch(() => undefined).then(() => client.release(broken)),
  };
}

function textOf(opening: Opening): string {
  const ms = (limit: number): number => Math.max(1, Math.trunc(limit));
  const parts = [
    beginOf(opening),
    `set local statement_timeout = ${ms(opening.statementMs)}`,
    `set local lock_timeout = ${ms(opening.lockMs)}`,
  ];
  if (opening.as === "app") parts.push("set local role loci_app");
  return parts.join("; ");
}

/** A text of several statements answers with one result for each. */
function answerOf(result: QueryArrayResult | readonly QueryArrayResult[]): Answer {
  const last = Array.isArray(result) ? (result as readonly QueryArrayResult[]).at(-1) : (result as QueryArrayResult);
  return { columns: (last?.fields ?? []).map(({ name }) => name), rows: last?.rows ?? [] };
}

async function cancel(client: PoolClient, config: ClientConfig): Promise<void> {
  const other = new Client(config);
  other.on("error", () => undefined);
  await other.connect();
  try {
    // The driver knows the process; its types do not say so.
    await other.query(
      sent(sendable(sql`select pg_cancel_backend(${(client as PoolClient & { readonly processID: number }).processID})`)),
    );
  } finally {
    await other.end();
  }
}
