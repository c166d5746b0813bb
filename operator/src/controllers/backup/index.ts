/** MemoryBackup: a context exported to a store, once or by schedule. */
import type { MemoryBackup } from "../../api/memory-backup.ts";
import type { MemoryContext } from "../../api/memory-context.ts";
import type { MemoryRestore } from "../../api/memory-restore.ts";
import { openFolder, type BackupFolder } from "../../apply/backup-store.ts";
import { OutsideError } from "../../apply/outside-failure.ts";
import {
  backupConditions,
  backupFacts,
  backupStatus,
  completed,
  planBackup,
  running,
  unlessRestored,
  type BackupAction,
  type BackupFacts,
} from "../../desired/backup.ts";
import { folderOf } from "../../desired/backup-place.ts";
import { timestamp, type Finding } from "../../desired/conditions.ts";
import { leftovers, pruning } from "../../desired/retention.ts";
import { isReadBy, restoreInto } from "../../desired/standing-restores.ts";
import { provisionedId, type ObservedBackup } from "../../observe/backup.ts";
import { readStoreKeys } from "../../observe/store-keys.ts";
import type { Outcome } from "../../runtime/controller.ts";
import { unlessSuspended } from "../suspended.ts";
import { visit, type Visit } from "../visit.ts";
import { runAttempt, type TransferParts } from "./attempt.ts";

export interface BackupControllerParts extends TransferParts {
  readonly find: (key: string) => MemoryBackup | undefined;
  readonly findContext: (key: string) => MemoryContext | undefined;
  readonly restores: () => readonly MemoryRestore[];
}

export function backupReconciler(parts: BackupControllerParts): (key: string, signal: AbortSignal) => Promise<Outcome> {
  return async (key, signal) => {
    const known = parts.find(key);
    // What is remembered may be older than what this very operator wrote last.
    const first = known && (await parts.cluster.read(known));
    if (first === undefined) return {};
    const visiting = oneVisit(parts, first, signal);
    try {
      return await visit(parts, first, visiting);
    } finally {
      await visiting.close();
    }
  };
}

interface OneVisit extends Visit<MemoryBackup> {
  close(): Promise<void>;
}

function oneVisit(parts: BackupControllerParts, first: MemoryBackup, signal: AbortSignal): OneVisit {
  const { cluster, client, clock, record } = parts;
  const { namespace } = first.metadata;
  const context = parts.findContext(`${namespace}/${first.spec.contextRef.name}`);
  const contextId = provisionedId(context);
  let folder: BackupFolder | undefined;
  let facts = backupFacts(first);
  let isErased = false;
  let hasTransferred = false;

  const write = async (resource: MemoryBackup, changed: BackupFacts, found: Readonly<Record<string, Finding>>) => {
    const status = backupStatus(resource, found, { facts: changed, contextId, now: clock() });
    const written = await cluster.recordStatus(resource, status);
    facts = changed;
    return written;
  };
  const opened = async ({ resource, credentials }: ObservedBackup): Promise<BackupFolder> => {
    if (credentials === undefined) throw new Error("a store is opened without keys");
    const { endpoint, region, bucket } = resource.spec.store;
    try {
      folder ??= await openFolder({ endpoint, region, bucket, folder: folderOf(resource) }, credentials);
      return folder;
    } catch (thrown) {
      if (thrown instanceof OutsideError && thrown.failure.reason === "CredentialsRefused") {
        const { message } = thrown.failure;
        facts = { ...facts, refused: { secretVersion: credentials.version, generation: generationOf(resource), message } };
      }
      throw thrown;
    }
  };
  const observe = async (resource: MemoryBackup): Promise<ObservedBackup> => {
    const credentials = await readStoreKeys(client, namespace, resource.spec.store.credentialsSecretRef);
    return { resource, contextId, credentials, published: undefined, isErased };
  };
  /** Only where a run is under way is the store asked whether it is over: before it is tried again, or gives way to the next. */
  const withPublished = async (observed: ObservedBackup, run: string): Promise<ObservedBackup> => {
    const published = await (await opened(observed)).manifest(run).catch((thrown: unknown) => {
      // One that cannot be read is written anew.
      if (thrown instanceof OutsideError && thrown.failure.reason === "ManifestInvalid") return undefined;
      throw thrown;
    });
    return { ...observed, published };
  };

  const take = async (observed: ObservedBackup, action: BackupAction): Promise<MemoryBackup> => {
    const { resource } = observed;
    switch (action.do) {
      case "setFinalizer":
        return (await cluster.setFinalizer(resource, action.present)) as MemoryBackup;
      case "erase": {
        const store = await opened(observed);
        await store.delete(await store.list());
        isErased = true;
        await record(resource, "Normal", "BackupsDeleted", "Deleted the backups' objects.");
        return resource;
      }
      case "begin": {
        const { run, scheduledAt } = action;
        const { refused: _past, ...before } = facts;
        const scheduled = scheduledAt === undefined ? {} : { lastScheduled: timestamp(scheduledAt) };
        const progress = { run, startedAt: timestamp(clock()), attempt: 0 };
        return write(resource, { ...before, ...scheduled, progress }, running(resource));
      }
      case "transfer": {
        const store = await opened(observed);
        return runAttempt(parts, { resource, contextId: contextId ?? "", run: action.run, store, signal, write });
      }
      case "complete": {
        const { manifest } = action;
        const store = await opened(observed);
        await store.delete(leftovers(await store.list(), manifest));
        const written = await write(resource, completed(resource, manifest), running(resource));
        const { records, bytes } = manifest;
        await record(resource, "Normal", "BackedUp", `Run ${manifest.run} holds ${records} records in ${bytes} bytes.`);
        return written;
      }
      case "prune": {
        const store = await opened(observed);
        const { retention } = resource.spec;
        if (retention === undefined) return resource;
        const keys = await store.list();
        const isRead = isReadBy(parts.restores(), resource);
        const { manifests, rest, kept } = pruning(keys, retention, { now: clock(), underWay: facts.progress?.run, isRead });
        await store.delete(manifests);
        await store.delete(rest);
        if (manifests.length > 0) await record(resource, "Normal", "BackupsPruned", `Deleted ${manifests.length} old backups.`);
        return write(resource, { ...facts, kept, pruned: action.mark }, running(resource));
      }
    }
  };

  return {
    conditions: backupConditions,
    signal,
    async step(resource) {
      const seen = await observe(resource);
      let plan = planBackup(seen, clock());
      let observed = seen;
      const underWay = resource.status?.progress;
      if (underWay !== undefined && (plan.action?.do === "transfer" || plan.action?.do === "begin")) {
        observed = await withPublished(seen, underWay.run);
        plan = planBackup(observed, clock());
      }
      const { action, found, dueAt } = unlessRestored(plan, restoreInto(parts.restores(), resource)?.metadata.name);
      if (action === undefined) return Object.keys(found).length === 0 ? undefined : { settled: found, dueAt };
      // One run in a visit, so that others, who share its worker, have their turn.
      if (action.do === "begin" && hasTransferred) return { settled: running(resource), dueAt: clock() };
      // What is to go from the store does not concern Loci.
      if (action.do !== "setFinalizer" && action.do !== "erase") unlessSuspended(context);
      signal.throwIfAborted();
      const after = await take(observed, action);
      if (action.do === "transfer") hasTransferred = true;
      if (action.do === "setFinalizer" && !action.present && resource.metadata.deletionTimestamp !== undefined) return undefined;
      return { done: `backup.${action.do}`, resource: after };
    },
    status: (resource, found) => backupStatus(resource, found, { facts, contextId, now: clock() }),
    async close() {
      await folder?.close();
    },
  };
}

const generationOf = ({ metadata }: MemoryBackup): number => metadata.generation ?? 0;
