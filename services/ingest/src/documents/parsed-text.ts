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
  await objects.put(parsedKey(contextId, document), once(Buffer.from(JSON.stringify(parsed))));
  return parsed;
}

/** What was kept, or the original parsed again: the text of a document that was ready once is kept no longer. */
export async function readParsed(deps: DocumentDeps, step: Step): Promise<ParsedDocument> {
  const kept = await openIfThere(deps.objects, parsedKey(step.contextId, step.document));
  if (kept === undefined) return parseOriginal(deps, step);
  return JSON.parse(new TextDecoder().decode(await readAll(kept))) as ParsedDocument;
}

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  // A plain array: what is passed to another process as a Buffer arrives as one, which not every reader takes.
  const { buffer, byteOffset, length } = Buffer.concat(all);
  return new Uint8Array(buffer, byteOffset, length);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
