import { createHash } from "node:crypto";
import { LociError, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { contextGone } from "@loci/platform/life";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import type { Parts } from "../rpc/deps.ts";
import { presentSpace } from "../embeddings/spaces.ts";
import { readDeployment, readEmbedding } from "../store/deployment.ts";
import { countMissing, markUnembedded } from "../store/unembedded.ts";
import { lockContext, readHead } from "../store/feed.ts";
import {
  announceEverything,
  danglingReferences,
  hasRecords,
  insertLines,
  readImport,
  storeImport,
  takeUpWork,
  type ImportState,
} from "../store/import-lines.ts";
import { readShapes, type Shape } from "../store/line-columns.ts";
import { transferredContext } from "./authority.ts";
import { lineReader, type ReadLine, type VectorRule } from "./read-lines.ts";

const batchLines = 1_000;
const batchLength = 4 * 1024 * 1024;
const mostIds = 100;

/** Stores the lines of an export, in the order in which they were written. Recorded times stay: these are the same records. */
export async function importContext(
  parts: Parts,
  requests: AsyncIterable<graph.ImportLine>,
  call: Call,
): Promise<graph.ImportResponse> {
  let importing: Importing | undefined;
  let response: graph.ImportResponse | undefined;
  for await (const request of requests) {
    const contextId = transferredContext(call, request.contextId || (importing?.contextId ?? ""), "memory:write");
    if (importing !== undefined && importing.contextId !== contextId)
      throw new LociError("invalid", "An import is of one context.");
    importing ??= await beginImport(parts, contextId, request.embedding);
    await importing.add(request.lines, request.firstLine);
    if (request.complete) response = await importing.finish();
  }
  if (importing === undefined) throw new LociError("invalid", "There is nothing to import.");
  return response ?? importing.pause();
}

interface Importing {
  readonly contextId: string;
  add(lines: readonly string[], firstLine: number): Promise<void>;
  pause(): Promise<graph.ImportResponse>;
  finish(): Promise<graph.ImportResponse>;
}

/** @throws LociError `conflict` where the context has records that do not come from the import that broke off */
async function beginImport(parts: Parts, contextId: string, given: graph.EmbeddingSpec | null): Promise<Importing> {
  const { life, shapes, vectors, begun } = await parts.database.inContext(contextId, (tx) => open(tx, contextId, given));
  const read = lineReader(shapes, vectors);
  const byType = new Map(shapes.map((shape) => [shape.type, shape]));
  const hash = createHash("sha256");
  const imported = new Map<string, number>();
  const skipped = new Map<string, number>();
  let state = begun;
  let seen = 0;
  let batch: ReadLine[] = [];
  let length = 0;

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const next = { lines: seen, digest: hash.copy().digest("hex"), head: state.head };
    const lines = batch;
    await parts.database.inContext(contextId, async (tx) => {
      await lockLife(tx, contextId, life);
      await requireUntouched(tx, contextId, state);
      await insertBatch(tx, contextId, lines, byType, vectors.usable);
      await storeImport(tx, contextId, next);
    });
    for (const { type } of lines) count(isSkipped(type) ? skipped : imported, type);
    state = { ...next, finished: false };
    batch = [];
    length = 0;
  };
  const isSkipped = (type: string) => type === "embedding" && !vectors.usable;

  const add = async (text: string, number: number): Promise<void> => {
    const line = read(text, number);
    hash.update(text).update("\n");
    seen++;
    if (seen <= begun.lines) {
      count(skipped, line.type);
      if (seen === begun.lines && hash.copy().digest("hex") !== begun.digest) throw anotherFile();
      return;
    }
    if (begun.finished) throw anotherFile();
    batch.push(line);
    length += text.length;
    if (batch.length >= batchLines || length >= batchLength) await flush();
  };

  const pause = async (): Promise<graph.ImportResponse> => {
    await flush();
    if (seen < begun.lines && seen > 0) throw anotherFile();
    return {
      imported: Object.fromEntries(imported),
      skipped: Object.fromEntries(skipped),
      dangling: {},
      danglingIds: [],
      unembedded: 0,
    };
  };

  return {
    contextId,
    async add(lines, firstLine) {
      for (const [i, text] of lines.entries()) await add(text, firstLine + i);
    },
    pause,
    async finish() {
      const stored = await pause();
      return parts.database.inContext(contextId, async (tx) => {
        await lockLife(tx, contextId, life);
        const dangling = await danglingReferences(tx, contextId, shapes, mostIds);
        const now = toTimestamp(parts.clock());
        if (!state.finished) {
          await requireUntouched(tx, contextId, state);
          const added = await announceEverything(tx, contextId, state.head);
          await takeUpWork(tx, contextId, now);
          await storeImport(tx, contextId, { ...state, head: state.head + added }, now);
        }
        const deployment = await readDeployment(tx);
        const unembedded = deployment === undefined ? 0 : await countMissing(tx, contextId, presentSpace(deployment));
        if (unembedded > 0 || deployment === undefined) await markUnembedded(tx, contextId);
        return {
          ...stored,
          dangling: Object.fromEntries(dangling.map(({ place, count: found }) => [place, found])),
          danglingIds: dangling.flatMap(({ ids }) => ids).slice(0, mostIds),
          unembedded,
        };
      });
    },
  };
}

/** @throws LociError `unauthenticated` where the context was purged since the import began, whoever has its id now */
async function lockLife(tx: Transaction, contextId: string, life: string): Promise<void> {
  if ((await lockContext(tx, contextId)) !== life) throw contextGone();
}

async function open(tx: Transaction, contextId: string, given: graph.EmbeddingSpec | null) {
  const life = await lockContext(tx, contextId);
  const shapes = await readShapes(tx);
  const stored = await readImport(tx, contextId);
  const head = await readHead(tx, contextId);
  const isEmpty = stored !== undefined || !(await hasRecords(tx, contextId, shapes));
  if (!isEmpty) throw new LociError("conflict", "The context holds records already; import into an empty one.");
  const begun: ImportState = stored ?? { lines: 0, digest: "", head, finished: false };
  if (!begun.finished) await requireUntouched(tx, contextId, begun);
  return { life, shapes, begun, vectors: vectorRule(given, await readEmbedding(tx)) };
}

function vectorRule(given: graph.EmbeddingSpec | null, own: graph.EmbeddingSpec | undefined): VectorRule {
  const usable =
    given?.provider === own?.provider &&
    given?.model === own?.model &&
    given?.dimension === own?.dimension &&
    given?.normalised === own?.normalised;
  return { usable, bytes: own === undefined ? undefined : own.dimension * 4 };
}

/**
 * Nobody else may have written since the last batch: what an import stores is told to the feed at its end only.
 * @throws LociError `unavailable` where that was another import only, as who sends the file again then goes on; else `conflict`
 */
async function requireUntouched(tx: Transaction, contextId: string, state: ImportState): Promise<void> {
  const stored = await readImport(tx, contextId);
  const head = await readHead(tx, contextId);
  if ((stored?.lines ?? 0) === state.lines && head === state.head) return;
  if (stored?.head === head) {
    throw new LociError(
      "unavailable",
      "Another import fills this context at the same time; send the file again to go on after it.",
      {
        retryAfterSeconds: 5,
      },
    );
  }
  throw new LociError("conflict", "The context was written to since the import began; delete it and import into a new one.");
}

async function insertBatch(
  tx: Transaction,
  contextId: string,
  batch: readonly ReadLine[],
  byType: ReadonlyMap<string, Shape>,
  vectorsUsable: boolean,
): Promise<void> {
  for (const [type, lines] of Map.groupBy(batch, (line) => line.type)) {
    const shape = byType.get(type);
    if (shape === undefined || (type === "embedding" && !vectorsUsable)) continue;
    const texts = lines.map((line) => line.text);
    await insertLines(tx, contextId, shape, texts, vectorsUsable).catch((error: unknown) => {
      throw refusedLines(error, lines);
    });
  }
}

/** SQLSTATE classes of values that a table does not take: data exceptions, violated constraints, and what is too long for an index. */
const refusedValue = /^(?:2[23]|54)/;

function refusedLines(error: unknown, lines: readonly ReadLine[]): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!refusedValue.test(code)) return error;
  const [first, last] = [lines[0], lines.at(-1)];
  const place = `lines ${first?.number ?? 0} to ${last?.number ?? 0}`;
  const detail = code.startsWith("23")
    ? "one of them has the place of another record, or a value that is not allowed"
    : "one of them has a value that cannot be stored";
  return new LociError("invalid", `${place} (${first?.type ?? ""}): ${detail}`, {
    fields: [{ pointer: `/${first?.number ?? 0}`, detail: `${place}: ${detail}` }],
    cause: error,
  });
}

function anotherFile(): LociError {
  return new LociError(
    "conflict",
    "The context comes from another file, or from another state of this one; import into an empty one.",
  );
}

function count(counts: Map<string, number>, type: string): void {
  counts.set(type, (counts.get(type) ?? 0) + 1);
}
