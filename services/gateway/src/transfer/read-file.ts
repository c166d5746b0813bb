import { isDeepStrictEqual } from "node:util";
import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { beginIn } from "@loci/platform/life";
import { lineObject, lineProblems, wrongLine } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { authTypes, headerLine, originalType, trailerLine, type Header } from "./format.ts";
import { lineSource, type LineSource } from "./line-source.ts";
import type { NumberedLine } from "./split-lines.ts";
import { whileThere } from "./while-there.ts";
import { freshly, type TransferServices } from "./write-file.ts";

const batchLines = 500;
const batchLength = 1024 * 1024;

export interface ReadFile extends graph.ImportResponse {
  /** Where the file comes from. */
  readonly fromContextId: string;
}

export interface Target {
  /** The context to fill, chosen by the header: for Loci itself; "" is a principal's own. */
  readonly contextFor: (header: Header) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Told how many lines have been read so far. */
  readonly onLines?: (lines: number) => void;
}

/**
 * Stores the lines of a file in a context, in order, as they come; what they say is searchable once the trailer was seen to fit.
 * @throws LociError `invalid` that names the line and the field; `conflict` where the context is not empty; `unauthenticated` where it
 *   was deleted meanwhile. What was stored before stays: the same file goes on from there.
 */
export async function readFile(
  { auth, graph, ingest }: TransferServices,
  { contextFor, clock, onLines }: Target,
  lines: AsyncIterable<NumberedLine>,
  call: Call,
): Promise<ReadFile> {
  const asked = freshly(call);
  const source = lineSource(lines, onLines);
  const begin = (id: string) => beginIn(id, auth, asked, clock);
  // Of a principal before anything is read: the first line may be long in coming.
  const begun = call.caller.kind === "principal" ? await begin(principalOf(call).contextId) : undefined;
  const header = await readHeader(source);
  const contextId = await contextFor(header);
  const stillThere = begun ?? (await begin(contextId));
  const { embedding } = header;
  const there = whileThere(stillThere, clock);
  const messages = (belongs: (type: string) => boolean) => there(batches(source, belongs, { contextId, embedding }));

  const access = await auth.import(
    messages((type) => authTypes.has(type)),
    asked,
  );
  const records = await graph.import(
    messages((type) => type !== originalType && !authTypes.has(type)),
    asked,
  );
  const originals = messages((type) => type === originalType);
  const bytes = ingest ? await ingest.importOriginals(originals, asked) : await passOver(originals);
  await readTrailer(source);
  const whole = { contextId, lines: [], firstLine: 0, embedding, complete: true };
  const { dangling, danglingIds, unembedded } = await graph.import(there(only(whole)), asked);
  return {
    fromContextId: header.contextId,
    imported: { ...access.imported, ...records.imported, ...withoutZeros(bytes.imported) },
    skipped: { ...access.skipped, ...records.skipped, ...withoutZeros(bytes.skipped) },
    ...{ dangling, danglingIds, unembedded },
  };
}

async function readHeader(source: LineSource): Promise<Header> {
  const line = await source.peek();
  if (line === undefined) throw new LociError("invalid", "The file is empty.");
  const header = headerLine.safeParse(lineObject(line.text, line.number).fields);
  if (!header.success) throw wrongLine(line.number, lineProblems(header.error));
  source.take();
  return header.data;
}

/** What was read is whole if its trailer says the same of it. */
async function readTrailer(source: LineSource): Promise<void> {
  const line = await source.peek();
  if (line === undefined) throw new LociError("invalid", "The file breaks off: its trailer is missing.");
  if (line.type !== "trailer") {
    throw wrongLine(line.number, [{ pointer: "/type", detail: `'${line.type.slice(0, 64)}' is out of its place` }]);
  }
  const trailer = trailerLine.safeParse(lineObject(line.text, line.number).fields);
  if (!trailer.success) throw wrongLine(line.number, lineProblems(trailer.error));
  const { type: _type, ...said } = trailer.data;
  const read = source.total();
  const sameCounts = isDeepStrictEqual(new Map(Object.entries(said.counts)), new Map(Object.entries(read.counts)));
  if (said.sha256 === read.sha256 && said.lines === read.lines && sameCounts) return;
  throw wrongLine(line.number, [
    { pointer: "/sha256", detail: "is not that of the lines before it: the file was changed or damaged" },
  ]);
}

/** The next lines, as long as they belong here; one message at least, though it may be empty. */
async function* batches(
  source: LineSource,
  belongs: (type: string) => boolean,
  about: Pick<graph.ImportLine, "contextId" | "embedding">,
): AsyncGenerator<graph.ImportLine> {
  let isLast = false;
  while (!isLast) {
    const lines: string[] = [];
    let firstLine = 0;
    let length = 0;
    while (lines.length < batchLines && length < batchLength) {
      const next = await source.peek();
      isLast = next === undefined || next.type === "header" || next.type === "trailer" || !belongs(next.type);
      if (isLast || next === undefined) break;
      source.take();
      if (lines.length === 0) firstLine = next.number;
      length += next.text.length;
      lines.push(next.text);
    }
    yield { ...about, lines, firstLine, complete: false };
  }
}

async function* only(message: graph.ImportLine): AsyncGenerator<graph.ImportLine> {
  yield message;
}

async function passOver(messages: AsyncIterable<graph.ImportLine>): Promise<Pick<graph.ImportResponse, "imported" | "skipped">> {
  let skipped = 0;
  for await (const { lines } of messages) skipped += lines.length;
  return { imported: {}, skipped: { [originalType]: skipped } };
}

function withoutZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
