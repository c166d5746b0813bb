/** Brings a backup back into a context: first all of it is read and compared with its manifest, then it is read again and imported. */
import { createHash } from "node:crypto";
import { isLociError, Loci } from "@loci/client";
import type { Manifest } from "../desired/manifest.ts";
import type { BackupFolder } from "./backup-store.ts";
import { contextFailure } from "./context-key.ts";
import type { Transfer } from "./make-backup.ts";
import { OutsideError } from "./outside-failure.ts";

/** @throws OutsideError ChecksumMismatch, BackupIncomplete */
export async function verifyBackup(
  folder: BackupFolder,
  manifest: Manifest,
  onBytes: Transfer["onBytes"],
  signal: AbortSignal,
): Promise<void> {
  for await (const _piece of verified(folder, manifest, onBytes)) signal.throwIfAborted();
}

/** @throws OutsideError ContextNotEmpty where the context holds something else */
export async function importBackup(folder: BackupFolder, manifest: Manifest, transfer: Transfer): Promise<void> {
  const { dataUrl, contextId, apiKey, signal, onBytes } = transfer;
  const loci = new Loci({ url: dataUrl, contextId, apiKey, attempts: 1 });
  let failed: { readonly thrown: unknown } | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* verified(folder, manifest, onBytes);
    } catch (thrown) {
      failed = { thrown };
      throw thrown;
    }
  }
  try {
    await loci.import(ReadableStream.from(bytes()), { signal });
  } catch (thrown) {
    // What the import says then is only that its body broke off.
    if (failed !== undefined) throw failed.thrown;
    if (isLociError(thrown, "conflict")) throw new OutsideError("ContextNotEmpty", thrown.detail, "fix", thrown);
    throw contextFailure(thrown);
  }
}

/** The content, of which the last piece comes only when all of it is known to be what the manifest says. */
async function* verified(
  folder: BackupFolder,
  { data, bytes, sha256 }: Manifest,
  onBytes: Transfer["onBytes"],
): AsyncGenerator<Uint8Array> {
  const content = await folder.get(data);
  if (content === undefined) throw new OutsideError("BackupIncomplete", `The backup's object ${data} is not there.`, "fix");
  const hash = createHash("sha256");
  let read = 0;
  let last: Uint8Array | undefined;
  for await (const piece of content) {
    hash.update(piece);
    read += piece.byteLength;
    await onBytes(read);
    if (last !== undefined) yield last;
    last = piece;
  }
  if (read !== bytes)
    throw new OutsideError(
      "ChecksumMismatch",
      `The backup has ${read} bytes; its manifest says ${bytes}. Nothing is imported.`,
      "fix",
    );
  if (hash.digest("hex") !== sha256)
    throw new OutsideError(
      "ChecksumMismatch",
      "The backup is not what its manifest says: it was changed. Nothing is imported.",
      "fix",
    );
  if (last !== undefined) yield last;
}
