import { describe, expect, it } from "@jest/globals";
import type { MemoryBackup } from "../api/memory-backup.ts";
import type { MemoryRestore, MemoryRestoreSpec, MemoryRestoreStatus } from "../api/memory-restore.ts";
import { apiVersion } from "../api/names.ts";
import { manifestLocation } from "./backup-place.ts";
import { conditionsOf, no, yes } from "./conditions.ts";
import { isReadBy, restoreInto } from "./standing-restores.ts";

const credentialsSecretRef = { name: "keys", accessKeyField: "accessKey", secretKeyField: "secretKey" };
const backup: MemoryBackup = {
  ...{ apiVersion, kind: "MemoryBackup" },
  metadata: { name: "hourly", namespace: "team", uid: "u-1", resourceVersion: "5" },
  spec: {
    ...{ contextRef: { name: "brain" }, timeZone: "Etc/UTC", deletionPolicy: "Retain" },
    store: { bucket: "backups", prefix: "loci", credentialsSecretRef },
  },
};
const [older, newer] = ["20250102t020000z", "20250102t030000z"];
const locationOf = (run: string) => manifestLocation(backup, run);
const placed = (manifest: string) => ({ location: { manifest, credentialsSecretRef } });
const newest: MemoryRestoreSpec["source"] = { backup: { name: "hourly" } };

function restore(source: MemoryRestoreSpec["source"], status?: MemoryRestoreStatus, more: object = {}): MemoryRestore {
  const metadata = { name: "back", namespace: "team", uid: "u-2", resourceVersion: "7", ...more };
  const resource = { apiVersion, kind: "MemoryRestore", metadata };
  const spec = { contextRef: { name: "brain" }, source, replace: true };
  return { ...resource, spec, ...(status === undefined ? {} : { status }) };
}
const read = (...restores: MemoryRestore[]) => [older, newer].filter(isReadBy(restores, backup));
const completedAt = "2025-01-02T04:00:00Z";
const failure = { reason: "ChecksumMismatch", message: "It was changed." };
const deletionTimestamp = completedAt;

describe("a run", () => {
  it("is read by a restore that names it, whether by the backup or by its place, also from another namespace", () => {
    expect(read(restore({ backup: { name: "hourly", run: older } }))).toEqual([older]);
    expect(read(restore(newest, { location: locationOf(older) }))).toEqual([older]);
    expect(read(restore(placed(locationOf(older)), undefined, { namespace: "others" }))).toEqual([older]);
    expect(read(restore(placed(locationOf(older))), restore(newest, { location: locationOf(newer) }))).toEqual([older, newer]);
  });

  it("may be any as long as a restore of the newest has not written down which it took", () => {
    expect(read(restore(newest))).toEqual([older, newer]);
  });

  it("is read by none that is over, or leaving, or of another backup", () => {
    for (const over of [{ completedAt }, { failure }])
      expect(read(restore(newest, over), restore(newest, { ...over, location: locationOf(older) }))).toEqual([]);
    expect(read(restore(newest, undefined, { deletionTimestamp }))).toEqual([]);
    expect(read(restore({ backup: { name: "nightly" } }), restore(newest, undefined, { namespace: "others" }))).toEqual([]);
    expect(read(restore(placed(locationOf(older).replace("s3://backups/", "s3://others/"))))).toEqual([]);
    expect(read(restore(placed(locationOf(older).replace("u-1", "u-3"))), restore(placed("s3://backups/manifest.json")))).toEqual(
      [],
    );
  });
});

describe("a context", () => {
  const saying = (reason: string, status: MemoryRestoreStatus = {}) => ({
    ...status,
    conditions: conditionsOf(undefined, { Ready: reason === "Restored" ? yes(reason) : no(reason) }, { generation: 1, now: 0 }),
  });
  const held = (...restores: MemoryRestore[]) => restoreInto(restores, backup)?.metadata.name;
  const from = placed("s3://elsewhere/x/20250102t020000z/manifest.json");

  it("is being restored from when the restore is there until it is over", () => {
    expect(held(restore(newest))).toBe("back");
    for (const reason of ["Running", "ContextNotReady", "ContextMissing", "Suspended", "LociUnreachable", "Superseded"])
      expect([reason, held(restore(from, saying(reason, { progress: { attempt: 1 }, replacing: "Deleted" })))]).toEqual([
        reason,
        "back",
      ]);
    expect(held(restore(newest, { completedAt }))).toBeUndefined();
    expect(held(restore(newest, saying("Running", { failure })))).toBeUndefined();
    expect(held(restore(newest, saying("Running"), { deletionTimestamp }))).toBeUndefined();
  });

  it("is not where the restore waits for somebody, or fails again and again", () => {
    for (const reason of [
      "BackupNotReady",
      "BackupMissing",
      "InvalidSecretName",
      "CredentialsRefused",
      "BucketMissing",
      "ClusterRefuses",
    ])
      expect([reason, held(restore(newest, saying(reason)))]).toEqual([reason, undefined]);
    expect(held(restore(newest, saying("LociUnreachable", { progress: { attempt: 20 } })))).toBe("back");
    expect(held(restore(newest, saying("LociUnreachable", { progress: { attempt: 21 } })))).toBeUndefined();
  });

  it("is, while a store is away or its keys are, where the backup needs the same ones", () => {
    for (const reason of ["StoreUnreachable", "CredentialsMissing"])
      expect([held(restore(newest, saying(reason))), held(restore(from, saying(reason)))]).toEqual(["back", undefined]);
    const begun = { progress: { attempt: 1 }, replacing: "Deleted" } as const;
    expect(held(restore(from, saying("StoreUnreachable", begun)))).toBe("back");
    expect(held(restore(from, saying("StoreUnreachable", { progress: { attempt: 1, doing: "Importing" } })))).toBe("back");
    expect(held(restore(from, saying("CredentialsMissing", begun)))).toBeUndefined();
  });

  it("is another one under another name, or in another namespace", () => {
    const { spec, ...rest } = restore(newest);
    expect(held({ ...rest, spec: { ...spec, contextRef: { name: "copy" } } })).toBeUndefined();
    expect(held(restore(from, undefined, { namespace: "others" }))).toBeUndefined();
  });
});
