import { describe, expect, it } from "@jest/globals";
import { apiVersion } from "../api/names.ts";
import type { MemoryBackup } from "../api/memory-backup.ts";
import { backupTimes } from "./backup-times.ts";

const at = (time: string) => Date.parse(`2030-05-01T${time}Z`);

function backup(schedule: string | undefined, lastFrom?: string): MemoryBackup {
  const made = { run: "r", bytes: 1, records: 1, checksum: "sha256:0", location: "s3://b/m" };
  const last = { ...made, startedAt: `2030-05-01T${lastFrom ?? ""}Z`, completedAt: "2030-05-01T03:20:00Z" };
  return {
    apiVersion,
    kind: "MemoryBackup",
    metadata: { namespace: "a", name: "b", uid: "u", resourceVersion: "1", creationTimestamp: "2030-05-01T00:30:00Z" },
    spec: {
      contextRef: { name: "brain" },
      store: { bucket: "backups", credentialsSecretRef: { name: "k", accessKeyField: "a", secretKeyField: "s" } },
      timeZone: "Etc/UTC",
      deletionPolicy: "Retain",
      ...(schedule === undefined ? {} : { schedule }),
    },
    ...(lastFrom === undefined ? {} : { status: { last } }),
  };
}

describe("a backup", () => {
  it("that is made once is owed from its making on, until it is there", () => {
    expect(backupTimes(backup(undefined))).toEqual({ succeededAt: undefined, owedAt: at("00:30:00") });
    expect(backupTimes(backup(undefined, "03:00:00"))).toEqual({ succeededAt: at("03:20:00"), owedAt: undefined });
  });

  it("with a schedule is owed from the first start on that no whole one followed", () => {
    expect(backupTimes(backup("0 * * * *"))).toMatchObject({ owedAt: at("01:00:00") });
    expect(backupTimes(backup("0 * * * *", "03:00:00"))).toEqual({ succeededAt: at("03:20:00"), owedAt: at("04:00:00") });
  });

  it("with a schedule that is none is owed at once", () => {
    expect(backupTimes(backup("never"))).toMatchObject({ owedAt: at("00:30:00") });
  });
});
