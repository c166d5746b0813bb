/** A local copy of some resources of the cluster, kept current: listed in pages, then watched, for as long as it runs. */
import { backoffMs, pause } from "./backoff.ts";
import type { KubeClient } from "./kube-client.ts";
import { isKubeError, KubeError } from "./kube-error.ts";
import { keyOf, type KubeObject } from "./kube-object.ts";

export interface ListWatchOptions {
  readonly client: KubeClient;
  /** Such as /apis/memory.loci.dev/v1alpha1/memorykeys */
  readonly path: string;
  readonly labelSelector?: string;
  /** Metadata alone: what else the resources hold never comes here. */
  readonly metadataOnly?: boolean;
  /** Told of each change: the resource before (undefined: it is new) and after (undefined: it is gone). */
  readonly onChange: (before: KubeObject | undefined, after: KubeObject | undefined) => void;
  /** Told whenever something came: the gauge of last activity. */
  readonly onActivity?: () => void;
  readonly onFailure?: (error: unknown) => void;
  readonly random?: () => number;
  readonly pageSize?: number;
  /** How long a watch lasts: the server is asked to end it then, and it is begun again from where it was. */
  readonly watchSeconds?: { readonly min: number; readonly max: number };
  /** How long after that the server may say nothing before it counts as gone. */
  readonly graceMs?: number;
  readonly backoff?: { readonly baseMs: number; readonly maxMs: number };
}

export interface ListWatch {
  /** All that is known now. */
  list(): KubeObject[];
  get(key: string): KubeObject | undefined;
  /** Resolves when everything was listed once. */
  readonly synced: Promise<void>;
  /** Runs until the signal fires. */
  run(signal: AbortSignal): Promise<void>;
}

interface Page {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly KubeObject[] | null;
}

/**
 * Silence alone is no fault: of a kind that did not change since the server was started it sends not even bookmarks. So watches are short,
 * and it is the end that the server owes which is waited for. They differ in length, so that not all come back at once.
 */
const usualWatch = { min: 120, max: 180 };

export function createListWatch(options: ListWatchOptions): ListWatch {
  const { client, path, onChange, labelSelector, metadataOnly = false } = options;
  const { onActivity = () => undefined, onFailure = () => undefined, random = Math.random } = options;
  const { pageSize = 500, watchSeconds = usualWatch, graceMs = 15_000, backoff = { baseMs: 200, maxMs: 5_000 } } = options;
  const accept = (kind: string) =>
    metadataOnly ? `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json` : "application/json";
  let known = new Map<string, KubeObject>();
  const { promise: synced, resolve: markSynced } = Promise.withResolvers<undefined>();

  const put = (key: string, after: KubeObject | undefined) => {
    const before = known.get(key);
    if (after === undefined) known.delete(key);
    else known.set(key, after);
    if (before?.metadata.resourceVersion !== after?.metadata.resourceVersion) onChange(before, after);
  };

  /** Everything, in pages; gives the version from which to watch. */
  const relist = async (signal: AbortSignal): Promise<string> => {
    const found = new Map<string, KubeObject>();
    let next: string | undefined;
    for (;;) {
      const query = { limit: String(pageSize), continue: next, labelSelector };
      const page = await client.request<Page>({
        method: "GET",
        path,
        query,
        accept: accept("PartialObjectMetadataList"),
        signal,
      });
      onActivity();
      for (const item of page.items ?? []) found.set(keyOf(item), slim(item));
      next = page.metadata.continue;
      if (next) continue;
      for (const key of known.keys()) if (!found.has(key)) put(key, undefined);
      for (const [key, item] of found) put(key, item);
      known = found;
      markSynced(undefined);
      return page.metadata.resourceVersion;
    }
  };

  /** Follows the changes from a version on; gives the last one seen when the server ends the stream. */
  const follow = async (from: string, signal: AbortSignal, seen: (version: string) => void): Promise<void> => {
    const seconds = Math.round(watchSeconds.min + random() * (watchSeconds.max - watchSeconds.min));
    const query = {
      watch: "1",
      allowWatchBookmarks: "true",
      resourceVersion: from,
      timeoutSeconds: String(seconds),
      labelSelector,
    };
    const asked = { method: "GET", path, query, accept: accept("PartialObjectMetadata"), signal } as const;
    for await (const { type, object } of client.watch(asked, seconds * 1_000 + graceMs)) {
      onActivity();
      if (type === "ERROR") throw eventError(object);
      const item = object as KubeObject;
      if (type === "DELETED") put(keyOf(item), undefined);
      else if (type !== "BOOKMARK") put(keyOf(item), slim(item));
      seen(item.metadata.resourceVersion);
    }
    onActivity();
  };

  return {
    list: () => [...known.values()],
    get: (key) => known.get(key),
    synced,
    async run(signal) {
      let version: string | undefined;
      let failures = 0;
      const isOver = () => signal.aborted;
      while (!isOver()) {
        try {
          version ??= await relist(signal);
          await follow(version, signal, (seen) => {
            version = seen;
            failures = 0;
          });
          // The stream's end is its normal fate; one that ends at once again and again is slowed down all the same.
          await pause(backoffMs(failures++, { ...backoff, baseMs: backoff.baseMs / 4 }, random()), signal);
        } catch (thrown) {
          if (isOver()) return;
          // Gone: the history that this version belongs to is compacted away. Only a list tells what has changed since.
          if (isKubeError(thrown, 410)) version = undefined;
          else onFailure(thrown);
          const wait = backoffMs(failures++, backoff, random());
          await pause(Math.max(wait, isKubeError(thrown) ? (thrown.retryAfterMs ?? 0) : 0), signal);
        }
      }
    },
  };
}

/** Nobody asks who wrote which field, and it is the most of a small resource. */
function slim(object: KubeObject): KubeObject {
  const { managedFields: _unused, ...metadata } = object.metadata as KubeObject["metadata"] & { managedFields?: unknown };
  return { ...object, metadata };
}

function eventError(object: unknown): KubeError {
  const { code = 500, reason = "", message = "the watch failed" } = object as { code?: number; reason?: string; message?: string };
  return new KubeError(code, reason, message);
}
