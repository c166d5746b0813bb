/** MemoryRestore: a backup brought back into a context. */
import type { MemoryBackup } from "../../api/memory-backup.ts";
import type { MemoryContext } from "../../api/memory-context.ts";
import type { MemoryRestore } from "../../api/memory-restore.ts";
import { openFolder, type BackupFolder } from "../../apply/backup-store.ts";
import { contextMissing, withContextKey } from "../../apply/context-key.ts";
import { OutsideError } from "../../apply/outside-failure.ts";
import { importBackup, verifyBackup } from "../../apply/restore-backup.ts";
import { placeOf } from "../../desired/backup-place.ts";
import { timestamp, type Finding } from "../../desired/conditions.ts";
import {
  planRestore,
  restoreConditions,
  restoreFacts,
  restoreStatus,
  restoring,
  type RestoreAction,
  type RestoreFacts,
} from "../../desired/restore.ts";
import { provisionedId } from "../../observe/backup.ts";
import { unlessMissing } from "../../observe/context.ts";
import { sourceOf, type ObservedRestore, type RestoreSource } from "../../observe/restore.ts";
import { readStoreKeys, type StoreKeys } from "../../observe/store-keys.ts";
import type { Outcome } from "../../runtime/controller.ts";
import type { TransferParts } from "../backup/attempt.ts";
import { progressWriter } from "../progress.ts";
import { unlessSuspended } from "../suspended.ts";
import { visit, type Visit } from "../visit.ts";

export interface RestoreControllerParts extends TransferParts {
  readonly find: (key: string) => MemoryRestore | undefined;
  readonly findContext: (key: string) => MemoryContext | undefined;
  readonly findBackup: (key: string) => MemoryBackup | undefined;
  /** Asks for another look at a context. */
  readonly visitContext: (key: string) => void;
  /** The same, and at all that stands on it. */
  readonly visitAllOf: (key: string) => void;
}

export function restoreReconciler(parts: RestoreControllerParts): (key: string, signal: AbortSignal) => Promise<Outcome> {
  return async (key, signal) => {
    const known = parts.find(key);
    const first = known && (await parts.cluster.read(known));
    return first === undefined ? {} : visit(parts, first, oneVisit(parts, first, signal));
  };
}

function oneVisit(parts: RestoreControllerParts, first: MemoryRestore, signal: AbortSignal): Visit<MemoryRestore> {
  const { cluster, client, clock, record, checkpoint } = parts;
  const { namespace, uid } = first.metadata;
  const { contextRef, source: named } = first.spec;
  const contextKey = `${namespace}/${contextRef.name}`;
  const context = parts.findContext(contextKey);
  const contextId = provisionedId(context);
  let facts = restoreFacts(first);

  const write = async (resource: MemoryRestore, changed: RestoreFacts, found: Readonly<Record<string, Finding>> = restoring) => {
    const status = restoreStatus(resource, found, { facts: changed, contextId, now: clock() });
    const written = await cluster.recordStatus(resource, status);
    facts = changed;
    return written;
  };
  const observe = async (resource: MemoryRestore): Promise<ObservedRestore> => {
    const backup = named.backup === undefined ? undefined : parts.findBackup(`${namespace}/${named.backup.name}`);
    const source = sourceOf(resource, backup);
    const credentials = source && (await readStoreKeys(client, namespace, source.credentialsSecretRef));
    return { resource, contextId, source, credentials };
  };

  const openedAt = async ({ location, endpoint, region }: RestoreSource, keys: StoreKeys, resource: MemoryRestore) => {
    const place = placeOf(location);
    if (place === undefined) throw new OutsideError("BackupMissing", `${location} names no backup.`, "fix");
    try {
      return await openFolder({ endpoint, region, ...place }, keys);
    } catch (thrown) {
      if (thrown instanceof OutsideError && thrown.failure.reason === "CredentialsRefused") {
        const generation = resource.metadata.generation ?? 0;
        facts = { ...facts, refused: { secretVersion: keys.version, generation, message: thrown.failure.message } };
      }
      throw thrown;
    }
  };

  /** Gives the facts that a whole restore leaves. */
  const restore = async (resource: MemoryRestore, folder: BackupFolder): Promise<RestoreFacts> => {
    const id = contextId ?? "";
    // What was deleted for this is not there before it is purged: nothing of the backup need be read until then.
    if (facts.replacing === "Deleted" && (await unlessMissing(parts.loci.contexts.get(id))) === undefined) throw contextMissing(id);
    const manifest = await folder.manifest();
    if (manifest === undefined) {
      const message = `There is no backup at ${facts.location ?? ""}: it has no manifest.`;
      throw new OutsideError("BackupMissing", message, "wait");
    }
    let current = resource;
    const attempt = (facts.progress?.attempt ?? 0) + 1;
    const tell = (doing: "Verifying" | "Importing") => {
      const progressAt = (bytes: number) => ({ attempt, doing, bytes, of: manifest.bytes });
      const begin = async () => {
        current = await write(current, { ...facts, progress: progressAt(0) });
      };
      const onBytes = progressWriter(clock, async (bytes) => {
        const now = await cluster.read(current);
        const isMine = now?.status?.progress?.attempt === attempt && now.metadata.deletionTimestamp === undefined;
        if (!isMine) throw new OutsideError("Superseded", "The restore was given up: the resource changed meanwhile.", "retry");
        current = await write(now, { ...facts, progress: progressAt(bytes) });
      });
      return { begin, onBytes };
    };
    const verifying = tell("Verifying");
    await verifying.begin();
    await verifyBackup(folder, manifest, verifying.onBytes, signal);
    checkpoint("restore.verified");
    const importing = tell("Importing");
    await importing.begin();
    await withContextKey(parts, { contextId: id, name: `${uid}/transfer`, isForExport: false }, (apiKey) =>
      importBackup(folder, manifest, { dataUrl: parts.dataUrl, contextId: id, apiKey, signal, onBytes: importing.onBytes }),
    );
    checkpoint("restore.imported");
    const { progress: _over, refused: _past, ...before } = facts;
    const { bytes, records, sha256 } = manifest;
    return { ...before, completedAt: timestamp(clock()), bytes, records, checksum: `sha256:${sha256}` };
  };

  /** What a failure leaves behind that no other attempt can change; undefined where one can. */
  const ending = (thrown: unknown): RestoreFacts | undefined => {
    if (!(thrown instanceof OutsideError) || thrown.failure.remedy !== "fix") return undefined;
    const { reason, message } = thrown.failure;
    const isFull = reason === "ContextNotEmpty";
    const isObserved = context?.spec.managementPolicy === "ObserveOnly";
    if (isFull && first.spec.replace && !isObserved && facts.replacing === undefined) return { ...facts, replacing: "Deleting" };
    const hint = isFull && first.spec.replace && isObserved ? " What is only observed is not deleted." : " Or set replace.";
    return { ...facts, failure: { reason, message: isFull ? `${message}${hint}` : message } };
  };

  const take = async (observed: ObservedRestore, action: RestoreAction): Promise<MemoryRestore> => {
    const { resource, credentials } = observed;
    switch (action.do) {
      case "begin": {
        const { refused: _past, ...before } = facts;
        const begun = { location: action.source.location, startedAt: timestamp(clock()), progress: { attempt: 0 } };
        return write(resource, { ...before, ...begun });
      }
      case "deleteContext": {
        const id = contextId ?? resource.status?.contextId ?? "";
        await unlessMissing(parts.loci.contexts.delete(id));
        await record(resource, "Warning", "ContextReplaced", `Deleted what the context ${id} held, to restore a backup.`);
        parts.visitContext(contextKey);
        return write(resource, { ...facts, replacing: "Deleted" });
      }
      case "restore": {
        if (credentials === undefined) throw new Error("a store is opened without keys");
        const folder = await openedAt(action.source, credentials, resource);
        try {
          const done = await restore(resource, folder);
          // How far it is was written meanwhile.
          const written = await write((await cluster.read(resource)) ?? resource, done);
          await record(
            resource,
            "Normal",
            "Restored",
            `Restored ${done.records ?? 0} records into the context ${contextId ?? ""}.`,
          );
          parts.visitAllOf(contextKey);
          return written;
        } catch (thrown) {
          // Its own controller says when it is there again, and this resource is told of that.
          if (isContextMissing(thrown)) parts.visitContext(contextKey);
          const after = ending(thrown);
          if (after === undefined) throw thrown;
          return await write((await cluster.read(resource)) ?? resource, after);
        } finally {
          await folder.close();
        }
      }
    }
  };

  return {
    conditions: restoreConditions,
    signal,
    async step(resource) {
      const observed = await observe(resource);
      const { action, found } = planRestore(observed);
      if (action === undefined) return Object.keys(found).length === 0 ? undefined : { settled: found };
      // What is only written down here does not concern Loci.
      if (action.do !== "begin") unlessSuspended(context);
      signal.throwIfAborted();
      const after = await take(observed, action);
      return { done: `restore.${action.do}`, resource: after };
    },
    status: (resource, found) => restoreStatus(resource, found, { facts, contextId, now: clock() }),
  };
}

const isContextMissing = (thrown: unknown): boolean => thrown instanceof OutsideError && thrown.failure.reason === "ContextMissing";
