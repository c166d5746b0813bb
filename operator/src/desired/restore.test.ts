import { describe, expect, it } from "@jest/globals";
import type { MemoryBackup } from "../api/memory-backup.ts";
import type { MemoryRestore, MemoryRestoreSpec, MemoryRestoreStatus } from "../api/memory-restore.ts";
import { apiVersion } from "../api/names.ts";
import { sourceOf, type ObservedRestore } from "../observe/restore.ts";
import { planRestore, restoreFacts, restoreStatus } from "./restore.ts";

const credentialsSecretRef = { name: "keys", accessKeyField: "accessKey", secretKeyField: "secretKey" };
const location = "s3://backups/team/nightly_u-1/20250102t030000z/manifest.json";
const source = { location, endpoint: undefined, region: undefined, credentialsSecretRef };
const metadata = { name: "back", namespace: "team", uid: "u-2", resourceVersion: "5", generation: 1 };
const fromBackup: MemoryRestoreSpec = { contextRef: { name: "brain" }, source: { backup: { name: "nightly" } }, replace: false };

function restore(status?: MemoryRestoreStatus, more: object = {}, spec = fromBackup): MemoryRestore {
  const resource = { apiVersion, kind: "MemoryRestore", metadata: { ...metadata, ...more }, spec };
  return status === undefined ? resource : { ...resource, status };
}
function plan(resource: MemoryRestore, seen: Partial<ObservedRestore> = {}) {
  const credentials = { accessKey: "a", secretKey: "b", version: "7" };
  return planRestore({ resource, contextId: "team.brain", source, credentials, ...seen });
}
const ready = (...given: Parameters<typeof plan>) => plan(...given).found["Ready"];

describe("a restore", () => {
  it("writes down what it restores, restores it, and ends", () => {
    expect(plan(restore()).action).toEqual({ do: "begin", source });
    expect(plan(restore({ location, progress: { attempt: 3 } })).action).toEqual({ do: "restore", source });
    const over = restore({ location, completedAt: "2025-01-02T12:00:00Z" });
    expect(plan(over)).toEqual({ action: undefined, found: { Ready: { status: "True", reason: "Restored", message: "" } } });
    expect(plan(over, { contextId: undefined, source: undefined }).found["Ready"]).toMatchObject({ reason: "Restored" });
  });

  it("writes down first which run it takes, whatever it waits for then", () => {
    expect(plan(restore(), { contextId: undefined }).action).toEqual({ do: "begin", source });
    expect(plan(restore(), { credentials: undefined }).action).toEqual({ do: "begin", source });
  });

  it("waits for its context, its backup and the keys, and says for which", () => {
    const begun = { location, progress: { attempt: 0 } };
    expect(ready(restore(begun), { contextId: undefined })).toMatchObject({ reason: "ContextNotReady" });
    expect(ready(restore(), { contextId: undefined, source: undefined })).toMatchObject({ reason: "ContextNotReady" });
    expect(ready(restore(), { source: undefined })).toMatchObject({ reason: "BackupNotReady" });
    expect(ready(restore(begun), { credentials: undefined })).toMatchObject({ reason: "CredentialsMissing" });
    const refused = { secretVersion: "7", generation: 1, message: "no" };
    expect(ready(restore({ ...begun, refused }))).toMatchObject({ reason: "CredentialsRefused" });
    expect(plan(restore({ ...begun, refused: { ...refused, secretVersion: "6" } })).action).toMatchObject({ do: "restore" });
  });

  it("whose keys are in a Secret as none can be called says which field names it", () => {
    const credentialsSecretRef = { ...source.credentialsSecretRef, name: "../x" };
    const missing = { source: { ...source, credentialsSecretRef }, credentials: undefined };
    const begun = { location, progress: { attempt: 0 } };
    expect(ready(restore(begun), missing)).toMatchObject({
      reason: "InvalidSecretName",
      message: "The MemoryBackup nightly's spec.store.credentialsSecretRef.name is '../x', which no Secret can be called.",
    });
    const from = { location: { manifest: location, credentialsSecretRef } };
    expect(ready(restore(begun, {}, { ...fromBackup, source: from }), missing)).toMatchObject({
      message: expect.stringMatching(/^spec\.source\.location\.credentialsSecretRef\.name is/),
    });
  });

  it("that failed for good stays so", () => {
    const failure = { reason: "ChecksumMismatch", message: "The backup is not what its manifest says." };
    expect(plan(restore({ location, progress: { attempt: 1 }, failure }))).toEqual({
      action: undefined,
      found: { Ready: { status: "False", ...failure } },
    });
  });

  it("that replaces deletes what was there first, once", () => {
    const progress = { attempt: 1 };
    expect(plan(restore({ progress, replacing: "Deleting" }), { contextId: undefined }).action).toEqual({ do: "deleteContext" });
    expect(plan(restore({ progress, replacing: "Deleted" })).action).toEqual({ do: "restore", source });
  });

  it("that leaves undoes nothing", () => {
    expect(plan(restore({ progress: { attempt: 1 } }, { deletionTimestamp: "2025-01-02T12:00:00Z" }))).toEqual({
      action: undefined,
      found: {},
    });
  });

  it("says in its status what it is about, and forgets nothing of it", () => {
    const begun = restore({ location, contextId: "team.brain", progress: { attempt: 1 }, startedAt: "2025-01-02T12:00:00Z" });
    const status = restoreStatus(begun, {}, { facts: restoreFacts(begun), contextId: undefined, now: 0 });
    expect(status).toEqual({ ...begun.status, observedGeneration: 1, conditions: [] });
  });
});

describe("the source of a restore", () => {
  const store = { bucket: "backups", endpoint: "https://s3.example.com", credentialsSecretRef };
  const backup = (last?: object) =>
    ({
      ...{ apiVersion, kind: "MemoryBackup", metadata: { ...metadata, name: "nightly", uid: "u-1" } },
      ...{ spec: { contextRef: { name: "brain" }, store, timeZone: "Etc/UTC", deletionPolicy: "Retain" } },
      status: last === undefined ? {} : { last },
    }) as MemoryBackup;

  it("is the newest whole run of a backup, and stays it", () => {
    expect(sourceOf(restore(), undefined)).toBeUndefined();
    expect(sourceOf(restore(), backup())).toBeUndefined();
    expect(sourceOf(restore(), backup({ location }))).toMatchObject({ location, endpoint: store.endpoint });
    const newer = backup({ location: location.replace("02t", "03t") });
    expect(sourceOf(restore({ location }), newer)).toMatchObject({ location });
  });

  it("is a run that is named, or a place", () => {
    const named = { ...fromBackup, source: { backup: { name: "nightly", run: "20250101t030000z" } } };
    expect(sourceOf(restore(undefined, {}, named), backup())?.location).toBe(
      "s3://backups/team/nightly_u-1/20250101t030000z/manifest.json",
    );
    const placed = { ...fromBackup, source: { location: { manifest: location, credentialsSecretRef } } };
    expect(sourceOf(restore(undefined, {}, placed), undefined)).toEqual(source);
  });
});
