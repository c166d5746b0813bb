import { crc32 } from "node:zlib";
import { LociError } from "@loci/kernel";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";
import type { ParserLimits } from "./limits.ts";

/** A zip container whose entries are unpacked one at a time, as a stream, within limits. */
export interface Container {
  has(path: string): boolean;
  /** Nothing at all where there is no such entry. */
  unpack(path: string): AsyncIterable<Uint8Array>;
}

/**
 * @throws LociError `too_large` where the entries are too many, or declare or unpack to more than is allowed or declared;
 * `invalid` where they are encrypted; another error where the container is broken
 */
export async function openContainer(bytes: Uint8Array, limits: ParserLimits): Promise<Container> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Sizes are checked here, as an entry that is larger than it says is an attack, not damage.
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false, validateEntrySizes: false });
  const entries = await readEntries(zip, limits);
  let unpacked = 0;

  return {
    has: (path) => entries.has(path),
    async *unpack(path) {
      const entry = entries.get(path);
      if (entry === undefined) return;
      let size = 0;
      let sum = 0;
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += chunk.length;
        unpacked += chunk.length;
        if (size > entry.uncompressedSize || unpacked > limits.maxUnpackedBytes) throw tooLarge();
        sum = crc32(chunk, sum);
        yield chunk;
      }
      if (size !== entry.uncompressedSize || sum !== entry.crc32) throw new Error("an entry is damaged");
    },
  };
}

async function readEntries(zip: ZipFile, limits: ParserLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let declared = 0;
  if (zip.entryCount > limits.maxEntries) throw new LociError("too_large", `The file packs more than ${limits.maxEntries} files.`);
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new LociError("invalid", "The file is encrypted.");
    declared += entry.uncompressedSize;
    if (declared > limits.maxUnpackedBytes) throw tooLarge();
    entries.set(entry.fileName, entry);
  }
  return entries;
}

const tooLarge = () => new LociError("too_large", "The file unpacks to more than is allowed.");
