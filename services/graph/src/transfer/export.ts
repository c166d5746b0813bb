import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { readEmbedding } from "../store/deployment.ts";
import { readLines } from "../store/export-lines.ts";
import { readShapes } from "../store/line-columns.ts";
import { openSnapshot, type Snapshot } from "../store/snapshot.ts";
import { transferredContext } from "./authority.ts";

const retryAfterSeconds = 30;

/** Exports at once in one process: each may hold a connection for as long as its reader takes. */
export function createExportLimit(most: number) {
  let running = 0;
  return {
    enter(): () => void {
      if (running >= most)
        throw new LociError("rate_limited", "Other exports are under way; try again later.", { retryAfterSeconds });
      running++;
      return () => {
        running--;
      };
    },
  };
}

export type ExportLimit = ReturnType<typeof createExportLimit>;

/** Every record of the context, page by page; the first message says what the lines show. */
export async function* exportContext(
  parts: Parts,
  limit: ExportLimit,
  request: graph.ExportRequest,
  call: Call,
): AsyncGenerator<graph.ExportLine> {
  const contextId = transferredContext(call, request.contextId, "memory:read");
  const leave = limit.enter();
  let snapshot: Snapshot | undefined;
  try {
    snapshot = await openSnapshot(parts.database, contextId);
    const { shapes, embedding } = await snapshot.read(async (tx) => ({
      shapes: await readShapes(tx),
      embedding: await readEmbedding(tx),
    }));
    yield { lines: [], embedding: embedding ?? null, revision: snapshot.head };
    for (const shape of shapes) {
      let after: readonly string[] | undefined;
      do {
        call.signal.throwIfAborted();
        const from = after;
        const page = await snapshot.read((tx) => readLines(tx, contextId, shape, from));
        after = page.last;
        if (page.lines.length > 0) yield { lines: page.lines, embedding: null, revision: 0 };
      } while (after !== undefined);
    }
    await snapshot.confirm();
  } finally {
    leave();
    await snapshot?.close();
  }
}
