import { createHash, randomUUID } from "node:crypto";
import { LociError } from "@loci/kernel";
import type { StoredObject } from "@loci/ports/object-store";
import { ask, stat, type Bucket } from "./bucket.ts";
import { explained } from "./failure.ts";
import * as leftovers from "./leftovers.ts";
import { inParts } from "./parts.ts";

const what = "The content cannot be stored";
const type = { "Content-Type": "application/octet-stream" };
const mark = "loci-upload";
/** S3's own. */
const mostParts = 10_000;

/**
 * Stores a stream under the name, whole or not at all: what is short in one request, anything else in parts that become an object
 * with the last of them. The store checks the hash of each request's bytes. At most three parts are in memory.
 */
export async function upload(bucket: Bucket, name: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredObject> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let parts: PartsUpload | undefined;
  try {
    for await (const part of inParts(bytes, bucket.partBytes)) {
      hash.update(part.bytes);
      sizeBytes += part.bytes.length;
      if (parts === undefined && part.last) await putWhole(bucket, name, part.bytes);
      else {
        parts ??= await beginParts(bucket, name);
        await parts.add(part.bytes);
        if (part.last) await parts.complete(sizeBytes);
      }
    }
  } catch (error) {
    await parts?.abort();
    throw error;
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function putWhole({ client, name: bucket }: Bucket, name: string, bytes: Buffer): Promise<void> {
  const { etag } = await ask(what, () => client.putObject(bucket, name, bytes, bytes.length, { ...type }));
  if (etag === "") throw explained(undefined, what);
}

interface PartsUpload {
  /** Returns while the part is still on its way, so that the next one can be gathered. */
  add(bytes: Buffer): Promise<void>;
  complete(sizeBytes: number): Promise<void>;
  /** Never throws: what cannot be ended now is ended as a leftover. */
  abort(): Promise<void>;
}

async function beginParts(bucket: Bucket, name: string): Promise<PartsUpload> {
  const { client, name: inBucket } = bucket;
  const mine = randomUUID();
  const headers = { ...type, [`x-amz-meta-${mark}`]: mine };
  const uploadID = await leftovers.begin(bucket, name, headers, what);
  const done: { part: number; etag: string }[] = [];
  let onItsWay: Promise<void> = Promise.resolve();

  const send = async (bytes: Buffer, partNumber: number): Promise<void> => {
    const digest = createHash("md5").update(bytes).digest("base64");
    const config = { bucketName: inBucket, objectName: name, uploadID, partNumber };
    const { etag } = await ask(what, () => client.uploadPart({ ...config, headers: { "Content-MD5": digest } }, bytes));
    done.push({ part: partNumber, etag });
  };
  let added = 0;
  return {
    async add(bytes) {
      await onItsWay;
      if (++added > mostParts)
        throw new LociError("too_large", `Content may have at most ${mostParts * bucket.partBytes} bytes in this object store.`);
      onItsWay = send(bytes, added);
      // It is awaited with the next part; until then its failure is nobody's.
      onItsWay.catch(() => undefined);
    },
    async complete(sizeBytes) {
      await onItsWay;
      let failure: LociError | undefined;
      try {
        await leftovers.complete(bucket, name, uploadID, done, what);
      } catch (error) {
        failure = LociError.from(error);
      }
      // Tells too what became of it where the answer was lost. Without the mark, another upload has replaced it.
      const stored = await stat(bucket, name, what);
      const isMine = stored?.metaData[mark] === mine;
      if (failure !== undefined && !isMine) throw failure;
      if (isMine && stored.size !== sizeBytes) {
        await ask(what, () => client.removeObject(inBucket, name));
        throw new LociError("unavailable", `${what}: the object store kept ${stored.size} of ${sizeBytes} bytes.`);
      }
    },
    async abort() {
      // A part that arrives after the end would stay.
      await onItsWay.catch(() => undefined);
      await leftovers.abort(bucket, name, uploadID);
    },
  };
}
