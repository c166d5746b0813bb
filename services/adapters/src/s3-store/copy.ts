import { ask, stat, type Bucket, type Stat } from "./bucket.ts";
import { explained } from "./failure.ts";
import * as leftovers from "./leftovers.ts";

const what = "The content cannot be moved";

/** Has the store copy an object within the bucket: no byte of it comes here. */
export async function copy(bucket: Bucket, from: string, to: string, source: Stat): Promise<void> {
  const { client, name } = bucket;
  if (source.size > bucket.copyBytes) return copyInParts(bucket, from, to, source);
  const { etag } = await ask(what, async () => {
    const answer = await client.copyObject(name, to, `/${name}/${from}`);
    return "etag" in answer ? answer : { etag: "" };
  });
  if (etag === "") throw explained(undefined, what);
}

/** S3 copies at most 5 GB in one request. (The client's own composeObject gives every part the number 1.) */
async function copyInParts(bucket: Bucket, from: string, to: string, { size, etag }: Stat): Promise<void> {
  const { client, name, copyBytes } = bucket;
  const uploadID = await leftovers.begin(bucket, to, {}, what);
  try {
    const done: { part: number; etag: string }[] = [];
    for (let start = 0; start < size; start += copyBytes) {
      const partNumber = done.length + 1;
      const headers = {
        "x-amz-copy-source": encodeURI(`/${name}/${from}`),
        "x-amz-copy-source-range": `bytes=${start}-${Math.min(start + copyBytes, size) - 1}`,
        // All parts of one content, and not the rest of one that replaced it.
        "x-amz-copy-source-if-match": etag,
      };
      const config = { bucketName: name, objectName: to, uploadID, partNumber };
      const part = await ask(what, () => client.uploadPart({ ...config, headers: { ...headers } }));
      done.push({ part: partNumber, etag: part.etag });
    }
    await leftovers.complete(bucket, to, uploadID, done, what);
  } catch (error) {
    await leftovers.abort(bucket, to, uploadID);
    throw error;
  }
  const copied = await stat(bucket, to, what);
  if (copied?.size !== size) throw explained(undefined, what);
}
