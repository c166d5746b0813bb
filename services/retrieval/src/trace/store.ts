import { jsonParam } from "@loci/platform/db";
import type { Logger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { retrieval } from "@loci/protos";

/** Keeps traces. A trace is written behind its answer, which must not wait for it; a read waits for what is still on its way. */
export interface TraceStore {
  keep(contextId: string, trace: retrieval.Trace): void;
  find(contextId: string, id: string): Promise<retrieval.Trace | undefined>;
  close(): Promise<void>;
}

const flushDelayMs = 50;
/** More than this waiting means that the database cannot keep up: the oldest are dropped and the loss is logged. */
const maxWaiting = 5_000;

export function createTraceStore(database: Database, logger: Logger): TraceStore {
  let waiting: { contextId: string; trace: retrieval.Trace }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writing = writing.then(() => write(database, batch)).catch((error: unknown) => logger.error({ err: error }, "traces were not kept"));
    return writing;
  };

  return {
    keep(contextId, trace) {
      if (waiting.length >= maxWaiting) {
        waiting.shift();
        logger.warn("a trace was dropped: the database cannot keep up");
      }
      waiting.push({ contextId, trace });
      timer ??= setTimeout(() => void flush(), flushDelayMs);
    },
    async find(contextId, id) {
      await flush();
      const rows = await database.inContext(
        contextId,
        (tx) =>
          tx.query<{ body: retrieval.Trace }>({
            text: "select body from retrieval.trace where ctx = $1 and id = $2",
            values: [contextId, id],
          }),
        { readOnly: true },
      );
      return rows[0]?.body;
    },
    close: flush,
  };
}

async function write(database: Database, batch: readonly { contextId: string; trace: retrieval.Trace }[]): Promise<void> {
  for (const [contextId, rows] of Map.groupBy(batch, (row) => row.contextId)) {
    await database.inContext(contextId, (tx) =>
      tx.query({
        text: `insert into retrieval.trace (ctx, id, created_at, principal_id, body)
          select $1, id, created_at, principal_id, body::jsonb
          from unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[]) new (id, created_at, principal_id, body)
          on conflict do nothing`,
        values: [
          contextId,
          rows.map(({ trace }) => trace.id),
          rows.map(({ trace }) => trace.createdAt),
          rows.map(({ trace }) => trace.principalId),
          rows.map(({ trace }) => jsonParam(trace)),
        ],
      }),
    );
  }
}
