import { LociError, recordKey, type IdSource } from "@loci/kernel";
import type { ObjectStore } from "@loci/ports/object-store";
import type { graph } from "@loci/protos";

/**
 * Where a document's bytes stand in the object store:
 * - `incoming/<context>/<key>`: an upload, from before its document is made; the document names it as its `original_key`
 * - `originals/<context>/<document>/<version>`: the original, once its document is made
 * - `parsed/<context>/<document>/<version>`: its text, while the pipeline works on it
 *
 * A crash between making the document and moving its original leaves the original under its first key: everyone who needs it looks
 * in both places. So there is never a document without its original; what belongs to no document is dropped by `dropOrphans`.
 */
export type Version = Pick<graph.Document, "id" | "version">;

export const roots = { incoming: "incoming/", originals: "originals/", parsed: "parsed/" } as const;

/** A new key for an upload; it tells when it was made. */
export function incomingKey(contextId: string, ids: IdSource): string {
  // Of a record id only the part that is unique and sorts by time: what is uploaded is no record yet.
  return `${roots.incoming}${contextId}/${ids("document").replace(/^.*:/, "")}`;
}

/** The least that an upload's key can be that was made at this time (milliseconds since the epoch). */
export function incomingKeyAt(contextId: string, millis: number): string {
  return `${roots.incoming}${contextId}/${recordKey(millis, new Uint8Array())}`;
}

export function originalKey(contextId: string, { id, version }: Version): string {
  return `${roots.originals}${contextId}/${id}/${version}`;
}

export function parsedKey(contextId: string, { id, version }: Version): string {
  return `${roots.parsed}${contextId}/${id}/${version}`;
}

/** What an `originals` or `parsed` key belongs to; undefined for any other key. */
export function ownerOf(key: string): (Version & { readonly contextId: string }) | undefined {
  const [, contextId, id, version] = /^(?:originals|parsed)\/([^/]+)\/([^/]+)\/(\d+)$/.exec(key) ?? [];
  return contextId === undefined || id === undefined ? undefined : { contextId, id, version: Number(version) };
}

type Uploaded = Pick<graph.Document, "originalKey">;

/**
 * The key under which the document's upload may stand still; undefined where it is none of this context. A document that was imported
 * says what its file said: what that names may be another context's.
 */
export function uploadKey(contextId: string, { originalKey: key }: Uploaded): string | undefined {
  return key.startsWith(`${roots.incoming}${contextId}/`) ? key : undefined;
}

/**
 * Gives an uploaded original its document's key. Safe to repeat.
 * @throws LociError `not_found` when the original is in neither place
 */
export async function bringHome(objects: ObjectStore, contextId: string, document: Version & Uploaded): Promise<void> {
  const home = originalKey(contextId, document);
  await objects.move(uploadKey(contextId, document) ?? home, home);
}

/** @throws LociError `not_found` when the original is in neither place */
export async function openOriginal(
  objects: ObjectStore,
  contextId: string,
  document: graph.Document,
): Promise<AsyncIterable<Uint8Array>> {
  const upload = uploadKey(contextId, document);
  const found =
    (await openIfThere(objects, originalKey(contextId, document))) ??
    (upload === undefined ? undefined : await openIfThere(objects, upload));
  if (found === undefined) throw new LociError("not_found", "The original of this document is not there.");
  return found;
}

/** What is stored under the key, or undefined. */
export async function openIfThere(objects: ObjectStore, key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return await objects.get(key);
  } catch (thrown) {
    if (LociError.from(thrown).code === "not_found") return undefined;
    throw thrown;
  }
}

/** Drops the bytes of every version of a document. @returns how many objects */
export async function dropDocument(objects: ObjectStore, contextId: string, documentId: string): Promise<number> {
  let dropped = 0;
  for (const root of [roots.originals, roots.parsed]) {
    const keys: string[] = [];
    for await (const key of objects.list(`${root}${contextId}/${documentId}/`)) keys.push(key);
    await objects.delete(keys);
    dropped += keys.length;
  }
  return dropped;
}
