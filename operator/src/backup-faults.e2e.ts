/** What must be so after every fault: a backup that is said to be there is whole, and a restore brings back all of it or nothing. */
import { describe, expect, it } from "@jest/globals";
import type { Loci } from "@loci/client";
import { bytesOf, manifestKey, textOf, withBackups, type BackupWorld } from "./testing/backups.ts";
import { startProxy } from "./testing/proxy.ts";
import type { Resource, World } from "./testing/world.ts";

let world: World;
let backups: BackupWorld;
withBackups((started) => ({ world, backups } = started));

const facts = ["Mina lives in Lisbon.", "Ravi works at Acme."];
const question = "Where does Mina live?";
const named = (wanted: Resource, name: string): Resource => ({ ...wanted, metadata: { ...wanted.metadata, name } });

/** A namespace with a context that holds something, and one that holds nothing; made by an operator that has ended. */
async function prepared(name: string) {
  const operator = await world.operator();
  const made = await backups.memory(name, facts);
  const copy = named(made.context, "copy");
  await world.apply(copy);
  await world.ready(copy);
  return { ...made, operator, backup: backups.backup(made.namespace) };
}
const intoCopy = { contextRef: { name: "copy" } };
const restoreOf = (namespace: string, spec: object = {}) =>
  backups.restore(namespace, { backup: { name: "nightly" } }, { ...intoCopy, ...spec });

/** Restored, it answers as the first one does. */
async function expectRestorable(namespace: string, backup: Resource, { looks = 1 } = {}): Promise<void> {
  await world.ready(backup);
  expect(await backups.keys(`${namespace}/nightly`)).toHaveLength(2);
  expect(await backups.openKeys(`${namespace}.brain`)).toBe(0);
  const restore = restoreOf(namespace);
  await world.apply(restore);
  await world.ready(restore);
  await expectCopied(namespace, looks);
}

const holderOf = async (namespace: string, name: string): Promise<Loci> => {
  const contextId = `${namespace}.${name}`;
  const { key } = await world.loci.keys.mint(contextId, "admin", `test-${name}`, {});
  return world.holder(contextId, key);
};
/** With a mode no answer is a kept one. */
const recalled = async (holder: Loci) => {
  const { hits } = await holder.recall({ query: question, mode: "hybrid" });
  return hits.map(({ id, text, score }) => ({ id, text, score }));
};
/** The copy answers as the first one does. @param looks how often it is asked, each time anew */
async function expectCopied(namespace: string, looks = 1): Promise<void> {
  const before = await recalled(await holderOf(namespace, "brain"));
  expect(before.length).toBeGreaterThan(0);
  const copy = await holderOf(namespace, "copy");
  for (let look = 0; look < looks; look++) expect(await recalled(copy)).toEqual(before);
}

describe("an operator that dies", () => {
  it.each(["backup.begin", "backup.attempt", "backup.stored", "backup.published", "backup.complete"])(
    "after %s leaves a run that the next one brings to its end",
    async (step) => {
      const { namespace, operator, backup } = await prepared(`dies-${step.split(".")[1] ?? ""}`);
      await operator.stop();
      await world.dyingAfter(step, [backup]);
      await world.operator();
      await expectRestorable(namespace, backup);
    },
  );

  it.each(["restore.begin", "restore.verified", "restore.imported", "restore.restore"])(
    "after %s leaves a restore that the next one brings to its end",
    async (step) => {
      const { namespace, operator, backup } = await prepared(`returns-${step.split(".")[1] ?? ""}`);
      await world.apply(backup);
      await world.ready(backup);
      await operator.stop();
      const restore = restoreOf(namespace);
      await world.dyingAfter(step, [restore]);
      await world.operator();
      await world.ready(restore);
      await expectCopied(namespace);
      expect(await backups.openKeys(`${namespace}.copy`)).toBe(0);
    },
  );
});

describe("two operators", () => {
  it("without an election end with one whole backup all the same", async () => {
    const { namespace, backup } = await prepared("rivals");
    await world.operator({ logLevel: "error" });
    await world.apply(backup);
    // One of them may be at the restore yet when the other has ended it: what was said to be restored is found all the while.
    await expectRestorable(namespace, backup, { looks: 100 });
  });
});

describe("the store", () => {
  it("may be away: the backup says so, and is made when it is back", async () => {
    const { namespace, backup } = await prepared("store-down");
    await backups.minio.down();
    await world.apply(backup);
    await world.reasonIs(backup, "StoreUnreachable");
    await backups.minio.up();
    await expectRestorable(namespace, backup);
  });

  it("may refuse the keys: they are not tried again before they are others", async () => {
    const { namespace, operator, backup } = await prepared("refused-keys");
    await operator.stop();
    const next = await world.operator({ pollMs: 200 });
    await backups.putKeys(namespace, { accessKey: backups.minio.accessKey, secretKey: "not-the-secret-key" });
    await world.apply(backup);
    await world.reasonIs(backup, "CredentialsRefused");
    // Whatever is asked of it now fails in another way than by refusing keys.
    await backups.minio.down();
    const version = (await world.get(backup))?.metadata.resourceVersion;
    await world.visited(next, "memorybackup", 3);
    expect((await world.get(backup))?.metadata.resourceVersion).toBe(version);
    await backups.minio.up();
    await backups.putKeys(namespace);
    await expectRestorable(namespace, backup);
  });

  it("may lack the bucket, and none is made", async () => {
    const { backup } = await prepared("no-bucket");
    const elsewhere = { ...backup, spec: { ...backup.spec, store: { ...backups.place, bucket: "elsewhere" } } };
    await world.apply(elsewhere);
    await world.reasonIs(elsewhere, "BucketMissing");
  });

  it.each<[string, (content: string) => string | undefined, string]>([
    ["shorter", (content) => content.slice(0, -40), "ChecksumMismatch"],
    ["changed", (content) => content.replaceAll("Lisbon", "Madrid"), "ChecksumMismatch"],
    ["gone", () => undefined, "BackupIncomplete"],
  ])("may hold an object that is %s: nothing of it is imported", async (what, change, reason) => {
    const { namespace, backup } = await prepared(`object-${what}`);
    await world.apply(backup);
    await world.ready(backup);
    const [dataKey = ""] = (await backups.keys(`${namespace}/`)).filter((key) => key.endsWith(".jsonl"));
    const changed = change(await textOf(await backups.store.get(dataKey)));
    if (changed === undefined) await backups.store.delete([dataKey]);
    else await backups.store.put(dataKey, bytesOf(changed));
    const restore = restoreOf(namespace);
    await world.apply(restore);
    await world.reasonIs(restore, reason);
    expect(await recalled(await holderOf(namespace, "copy"))).toEqual([]);
  });

  it("may hold a manifest that is none, or not yet any", async () => {
    const { namespace, operator, backup } = await prepared("no-manifest");
    await operator.stop();
    await world.operator({ pollMs: 200 });
    await world.apply(backup);
    await world.ready(backup);
    const last = await backups.last(backup);
    const manifest = await textOf(await backups.store.get(manifestKey(last)));
    await backups.store.delete([manifestKey(last)]);
    const restore = restoreOf(namespace);
    await world.apply(restore);
    await world.reasonIs(restore, "BackupMissing");
    await backups.store.put(manifestKey(last), bytesOf(manifest));
    await world.ready(restore);
    await backups.store.put(manifestKey(last), bytesOf(manifest.replace("loci-backup", "another")));
    const second = named(restore, "second");
    await world.apply(second);
    await world.reasonIs(second, "ManifestInvalid");
  });
});

/** Of the first two answers to such a request one breaks off in its middle, and one is lost altogether. */
async function breakingProxy(end: string) {
  const faults = ["halved", "lost"] as const;
  let broken = 0;
  const proxy = await startProxy({ server: world.url }, ({ url }) => {
    const is = url.endsWith(end) ? faults[broken] : undefined;
    if (is === undefined) return undefined;
    broken++;
    return { is };
  });
  return { ...proxy, broken: () => broken };
}

describe("Loci's gateway", () => {
  it("may break off in the middle of an export: no half of it is taken for a backup", async () => {
    const { namespace, operator, backup } = await prepared("broken-export");
    await operator.stop();
    const proxy = await breakingProxy("/export");
    await world.operator({ dataUrl: proxy.url, logLevel: "error" });
    await world.apply(backup);
    await expectRestorable(namespace, backup);
    expect(proxy.broken()).toBe(2);
    expect((await world.events(namespace)).map(({ reason }) => reason)).toContain("LociUnreachable");
    await proxy.close();
  });

  it("may break off in the middle of an import, or after it: the next attempt goes on", async () => {
    const { namespace, operator, backup } = await prepared("broken-import");
    await world.apply(backup);
    await world.ready(backup);
    await operator.stop();
    const proxy = await breakingProxy("/import");
    await world.operator({ dataUrl: proxy.url, logLevel: "error" });
    await expectRestorable(namespace, backup);
    expect(proxy.broken()).toBe(2);
    await proxy.close();
  });
});
