import type { Readable } from "node:stream";
import { LociError } from "@loci/kernel";
import { isObjectKey, type ObjectStore } from "@loci/ports/object-store";
import { ask, askIfThere, nameOf, stat, type Bucket } from "./bucket.ts";
import { copy } from "./copy.ts";
import { erase } from "./erase.ts";
import { explained } from "./failure.ts";
import { keepEndingLeftovers } from "./leftovers.ts";
import { openBucket, type S3StoreOptions } from "./open.ts";
import { upload } from "./upload.ts";

export { storeCodeOf } from "./failure.ts";
export type { S3StoreOptions } from "./open.ts";

/**
 * Keeps each object as an object of a bucket, at any store that speaks S3. The bucket is made where it is not there and the keys
 * may, unless `makesBucket` is false. While it is open, what uploads of killed processes left is ended, hourly.
 * @throws LociError `unavailable` when the bucket cannot be used, saying why
 */
export async function openS3Store(options: S3StoreOptions): Promise<ObjectStore> {
  const bucket = await openBucket(options);
  const stop = keepEndingLeftovers(bucket, options.leftoversEveryMs ?? 3_600_000, options.now ?? Date.now);
  const named = (key: string) => nameOf(bucket, key);
  return {
    put: async (key, bytes) => upload(bucket, named(key), bytes),
    async get(key) {
      const name = named(key);
      const stream = await askIfThere(reading, () => bucket.client.getObject(bucket.name, name));
      if (stream === undefined) throw nothingUnder(key);
      // An answer that nobody reads must not hold its connection for ever.
      const unread = setTimeout(() => stream.destroy(), bucket.idleMs).unref();
      return read(stream, unread);
    },
    async move(from, to) {
      const [source, target] = [named(from), named(to)];
      const found = await stat(bucket, source, reading);
      if (found === undefined || source === target) {
        if (found === undefined && (await stat(bucket, target, reading)) === undefined) throw nothingUnder(from);
        return;
      }
      await copy(bucket, source, target, found);
      await erase(bucket, [source]);
    },
    delete: async (keys) => erase(bucket, keys.map(named)),
    list: (prefix) => list(bucket, prefix),
    close: stop,
  };
}

const reading = "The content cannot be read";

function nothingUnder(key: string): LociError {
  return new LociError("not_found", `Nothing is stored under ${key}.`);
}

async function* read(stream: Readable, unread: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  clearTimeout(unread);
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw explained(error, reading);
  }
}

async function* list({ client, name, prefix: base }: Bucket, prefix: string): AsyncGenerator<string> {
  const listing = "The contents cannot be listed";
  for (let token = ""; ;) {
    const after = token;
    const page = await ask(listing, () => client.listObjectsV2Query(name, base + prefix, after, "", 1_000, ""));
    for (const object of page.objects) {
      const key = object.name?.slice(base.length) ?? "";
      // The bucket may hold what is not ours.
      if (isObjectKey(key)) yield key;
    }
    if (!page.isTruncated) return;
    token = page.nextContinuationToken;
    if (token === "") throw explained(undefined, listing);
  }
}
