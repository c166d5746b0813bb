/** What must be so after every fault: a backup that is said to be there is whole, and a restore brings back all of it or nothing. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { RunningOperator } from "./operator.ts";
import { bytesOf, manifestKey, startBackupWorld, textOf, type BackupWorld } from "./testing/backups.ts";
import { startWorld, until, type Resource, type World } from "./testing/world.ts";

let world: World;
let backups: BackupWorld;
beforeAll(async () => {
  world = await startWorld();
  backups = await startBackupWorld(world);
});
let running: RunningOperator[] = [];
afterEach(async () => {
  await Promise.all(running.map((operator) => operator.stop()));
  running = [];
});
const operate = async (...given: Parameters<World["operator"]>): Promise<RunningOperator> => {
  const operator = await world.operator(...given);
  running.push(operator);
  return operator;
};
afterAll(async () => {
  await world.stop();
  await backups.stop();
});

const facts = ["Mina lives in Lisbon.", "Ravi works at Acme."];
const question = "Where does Mina live?";
const named = (wanted: Resource, name: string): Resource => ({ ...wanted, metadata: { ...wanted.metadata, name } });

/** A namespace with a context that holds something, and one that holds nothing; made by an operator that has ended. */
async function prepared(name: string) {
  const operator = await operate();
  const made = await backups.memory(name, facts);
  const copy = named(made.context, "copy");
  await world.apply(copy);
  await backups.ready(copy);
  return { ...made, operator, backup: backups.backup(made.namespace) };
}
const intoCopy = { contextRef: { name: "copy" } };
const restoreOf = (namespace: string, spec: object = {}) =>
  backups.restore(namespace, { backup: { name: "nightly" } }, { ...intoCopy, ...spec });

/** Restored, it answers as the first one does. */
async function expectRestorable(namespace: string, backup: Resource, objects = 2): Promise<void> {
  await backups.ready(backup);
  expect(await backups.keys(`${namespace}/nightly`)).toHaveLength(objects);
  expect(await backups.openKeys(`${namespace}.brain`)).toBe(0);
  const restore = restoreOf(namespace);
  await world.apply(restore);
  await backups.ready(restore);
  await expectCopied(namespace);
}

const recalled = async (namespace: string, name: string) => {
  const contextId = `${namespace}.${name}`;
  const { key } = await world.loci.keys.mint(contextId, "admin", `test-${name}`, {});
  const { hits } = await world.holder(contextId, key).recall(question);
  return hits.map(({ id, text, score }) => ({ id, text, score }));
};
async function expectCopied(namespace: string): Promise<void> {
  const [before, after] = [await recalled(namespace, "brain"), await recalled(namespace, "copy")];
  expect(before.length).toBeGreaterThan(0);
  expect(after).toEqual(before);
}

describe("an operator that dies", () => {
  it.each(["backup.begin", "backup.attempt", "backup.stored", "backup.published", "backup.complete"])(
    "after %s leaves a run that the next one brings to its end",
    async (step) => {
      const { namespace, operator, backup } = await prepared(`dies-${step.split(".")[1] ?? ""}`);
      await operator.stop();
      await backups.dyingAfter(step, [backup]);
      await operate();
      await expectRestorable(namespace, backup);
    },
  );

  it.each(["restore.begin", "restore.verified", "restore.imported", "restore.restore"])(
    "after %s leaves a restore that the next one brings to its end",
    async (step) => {
      const { namespace, operator, backup } = await prepared(`returns-${step.split(".")[1] ?? ""}`);
      await world.apply(backup);
      await backups.ready(backup);
      await operator.stop();
      const restore = restoreOf(namespace);
      await backups.dyingAfter(step, [restore]);
      await operate();
      await backups.ready(restore);
      await expectCopied(namespace);
      expect(await backups.openKeys(`${namespace}.copy`)).toBe(0);
    },
  );
});

describe("two operators", () => {
  it("without an election end with one whole backup all the same", async () => {
    const { namespace, backup } = await prepared("rivals");
    await operate({ logLevel: "error" });
    await world.apply(backup);
    await expectRestorable(namespace, backup);
  });
});

describe("the store", () => {
  it("may be away: the backup says so, and is made when it is back", async () => {
    const { namespace, backup } = await prepared("store-down");
    await backups.minio.down();
    await world.apply(backup);
    await backups.reasonIs(backup, "StoreUnreachable");
    await backups.minio.up();
    await expectRestorable(namespace, backup);
  });

  it("may refuse the keys: they are not tried again before they are others", async () => {
    const { namespace, operator, backup } = await prepared("refused-keys");
    await operator.stop();
    const next = await operate({ pollMs: 200 });
    await backups.putKeys(namespace, { accessKey: backups.minio.accessKey, secretKey: "not-the-secret-key" });
    await world.apply(backup);
    await backups.reasonIs(backup, "CredentialsRefused");
    // Whatever is asked of it now fails in another way than by refusing keys.
    await backups.minio.down();
    const version = (await world.get(backup))?.metadata.resourceVersion;
    const visits = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${next.probesPort}/metrics`)).text();
      const visited = /^controller_runtime_reconcile_total\{controller="memorybackup",result="requeue_after"\} (\d+)$/m;
      return Number(visited.exec(metrics)?.[1] ?? 0);
    };
    const seen = await visits();
    await until("it was looked at again", async () => (await visits()) >= seen + 3);
    expect((await world.get(backup))?.metadata.resourceVersion).toBe(version);
    await backups.minio.up();
    await backups.putKeys(namespace);
    await expectRestorable(namespace, backup);
  });

  it("may lack the bucket, and none is made", async () => {
    const { backup } = await prepared("no-bucket");
    const elsewhere = { ...backup, spec: { ...backup.spec, store: { ...backups.place, bucket: "elsewhere" } } };
    await world.apply(elsewhere);
    await backups.reasonIs(elsewhere, "BucketMissing");
  });

  it.each<[string, (content: string) => string | undefined, string]>([
    ["shorter", (content) => content.slice(0, -40), "ChecksumMismatch"],
    ["changed", (content) => content.replaceAll("Lisbon", "Madrid"), "ChecksumMismatch"],
    ["gone", () => undefined, "BackupIncomplete"],
  ])("may hold an object that is %s: nothing of it is imported", async (what, change, reason) => {
    const { namespace, backup } = await prepared(`object-${what}`);
    await world.apply(backup);
    await backups.ready(backup);
    const [dataKey = ""] = (await backups.keys(`${namespace}/`)).filter((key) => key.endsWith(".jsonl"));
    const changed = change(await textOf(await backups.store.get(dataKey)));
    if (changed === undefined) await backups.store.delete([dataKey]);
    else await backups.store.put(dataKey, bytesOf(changed));
    const restore = restoreOf(namespace);
    await world.apply(restore);
    await backups.reasonIs(restore, reason);
    expect(await recalled(namespace, "copy")).toEqual([]);
  });

  it("may hold a manifest that is none, or not yet any", async () => {
    const { namespace, operator, backup } = await prepared("no-manifest");
    await operator.stop();
    await operate({ pollMs: 200 });
    await world.apply(backup);
    await backups.ready(backup);
    const last = await backups.last(backup);
    const manifest = await textOf(await backups.store.get(manifestKey(last)));
    await backups.store.delete([manifestKey(last)]);
    const restore = restoreOf(namespace);
    await world.apply(restore);
    await backups.reasonIs(restore, "BackupMissing");
    await backups.store.put(manifestKey(last), bytesOf(manifest));
    await backups.ready(restore);
    await backups.store.put(manifestKey(last), bytesOf(manifest.replace("loci-backup", "another")));
    const second = named(restore, "second");
    await world.apply(second);
    await backups.reasonIs(second, "ManifestInvalid");
  });
});

describe("Loci's gateway", () => {
  it("may break off in the middle of an export: no half of it is taken for a backup", async () => {
    const { namespace, operator, backup } = await prepared("broken-export");
    await operator.stop();
    const proxy = await breakingProxy(world.url, /\/export$/);
    await operate({ dataUrl: proxy.url, logLevel: "error" });
    await world.apply(backup);
    await expectRestorable(namespace, backup);
    expect(proxy.broken()).toBe(2);
    expect((await world.events(namespace)).map(({ reason }) => reason)).toContain("LociUnreachable");
    await proxy.close();
  });

  it("may break off in the middle of an import, or after it: the next attempt goes on", async () => {
    const { namespace, operator, backup } = await prepared("broken-import");
    await world.apply(backup);
    await backups.ready(backup);
    await operator.stop();
    const proxy = await breakingProxy(world.url, /\/import$/);
    await operate({ dataUrl: proxy.url, logLevel: "error" });
    await expectRestorable(namespace, backup);
    expect(proxy.broken()).toBe(2);
    await proxy.close();
  });
});

/** Passes everything on, but for the first two answers to what matches: one breaks off in its middle, one is lost altogether. */
async function breakingProxy(target: string, matches: RegExp) {
  let broken = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const onward = request(new URL(url, target), { method, headers }, (answer: IncomingMessage) => {
      if (matches.test(url) && broken < 2) {
        broken++;
        let all = Buffer.alloc(0);
        answer.on("data", (piece: Buffer) => (all = Buffer.concat([all, piece])));
        answer.once("end", () => {
          if (broken === 2) return outgoing.destroy();
          outgoing.writeHead(answer.statusCode ?? 500, { "content-type": headers["content-type"] ?? "application/x-ndjson" });
          outgoing.write(all.subarray(0, all.length / 2), () => outgoing.destroy());
          return undefined;
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken: () => broken,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
