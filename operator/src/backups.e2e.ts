/** Backups and restores on a real control plane, a real store and a real Loci. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { Loci } from "@loci/client";
import { parseAllDocuments } from "yaml";
import { readManifest, type Manifest } from "./desired/manifest.ts";
import { manifestKey, textOf, withBackups, type BackupWorld, type Last } from "./testing/backups.ts";
import { until, type Resource, type World } from "./testing/world.ts";

let world: World;
let backups: BackupWorld;
withBackups((started) => ({ world, backups } = started));

const facts = ["Mina lives in Lisbon.", "Ravi works at Acme.", "Mina's favourite colour is green."];
const question = "Where does Mina live?";
const recalled = async (loci: Loci) => (await loci.recall(question)).hits.map(({ id, text, score }) => ({ id, text, score }));
const manifestOf = async (last: Last): Promise<Manifest> => {
  const read = readManifest(await textOf(await backups.store.get(manifestKey(last))));
  if ("problem" in read) throw new Error(read.problem);
  return read;
};
const reasons = async (namespace: string) => (await world.events(namespace)).map(({ reason }) => reason);

describe("the page about backups", () => {
  it("shows resources that a cluster takes as they are", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/how-to/back-up-on-kubernetes.md"), "utf8");
    const shown = [...page.matchAll(/```yaml\n(.*?)```/gs)].flatMap(([, text = ""]) =>
      parseAllDocuments(text).map((document) => document.toJS() as Resource),
    );
    expect(shown.map(({ kind }) => kind)).toEqual(["Secret", "MemoryBackup", "MemoryContext", "MemoryRestore", "MemoryRestore"]);
    for (const name of new Set(shown.map(({ metadata }) => metadata.namespace))) await world.namespace(name);
    for (const { kind, metadata, ...rest } of shown) {
      const group = kind === "Secret" ? "/api/v1" : `/apis/${rest.apiVersion}`;
      const path = `${group}/namespaces/${metadata.namespace}/${kind.toLowerCase()}s/${metadata.name}`;
      const query = { fieldManager: "kubectl", dryRun: "All", fieldValidation: "Strict" };
      const contentType = "application/apply-patch+yaml";
      await world.plain.request({ method: "PATCH", path, query, body: { kind, metadata, ...rest }, contentType });
    }
  });
});

describe("the definitions", () => {
  it("refuse what can never be right", async () => {
    const namespace = await world.namespace("refused");
    const once = backups.backup(namespace);
    const { credentialsSecretRef, ...store } = backups.place;
    const apply = (spec: object) => world.apply({ ...once, spec: { ...once.spec, ...spec } });
    await expect(apply({ retention: { keepLast: 3 } })).rejects.toThrow("retention is for backups with a schedule");
    await expect(apply({ schedule: "@daily", retention: {} })).rejects.toThrow("retention needs keepLast or keepFor");
    await world.apply(once);
    await expect(apply({ schedule: "0 3 * * *" })).rejects.toThrow("a schedule may be changed");
    await expect(apply({ store: { ...store, credentialsSecretRef, bucket: "another" } })).rejects.toThrow("immutable");
    const both = { backup: { name: "nightly" }, location: { manifest: "s3://backups/a/manifest.json", credentialsSecretRef } };
    await expect(world.apply(backups.restore(namespace, both))).rejects.toThrow("either backup or location");
    const restore = backups.restore(namespace, { backup: { name: "nightly" } });
    await world.apply(restore);
    await expect(world.apply({ ...restore, spec: { ...restore.spec, replace: true } })).rejects.toThrow("make another resource");
  });
});

describe("a backup", () => {
  it("holds a context, and comes back into a new one with equal recall", async () => {
    await world.operator();
    const { namespace, loci } = await backups.memory("saved", facts);
    const backup = backups.backup(namespace, { store: { ...backups.place, prefix: "loci/test" } });
    await world.apply(backup);
    await world.ready(backup);
    const last = await backups.last(backup);
    const manifest = await manifestOf(last);
    expect(last.location).toMatch(/^s3:\/\/backups\/loci\/test\/saved\/nightly_[0-9a-f-]{36}\/[0-9]{8}t[0-9]{6}z\/manifest\.json$/);
    const content = await textOf(await backups.store.get(manifestKey(last).replace("manifest.json", manifest.data)));
    const sha256 = createHash("sha256").update(content).digest("hex");
    const records = content.trimEnd().split("\n").length - 2;
    expect(last).toMatchObject({ bytes: Buffer.byteLength(content), records, checksum: `sha256:${sha256}` });
    expect(manifest).toMatchObject({ contextId: "saved.brain", sha256, records, bytes: last.bytes });
    expect(await backups.openKeys("saved.brain")).toBe(0);
    expect(await reasons(namespace)).toContain("BackedUp");
    expect((await world.get(backup))?.metadata.finalizers).toBeUndefined();

    const other = await backups.memory("brought-back");
    const restore = backups.restore(other.namespace, {
      location: { manifest: last.location, endpoint: backups.place.endpoint, credentialsSecretRef: { name: "store-keys" } },
    });
    await world.apply(restore);
    await world.ready(restore);
    expect((await world.get(restore))?.status).toMatchObject({
      ...{ contextId: "brought-back.brain", location: last.location, checksum: last.checksum },
      ...{ records: last.records, bytes: last.bytes },
    });
    const before = await recalled(loci);
    expect(before.length).toBeGreaterThan(0);
    expect(await recalled(other.loci)).toEqual(before);
    expect(await backups.openKeys("brought-back.brain")).toBe(0);
    expect(await reasons(other.namespace)).toContain("Restored");
  });

  it("is made once, and again only under another name", async () => {
    const operator = await world.operator({ pollMs: 200 });
    const { namespace } = await backups.memory("once", facts.slice(0, 1));
    const backup = backups.backup(namespace);
    await world.apply(backup);
    await world.ready(backup);
    const before = [await world.versions(namespace), await backups.keys(namespace)];
    await world.visited(operator, "memorybackup", 4);
    expect([await world.versions(namespace), await backups.keys(namespace)]).toEqual(before);
  });

  it("goes with its resource only where that is declared", async () => {
    await world.operator();
    const { namespace } = await backups.memory("leaving", facts.slice(0, 1));
    const kept = backups.backup(namespace);
    const fleeting = {
      ...kept,
      metadata: { ...kept.metadata, name: "fleeting" },
      spec: { ...kept.spec, deletionPolicy: "Delete" },
    };
    await world.apply(kept, fleeting);
    await world.ready(kept);
    await world.ready(fleeting);
    expect(await backups.keys("leaving/fleeting")).toHaveLength(2);
    for (const one of [kept, fleeting]) await world.remove(one);
    for (const one of [kept, fleeting]) await until("it is gone", async () => (await world.get(one)) === undefined);
    expect(await backups.keys("leaving/fleeting")).toEqual([]);
    expect(await backups.keys("leaving/nightly")).toHaveLength(2);
  });
});

describe("a restore", () => {
  it("waits for its backup and its context", async () => {
    await world.operator();
    const { namespace, context } = await backups.memory("waiting", facts.slice(0, 1));
    const copy = { ...context, metadata: { ...context.metadata, name: "copy" } };
    const restore = backups.restore(namespace, { backup: { name: "nightly" } }, { contextRef: { name: "copy" } });
    await world.apply(restore);
    await world.reasonIs(restore, "ContextNotReady");
    await world.apply(copy);
    await world.reasonIs(restore, "BackupNotReady");
    await world.apply(backups.backup(namespace));
    await world.ready(restore);
    expect((await world.get(restore))?.status).toMatchObject({ contextId: "waiting.copy" });
  });

  it("leaves a context alone that holds something, unless it is to replace it", async () => {
    await world.operator();
    const { namespace, loci } = await backups.memory("full", facts);
    const backup = backups.backup(namespace);
    await world.apply(backup);
    await world.ready(backup);
    await loci.remember("Mina lives in Oslo.");
    const refused = backups.restore(namespace, { backup: { name: "nightly" } });
    await world.apply(refused);
    await world.reasonIs(refused, "ContextNotEmpty");
    expect(JSON.stringify(await recalled(loci))).toContain("Oslo");

    const replacing = {
      ...refused,
      metadata: { ...refused.metadata, name: "replacing" },
      spec: { ...refused.spec, replace: true },
    };
    await world.apply(replacing);
    // Loci frees the id of a deleted context only when all of it is purged, minutes later: then it is made again and filled.
    await world.reasonIs(replacing, "ContextMissing");
    expect((await world.get(replacing))?.status).toMatchObject({ replacing: "Deleted" });
    await expect(world.loci.contexts.get("full.brain")).rejects.toMatchObject({ code: "not_found" });
    expect(await reasons(namespace)).toContain("ContextReplaced");
  });
});

describe("a schedule", () => {
  const minute = 60_000;
  const hour = 60 * minute;

  it("makes backups in time, one for all that were missed, and keeps as many as it shall", async () => {
    // At half past, whatever the hour is.
    let ahead = hour - (Date.now() % hour) + 30 * minute;
    const clock = () => Date.now() + ahead;
    await world.operator({ pollMs: 200 }, { clock });
    const { namespace } = await backups.memory("scheduled", facts.slice(0, 1));
    // The cluster's own clock made it: nothing of the past is due.
    const backup = backups.backup(namespace, { schedule: "0 * * * *", startingDeadline: "10m", retention: { keepLast: 2 } });
    await world.apply(backup);
    await world.reasonIs(backup, "Scheduled");
    expect(await backups.lastOf(backup)).toBeUndefined();

    const runs: string[] = [];
    const next = async (hours: number) => {
      ahead += hours * hour;
      const before = runs.at(-1);
      await until("the next one is made", async () => {
        const run = (await backups.lastOf(backup))?.run;
        return run !== undefined && run !== before && (await world.isReady(backup));
      });
      await until("the old ones are gone", async () => (await world.get(backup))?.status?.["progress"] === undefined);
      runs.push((await backups.last(backup)).run);
    };
    ahead -= 25 * minute;
    await next(0);
    for (const hours of [1, 5, 1]) await next(hours);
    const hourOf = (run = "") => Date.parse(run.replace(/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/, "$1-$2-$3T$4:$5:$6Z")) / hour;
    expect(runs.slice(1).map((run, i) => hourOf(run) - hourOf(runs[i]))).toEqual([1, 5, 1]);
    await until("retention was applied", async () => (await world.get(backup))?.status?.["kept"] === 2);
    await until("two are left", async () => (await backups.keys(namespace)).length === 4);
    const left = (await backups.keys(namespace)).map((key) => key.split("/").at(-2));
    expect([...new Set(left)]).toEqual(runs.slice(-2));
  });

  it("is kept to by backups that take longer than its interval: each is brought to its end, and the old ones go", async () => {
    let ahead = hour - (Date.now() % hour) + 30 * minute;
    let slow = 3;
    const checkpoint = (step: string) => {
      if (step === "backup.stored" && slow-- > 0) ahead += hour;
    };
    await world.operator({ pollMs: 200 }, { clock: () => Date.now() + ahead, checkpoint });
    const { namespace } = await backups.memory("overlong", facts.slice(0, 1));
    const backup = backups.backup(namespace, { schedule: "0 * * * *", retention: { keepLast: 1 } });
    await world.apply(backup);
    await until("the first is due, and the next three while one is made", async () => {
      const { progress, last, pruned } = (await world.get(backup))?.status ?? {};
      return slow < 0 && progress === undefined && pruned === `${(last as Last).run}/1`;
    });
    const whole = (await world.events(namespace)).filter(({ reason }) => reason === "BackedUp");
    expect(new Set(whole.map(({ message }) => message)).size).toBe(4);
    expect(await backups.keys(namespace)).toHaveLength(2);
  });

  it("keeps the run that a restore took, though its context is not there yet, until it is restored", async () => {
    let ahead = hour;
    await world.operator({ pollMs: 200 }, { clock: () => Date.now() + ahead });
    const { namespace, context } = await backups.memory("read", facts.slice(0, 1));
    const backup = backups.backup(namespace, { schedule: "0 * * * *", retention: { keepLast: 1 } });
    const newest = async (before?: string): Promise<string> => {
      await until("one more is made, and the old ones are gone", async () => {
        const { progress, last, pruned } = (await world.get(backup))?.status ?? {};
        const run = (last as Last | undefined)?.run;
        return run !== undefined && run !== before && progress === undefined && pruned === `${run}/1`;
      });
      return (await backups.last(backup)).run;
    };
    const left = async () => new Set((await backups.keys(namespace)).map((key) => key.split("/").at(-2)));
    await world.apply(backup);
    const first = await newest();
    const restore = backups.restore(namespace, { backup: { name: "nightly" } }, { contextRef: { name: "copy" } });
    await world.apply(restore);
    await until("it took a run", async () => (await world.get(restore))?.status?.["location"] !== undefined);
    await world.reasonIs(restore, "ContextNotReady");
    ahead += hour;
    const second = await newest(first);
    expect(await left()).toEqual(new Set([first, second]));
    await world.apply({ ...context, metadata: { ...context.metadata, name: "copy" } });
    await world.ready(restore);
    ahead += hour;
    const third = await newest(second);
    expect(await left()).toEqual(new Set([third]));
  });

  it("that is none is told of", async () => {
    await world.operator();
    const { namespace } = await backups.memory("nonsense");
    const backup = backups.backup(namespace, { schedule: "61 * * * *" });
    await world.apply(backup);
    await world.reasonIs(backup, "InvalidSchedule");
    await world.apply({ ...backup, spec: { ...backup.spec, schedule: "0 3 * * *", timeZone: "Europe/Lisbon" } });
    await world.reasonIs(backup, "Scheduled");
  });
});
