import type { ParsedDocument } from "@loci/ports/document-parser";
import type { DocumentDeps } from "../deps.ts";
import { openIfThere, openOriginal, parsedKey } from "./objects.ts";
import type { Step } from "./work.ts";

/** Parses the original and keeps what came out, so that the next stages need not parse again. */
export async function parseOriginal(
  { objects, parser }: DocumentDeps,
  { contextId, document, signal }: Step,
): Promise<ParsedDocument> {
  const bytes = await readAll(await openOriginal(objects, contextId, document));
  const parsed = await parser.parse({ bytes, mediaType: document.mimeType, filename: document.filename }, signal);
  await objects.put(parsedKey(contextId, document), written(parsed));
  return parsed;
}

/** What was kept, or the original parsed again: the text of a document that was ready once is kept no longer. */
export async function readParsed(deps: DocumentDeps, step: Step): Promise<ParsedDocument> {
  const kept = await openIfThere(deps.objects, parsedKey(step.contextId, step.document));
  return (kept && (await read(kept))) ?? parseOriginal(deps, step);
}

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  // A plain array: what is passed to another process as a Buffer arrives as one, which not every reader takes.
  const { buffer, byteOffset, length } = Buffer.concat(all);
  return new Uint8Array(buffer, byteOffset, length);
}

/** In UTF-16 units. */
const pieceLength = 256 * 1024;

/** A line of JSON, then the text as it is: to make JSON of megabytes would hold up everybody else. */
async function* written({ text, ...rest }: ParsedDocument): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(rest)}\n`);
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + pieceLength - 1);
    // A pair of surrogates is not torn apart.
    const end = start + pieceLength - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

/** Undefined for what an earlier release kept, which was JSON alone. */
async function read(pieces: AsyncIterable<Uint8Array>): Promise<ParsedDocument | undefined> {
  const decoder = new TextDecoder();
  let all = "";
  for await (const piece of pieces) all += decoder.decode(piece, { stream: true });
  const end = all.indexOf("\n");
  if (end < 0) return undefined;
  return { ...(JSON.parse(all.slice(0, end)) as Omit<ParsedDocument, "text">), text: all.slice(end + 1) };
}
