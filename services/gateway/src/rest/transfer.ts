import { setTimeout as pause } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { RetrievalService } from "@loci/protos";
import type { z } from "zod";
import { importResponse } from "../answers/transfer.ts";
import { route, type Answer, type RequestFacts, type Route } from "../route.ts";
import { freshly, readFile, splitLines, writeFile, type TransferServices } from "../transfer/index.ts";

/** A large context over a slow line. */
const transferTimeoutMs = 60 * 60_000;
const mediaType = "application/x-ndjson";
/** What clients say of such a file; one that says nothing is believed. */
const mediaTypes: ReadonlySet<string> = new Set([mediaType, "application/jsonl", "application/octet-stream", "text/plain"]);

export interface TransferDeps extends TransferServices {
  readonly retrieval: Pick<RetrievalService<Call>, "getIndexState">;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** A whole context as a file of JSON Lines, and back. */
export function transferRoutes(services: TransferDeps, importLimitBytes: number): Route[] {
  const { clock, retrieval, logger } = services;
  return [
    route({
      operationId: "exportContext",
      method: "get",
      path: "/export",
      plane: "data",
      summary: "The whole context as JSON Lines",
      status: 200,
      timeoutMs: transferTimeoutMs,
      document: { answers: { [mediaType]: "bytes" } },
      handle: ({ call }) => {
        const { contextId } = principalOf(call);
        return download(contextId, writeFile(services, { contextId, clock }, call));
      },
    }),
    route({
      operationId: "importContext",
      method: "post",
      path: "/import",
      plane: "data",
      summary: "Fill an empty context from an export",
      status: 200,
      // The same file goes on where it broke off: no key is needed.
      repetition: "never",
      timeoutMs: transferTimeoutMs,
      answer: importResponse,
      document: { accepts: { [mediaType]: "bytes" } },
      async handle({ call, request }) {
        requireLines(request);
        const lines = splitLines(request.bytes(), importLimitBytes);
        const imported = await readFile(services, { contextFor: () => Promise.resolve(""), clock }, lines, call);
        await untilFound(retrieval, freshly(call)).catch((err: unknown) => {
          logger.warn({ err }, "an imported context is not indexed yet; the next queries do it");
        });
        return { body: imported satisfies z.input<typeof importResponse> };
      },
    }),
  ];
}

/** Where the index comes no closer for so many looks, of about a second each, nobody is filling it. */
const patienceLooks = 60;
const lookEveryMs = 250;

/**
 * Waits until the index has all that was imported: whoever is told that it is there finds it. An index that is away is not waited for, as
 * the truth is searched in its place.
 */
async function untilFound(retrieval: TransferDeps["retrieval"], call: Call): Promise<void> {
  let closest = Infinity;
  for (let looks = 0; looks < patienceLooks; looks++) {
    const { available, behind } = await retrieval.getIndexState({ contextId: "" }, call);
    if (!available || behind === 0) return;
    if (behind < closest) [closest, looks] = [behind, 0];
    await pause(lookEveryMs, undefined, { signal: call.signal });
  }
  throw new LociError("unavailable", `The index is ${closest} changes behind, and comes no closer.`);
}

/** The first piece is waited for, so that who may not export gets an answer. */
async function download(contextId: string, pieces: AsyncGenerator<string>): Promise<Answer> {
  const first = await pieces.next();
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      if (first.done !== true) yield Buffer.from(first.value);
      for await (const piece of pieces) yield Buffer.from(piece);
    } finally {
      await pieces.return(undefined);
    }
  }
  return {
    headers: { "content-type": mediaType, "content-disposition": `attachment; filename="${contextId}.jsonl"` },
    bytes: bytes(),
  };
}

function requireLines(request: RequestFacts): void {
  const [given = ""] = (request.header("content-type") ?? "").split(";", 1);
  const type = given.trim().toLowerCase();
  const isCompressed = (request.header("content-encoding") ?? "identity").toLowerCase() !== "identity";
  if (isCompressed) throw new LociError("unsupported_media_type", "The body must not be compressed.");
  if (type === "" || mediaTypes.has(type)) return;
  throw new LociError("unsupported_media_type", `The body must be JSON Lines: send it with Content-Type: ${mediaType}.`);
}
