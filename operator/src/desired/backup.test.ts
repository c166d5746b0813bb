import { describe, expect, it } from "@jest/globals";
import type { MemoryBackup, MemoryBackupSpec, MemoryBackupStatus } from "../api/memory-backup.ts";
import { apiVersion, finalizer } from "../api/names.ts";
import type { ObservedBackup } from "../observe/backup.ts";
import { folderOf, manifestLocation, placeOf, runAt, startOf } from "./backup-place.ts";
import { backupStatus, backupFacts, completed, planBackup, unlessRestored } from "./backup.ts";
import { readManifest, type Manifest } from "./manifest.ts";

const now = Date.parse("2025-01-02T12:00:00Z");
const base: MemoryBackupSpec = {
  contextRef: { name: "brain" },
  store: {
    bucket: "backups",
    prefix: "loci",
    credentialsSecretRef: { name: "keys", accessKeyField: "accessKey", secretKeyField: "secretKey" },
  },
  timeZone: "Etc/UTC",
  deletionPolicy: "Retain",
};
const nightly = { schedule: "0 3 * * *" };
const last = {
  run: "20250102t030000z",
  startedAt: "2025-01-02T03:00:00Z",
  completedAt: "2025-01-02T03:01:00Z",
  ...{ bytes: 9, records: 1, checksum: "sha256:00", location: "s3://backups/x/manifest.json" },
};
const manifest: Manifest = {
  ...{ format: "loci-backup", version: 1, contextId: "team.brain", run: "20250102t120000z" },
  ...{ startedAt: "2025-01-02T12:00:00.500Z", completedAt: "2025-01-02T12:00:09.500Z", data: "abc.jsonl" },
  ...{ bytes: 9, records: 1, counts: { turn: 1 }, sha256: "0".repeat(64), exportVersion: 1 },
};

function backup(spec: Partial<MemoryBackupSpec>, status?: MemoryBackupStatus, metadata: object = {}): MemoryBackup {
  return {
    apiVersion,
    kind: "MemoryBackup",
    metadata: {
      ...{ name: "nightly", namespace: "team", uid: "u-1", resourceVersion: "5", generation: 2 },
      ...{ creationTimestamp: "2025-01-01T00:00:00Z", ...metadata },
    },
    spec: { ...base, ...spec },
    ...(status === undefined ? {} : { status }),
  };
}
function plan(resource: MemoryBackup, seen: Partial<ObservedBackup> = {}) {
  const credentials = { accessKey: "a", secretKey: "b", version: "7" };
  const observed = { resource, contextId: "team.brain", credentials, published: undefined, isErased: false, ...seen };
  return planBackup(observed, now);
}
const ready = (...given: Parameters<typeof plan>) => plan(...given).found["Ready"];

describe("a backup without a schedule", () => {
  it("begins, is made, and ends with its manifest", () => {
    expect(plan(backup({})).action).toEqual({ do: "begin", run: "20250102t120000z", scheduledAt: undefined });
    const progress = { run: manifest.run, startedAt: "2025-01-02T12:00:00Z", attempt: 1, token: "abc" };
    const begun = backup({}, { progress });
    expect(plan(begun).action).toEqual({ do: "transfer", run: manifest.run });
    expect(plan(begun, { published: manifest }).action).toEqual({ do: "complete", manifest });
    const facts = completed(begun, manifest);
    expect(facts).toEqual({
      last: {
        ...{ run: manifest.run, startedAt: "2025-01-02T12:00:00Z", completedAt: "2025-01-02T12:00:09Z", bytes: 9, records: 1 },
        checksum: `sha256:${manifest.sha256}`,
        location: "s3://backups/loci/team/nightly_u-1/20250102t120000z/manifest.json",
      },
    });
    const over = plan(backup({}, facts));
    expect(over).toMatchObject({ action: undefined, found: { Ready: { status: "True", reason: "Completed" } } });
    expect(over.dueAt).toBeUndefined();
  });

  it("waits for its context and its keys, and says for which", () => {
    expect(ready(backup({}), { contextId: undefined })).toMatchObject({ status: "False", reason: "ContextNotReady" });
    expect(ready(backup({}), { credentials: undefined })).toMatchObject({ status: "False", reason: "CredentialsMissing" });
  });

  it("does not try refused keys again before the Secret, or the resource, is another one", () => {
    const refused = { secretVersion: "7", generation: 2, message: "the object store refuses the keys" };
    expect(ready(backup({}, { refused }))).toMatchObject({ reason: "CredentialsRefused", message: refused.message });
    expect(plan(backup({}, { refused: { ...refused, secretVersion: "6" } })).action).toMatchObject({ do: "begin" });
    expect(plan(backup({}, { refused: { ...refused, generation: 1 } })).action).toMatchObject({ do: "begin" });
  });
});

describe("a backup with a schedule", () => {
  it("waits for its time, and is told of the next", () => {
    const settled = plan(backup(nightly, { lastScheduled: "2025-01-02T03:00:00Z", last }));
    expect(settled.action).toBeUndefined();
    expect(settled.found["Ready"]).toMatchObject({ status: "True", reason: "Scheduled" });
    expect(settled.dueAt).toBe(Date.parse("2025-01-03T03:00:00Z"));
  });

  it("begins the newest start that is due, also in the place of one that did not come to its end", () => {
    const due = { do: "begin", run: "20250102t030000z", scheduledAt: Date.parse("2025-01-02T03:00:00Z") };
    expect(plan(backup(nightly)).action).toEqual(due);
    const progress = { run: "20250101t030000z", startedAt: "2025-01-01T03:00:00Z", attempt: 9 };
    expect(plan(backup(nightly, { lastScheduled: "2025-01-01T03:00:00Z", progress })).action).toEqual(due);
    const present = { lastScheduled: "2025-01-02T03:00:00Z", progress: { ...progress, run: due.run } };
    expect(plan(backup(nightly, present)).action).toEqual({ do: "transfer", run: due.run });
  });

  it("brings a run to its end that took longer than its interval, and frees the store, before the next begins", () => {
    const hourly = { schedule: "0 * * * *", retention: { keepLast: 3 } };
    const run = "20250102t100000z";
    const progress = { run, startedAt: "2025-01-02T10:00:00Z", attempt: 1, token: "abc" };
    const longer = backup(hourly, { lastScheduled: "2025-01-02T10:00:00Z", last, pruned: "20250102t030000z/2", progress });
    const due = { do: "begin", run: "20250102t120000z", scheduledAt: now };
    const own = { ...manifest, run };
    expect(plan(longer, { published: own }).action).toEqual({ do: "complete", manifest: own });
    expect(plan(longer).action).toEqual(due);
    const facts = {
      lastScheduled: "2025-01-02T10:00:00Z",
      ...completed(longer, { ...own, completedAt: "2025-01-02T12:00:00Z" }),
    };
    expect(plan(backup(hourly, facts)).action).toEqual({ do: "prune", mark: `${run}/2` });
    expect(plan(backup(hourly, { ...facts, pruned: `${run}/2` })).action).toEqual(due);
    // Where old ones cannot be deleted new ones are made all the same.
    const earlier = { ...facts, ...completed(longer, { ...own, completedAt: "2025-01-02T11:59:59Z" }) };
    expect(plan(backup(hourly, earlier)).action).toEqual(due);
  });

  it("applies retention after each run, and when it changes", () => {
    const kept = { ...nightly, retention: { keepLast: 3 } };
    const after = { lastScheduled: "2025-01-02T03:00:00Z", last };
    expect(plan(backup(kept, after)).action).toEqual({ do: "prune", mark: "20250102t030000z/2" });
    expect(plan(backup(kept, { ...after, pruned: "20250102t030000z/2" })).action).toBeUndefined();
    expect(plan(backup(kept, { ...after, pruned: "20250102t030000z/1" })).action).toMatchObject({ do: "prune" });
  });

  it("waits for a restore into its context, but ends what was made and frees the store, and is made up for afterwards", () => {
    const due = plan(backup(nightly));
    const held = unlessRestored(due, "back");
    expect(held).toMatchObject({ action: undefined, found: { Ready: { status: "False", reason: "RestoreUnderWay" } } });
    expect(held.found["Ready"]?.message).toContain("MemoryRestore back");
    expect(unlessRestored(due, undefined).action).toMatchObject({ do: "begin" });
    const progress = { run: manifest.run, startedAt: "2025-01-02T12:00:00Z", attempt: 1, token: "abc" };
    const begun = backup(nightly, { lastScheduled: "2025-01-02T03:00:00Z", progress });
    expect(plan(begun).action).toMatchObject({ do: "transfer" });
    expect(unlessRestored(plan(begun), "back").action).toBeUndefined();
    expect(unlessRestored(plan(begun, { published: manifest }), "back").action).toMatchObject({ do: "complete" });
    const kept = { ...nightly, retention: { keepLast: 3 } };
    const pruning = plan(backup(kept, { lastScheduled: "2025-01-02T03:00:00Z", last }));
    expect(unlessRestored(pruning, "back").action).toMatchObject({ do: "prune" });
  });

  it("says of what is none that it is none", () => {
    expect(ready(backup({ schedule: "every day" }))).toMatchObject({ status: "False", reason: "InvalidSchedule" });
  });

  it("tells in its status when the next is due", () => {
    const resource = backup(nightly, { last });
    const status = backupStatus(resource, {}, { facts: backupFacts(resource), contextId: "team.brain", now });
    expect(status).toMatchObject({ observedGeneration: 2, contextId: "team.brain", nextRun: "2025-01-03T03:00:00Z", last });
  });
});

it("a backup that names a Secret as none can be called says which field does", () => {
  const credentialsSecretRef = { ...base.store.credentialsSecretRef, name: "../../kube-system/secrets/foo" };
  const wrong = backup({ store: { ...base.store, credentialsSecretRef } });
  expect(ready(wrong, { credentials: undefined })).toMatchObject({
    reason: "InvalidSecretName",
    message: "spec.store.credentialsSecretRef.name is '../../kube-system/secrets/foo', which no Secret can be called.",
  });
});

describe("a backup's objects", () => {
  const leaving = { deletionTimestamp: "2025-01-02T11:00:00Z", finalizers: [finalizer] };

  it("stay, unless they are to go with it; only then is it held up", () => {
    expect(plan(backup({ deletionPolicy: "Delete" })).action).toEqual({ do: "setFinalizer", present: true });
    expect(plan(backup({}, {}, { finalizers: [finalizer] })).action).toEqual({ do: "setFinalizer", present: false });
    expect(plan(backup({}, {}, { ...leaving, finalizers: [] }))).toEqual({ action: undefined, found: {} });
    const erasing = backup({ deletionPolicy: "Delete" }, {}, leaving);
    expect(plan(erasing).action).toEqual({ do: "erase" });
    expect(plan(erasing, { isErased: true }).action).toEqual({ do: "setFinalizer", present: false });
  });

  it("that cannot be deleted hold it up, and say what to do", () => {
    const { found } = plan(backup({ deletionPolicy: "Delete" }, {}, leaving), { credentials: undefined });
    expect(found["Deleting"]).toMatchObject({ status: "True", message: expect.stringContaining("Retain") as unknown });
    expect(plan(backup({}, {}, leaving), { credentials: undefined }).action).toEqual({ do: "setFinalizer", present: false });
  });

  it("lie in a folder of its own, by runs that tell their start", () => {
    const named = backup({}, {}, { name: "n".repeat(253) });
    expect(folderOf(named)).toBe(`loci/team/${"n".repeat(150)}_u-1`);
    expect(startOf(runAt(now))).toBe(now);
    expect([startOf("20251399t000000z"), startOf("latest")]).toEqual([undefined, undefined]);
    const location = manifestLocation(backup({}), "20250102t120000z");
    expect(placeOf(location)).toEqual({ bucket: "backups", folder: "loci/team/nightly_u-1/20250102t120000z" });
    expect(placeOf("s3://backups/manifest.json")).toBeUndefined();
    for (const out of ["..", "a/../../other", "a/./b", "a//b"])
      expect(placeOf(`s3://backups/${out}/manifest.json`)).toBeUndefined();
  });
});

describe("a manifest", () => {
  it("is read as it was written, or not at all", () => {
    expect(readManifest(JSON.stringify(manifest))).toEqual(manifest);
    expect(readManifest("{")).toEqual({ problem: "it is no JSON" });
    for (const wrong of [{ version: 2 }, { data: "../x.jsonl" }, { sha256: "no" }, { bytes: 0 }, { more: 1 }])
      expect(readManifest(JSON.stringify({ ...manifest, ...wrong }))).toHaveProperty("problem");
  });
});
