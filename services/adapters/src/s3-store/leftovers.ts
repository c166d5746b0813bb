/** Uploads in parts: those under way here, and those of killed processes, whose bytes no list of objects shows. */
import { ask, type Bucket } from "./bucket.ts";
import { isMissing } from "./failure.ts";

/** Older than this, an upload that is not under way here belongs to a process that ended. */
const leftoverMs = 3_600_000;

type Parts = { part: number; etag: string }[];

/**
 * Returns the id of the upload. Until it is completed or aborted it is under way, and no leftover, however long that takes.
 * @throws LociError `unavailable`
 */
export async function begin(bucket: Bucket, name: string, headers: Record<string, string>, what: string): Promise<string> {
  const uploadId = await ask(what, () => bucket.client.initiateNewMultipartUpload(bucket.name, name, headers));
  bucket.underWay.add(uploadId);
  return uploadId;
}

/** @throws LociError `unavailable`; it is then to be aborted, unless it is complete and only the answer was lost */
export async function complete(bucket: Bucket, name: string, uploadId: string, parts: Parts, what: string): Promise<void> {
  try {
    await ask(what, () => bucket.client.completeMultipartUpload(bucket.name, name, uploadId, parts));
  } finally {
    bucket.underWay.delete(uploadId);
  }
}

/** Never throws: what cannot be ended now is a leftover, and ended as one. */
export async function abort(bucket: Bucket, name: string, uploadId: string): Promise<void> {
  await bucket.client.abortMultipartUpload(bucket.name, name, uploadId).catch(() => undefined);
  bucket.underWay.delete(uploadId);
}

/**
 * Ends the leftovers below the prefix, of a millisecond time now. The whole bucket is asked for its unfinished uploads, and not the
 * prefix: MinIO answers only so. It has them in memory: those from before its own restart it ends itself, within a day.
 * @throws LociError `unavailable`, also when the signal says to stop
 */
export async function endLeftovers(bucket: Bucket, now: number, what: string, signal?: AbortSignal): Promise<void> {
  const { client, name, prefix, underWay } = bucket;
  const asked = <T>(act: () => Promise<T>): Promise<T> =>
    ask(what, async () => {
      signal?.throwIfAborted();
      return act();
    });
  for (let after = ""; ;) {
    const marker = after;
    const page = await asked(() => client.listIncompleteUploadsQuery(name, "", marker, "", ""));
    for (const { key, uploadId, initiated } of page.uploads) {
      if (!key.startsWith(prefix) || initiated.getTime() >= now - leftoverMs || underWay.has(uploadId)) continue;
      await asked(() =>
        client.abortMultipartUpload(name, key, uploadId).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        }),
      );
    }
    if (!page.isTruncated || page.nextKeyMarker === after) return;
    after = page.nextKeyMarker;
  }
}

/**
 * Ends leftovers again and again, so many milliseconds after the last time was over; keeps no process from ending. Returns what stops
 * it, and destroys the bucket's connections.
 */
export function keepEndingLeftovers(bucket: Bucket, everyMs: number, clock: () => number): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const wait = () => {
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      looking = look();
    }, everyMs).unref();
  };
  const look = () =>
    endLeftovers(bucket, clock(), "What is left of uploads cannot be ended", stop.signal)
      // The next time will do; what is wrong for good, the next opening says.
      .catch(() => undefined)
      .then(wait);
  wait();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    // Breaks off what is being asked: a silent store would be waited for.
    bucket.agent.destroy();
    await looking;
  };
}
