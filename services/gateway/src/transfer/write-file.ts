import { toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { beginIn } from "@loci/platform/life";
import type { AuthService, graph, GraphService, IngestService } from "@loci/protos";
import { formatName, formatVersion, typeAtStart, type Header } from "./format.ts";
import { createTally } from "./tally.ts";
import { whileThere } from "./while-there.ts";
import { productVersion } from "../version.ts";

export interface TransferServices {
  readonly auth: Pick<AuthService<Call>, "export" | "import" | "getContext">;
  readonly graph: Pick<GraphService<Call>, "export" | "import">;
  /** Undefined where the originals of documents cannot be had: they are left out. */
  readonly ingest: Pick<IngestService<Call>, "exportOriginals" | "importOriginals"> | undefined;
}

/**
 * A context as a file, in pieces of whole lines. All records are of one moment.
 * @param onLines told how many lines have been written so far
 * @throws LociError `forbidden` without grant:manage over the whole context, before the first piece; `unauthenticated` where it was deleted,
 *   also meanwhile
 */
export async function* writeFile(
  { auth, graph, ingest }: TransferServices,
  {
    contextId,
    clock,
    onLines,
  }: { readonly contextId: string; readonly clock: () => number; readonly onLines?: (lines: number) => void },
  call: Call,
): AsyncGenerator<string> {
  const asked = freshly(call);
  const stillThere = await beginIn(contextId, auth, asked, clock);
  const there = whileThere(stillThere, clock);
  const tally = createTally();
  const piece = (lines: readonly string[]): string => {
    for (const line of lines) tally.add(line, typeAtStart(line));
    onLines?.(tally.lines());
    return lines.map((line) => `${line}\n`).join("");
  };
  const records = graph.export({ contextId }, asked)[Symbol.asyncIterator]();
  try {
    const first = await records.next();
    const begin: graph.ExportLine = first.done === true ? { lines: [], embedding: null, revision: 0 } : first.value;
    yield piece([JSON.stringify(headerOf(contextId, clock(), begin)), ...begin.lines]);
    for await (const { lines } of there(auth.export({ contextId }, asked))) yield piece(lines);
    for await (const { lines } of there({ [Symbol.asyncIterator]: () => records })) yield piece(lines);
    if (ingest) for await (const { lines } of there(ingest.exportOriginals({ contextId }, asked))) yield piece(lines);
  } finally {
    await records.return?.();
  }
  yield `${JSON.stringify({ type: "trailer", ...tally.total() })}\n`;
}

function headerOf(contextId: string, now: number, { embedding, revision }: graph.ExportLine): Header {
  const about = { type: "header", format: formatName, version: formatVersion } as const;
  return { ...about, contextId, exportedAt: toTimestamp(now), product: `Loci ${productVersion()}`, embedding, revision };
}

/** A transfer outlives the token that its request came with: a remote client signs each of its calls anew. */
export function freshly(call: Call): Call {
  const { token: _expires, ...rest } = call;
  return rest;
}
