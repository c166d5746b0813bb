import { expect, it } from "@jest/globals";
import { apiVersion } from "../api/names.ts";
import { conditionsOf, no } from "../desired/conditions.ts";
import { isNewsForBackups } from "./news.ts";

const metadata = { namespace: "team", name: "back", uid: "u", resourceVersion: "1" };
const restore = (reason: string, status: object = {}) => ({
  ...{ apiVersion, kind: "MemoryRestore", metadata, spec: {} },
  status: { ...status, conditions: conditionsOf(undefined, { Ready: no(reason) }, { generation: 1, now: 0 }) },
});

it("a backup hears of a restore that comes, goes, ends, or waits for something else; not of how far it is", () => {
  const running = restore("Running", { progress: { attempt: 1, bytes: 1 } });
  expect(isNewsForBackups(undefined, running)).toBe(true);
  expect(isNewsForBackups(running, undefined)).toBe(true);
  expect(isNewsForBackups(running, restore("Running", { completedAt: "2025-01-02T12:00:00Z" }))).toBe(true);
  expect(isNewsForBackups(running, restore("Running", { failure: { reason: "ChecksumMismatch", message: "" } }))).toBe(true);
  expect(isNewsForBackups(running, restore("BackupMissing"))).toBe(true);
  expect(isNewsForBackups(running, restore("Running", { progress: { attempt: 1, bytes: 2 } }))).toBe(false);
});
