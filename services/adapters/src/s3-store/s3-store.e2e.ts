import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { freePort } from "@loci/e2e/parts/postgres";
import { startMinio, type TestMinio } from "@loci/e2e/parts/minio";
import { LociError } from "@loci/kernel";
import type { ObjectStore } from "@loci/ports/object-store";
import { objectStoreContract } from "@loci/ports/object-store/contract";
import { Client } from "minio";
import { openS3Store, type S3StoreOptions } from "./index.ts";

const MB = 1_024 ** 2;

let minio: TestMinio;
let client: Client;
beforeAll(async () => {
  minio = await startMinio();
  const { hostname, port } = new URL(minio.endpoint);
  const { accessKey, secretKey } = minio;
  client = new Client({
    ...{ endPoint: hostname, port: Number(port), useSSL: false, region: "us-east-1" },
    accessKey,
    secretKey,
  });
});
afterAll(() => minio.stop());

const open = (more: Partial<S3StoreOptions> = {}) => {
  const { endpoint, accessKey, secretKey } = minio;
  return openS3Store({ endpoint, accessKey, secretKey, bucket: "originals", ...more });
};

objectStoreContract("a bucket", () => open({ bucket: "contract" }));
objectStoreContract("a prefix of a bucket", () => open({ bucket: "contract", prefix: "some/where" }));

describe("a bucket of originals", () => {
  it("is made where it is not there, by the first of two that come at once", async () => {
    const [first, second] = await Promise.all([open({ bucket: "made" }), open({ bucket: "made" })]);
    await first.put("a/b", text("x"));
    expect(await contentOf(second, "a/b")).toBe("x");
    await Promise.all([first.close(), second.close()]);
  });

  it("is shared with others, each below a prefix, and with what is not ours", async () => {
    const [left, right] = [await open({ bucket: "shared", prefix: "left" }), await open({ bucket: "shared", prefix: "right" })];
    await left.put("a/b", text("x"));
    await client.putObject("shared", "left/README.MD", "a stranger's");
    expect([await keysOf(left), await keysOf(right)]).toEqual([["a/b"], []]);
    await Promise.all([left.close(), right.close()]);
  });

  it("says that it refuses the keys, and repeats neither", async () => {
    for (const wrong of [{ accessKey: "nobody-knows-this" }, { secretKey: "not-the-secret-key" }]) {
      const error: unknown = await open(wrong).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("refuses the keys") });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/nobody-knows-this|not-the-secret-key|loci-test/);
    }
  });

  it("takes and gives 200 MB in memory that does not grow", async () => {
    const store = await open();
    const before = process.memoryUsage().rss;
    let peak = before;
    const hash = createHash("sha256");
    async function* content() {
      for (let i = 0; i < 200 * 16; i++) {
        const piece = Buffer.alloc(MB / 16, String(i));
        hash.update(piece);
        peak = Math.max(peak, process.memoryUsage().rss);
        yield piece;
      }
    }
    expect(await store.put("big/one", content())).toEqual({ sizeBytes: 200 * MB, sha256: hash.digest("hex") });
    let read = 0;
    for await (const chunk of await store.get("big/one")) {
      read += chunk.byteLength;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    expect(read).toBe(200 * MB);
    expect((peak - before) / MB).toBeLessThan(150);
    await store.delete(["big/one"]);
    await store.close();
  });

  it("keeps nothing of an upload that was cut, in one part or in many", async () => {
    const store = await open({ bucket: "cut" });
    for (const megabytes of [1, 30]) {
      await expect(store.put("cut/one", broken(megabytes))).rejects.toThrow("the upload broke off");
      expect([await keysOf(store), await unfinished("cut")]).toEqual([[], []]);
    }
    await store.close();
  });

  it("reads no more of what is uploaded once it is away", async () => {
    const store = await open();
    let closed = false;
    async function* content() {
      try {
        for (let i = 0; ; i++) {
          if (i === 24) await minio.down();
          yield Buffer.alloc(MB);
        }
      } finally {
        closed = true;
      }
    }
    await expect(store.put("a/b", content())).rejects.toMatchObject({ code: "unavailable" });
    expect(closed).toBe(true);
    await minio.up();
    await store.close();
  });

  it("ends what a killed process left unfinished, when it is opened an hour later, and nobody else's", async () => {
    const opened = async (minutes: number) => {
      const store = await open({ bucket: "left", prefix: "ours", now: () => Date.now() + minutes * 60_000 });
      await store.close();
      return unfinished("left");
    };
    await opened(0);
    await leave("left", ["ours/a", "ours/b", "theirs/c"]);
    expect(await opened(59)).toEqual(["ours/a", "ours/b", "theirs/c"]);
    expect(await opened(61)).toEqual(["theirs/c"]);
  });

  it("ends what was left unfinished after it was opened, once that is an hour old, and outlasts failures to do so", async () => {
    let minutes = 59;
    const now = () => Date.now() + minutes * 60_000;
    const store = await open({ bucket: "later", prefix: "ours", now, leftoversEveryMs: 50 });
    await leave("later", ["ours/a", "ours/b", "theirs/c"]);
    await pause(500);
    expect(await unfinished("later")).toEqual(["ours/a", "ours/b", "theirs/c"]);
    // It forgets its uploads when it goes down; frozen, it lets each look fail.
    let looks = 0;
    const counted = () => (looks++, now());
    const impatient = await open({ bucket: "later", prefix: "ours", now: counted, leftoversEveryMs: 50, idleMs: 3_000 });
    await minio.freeze();
    // The one that begins next has failed when another begins.
    for (const enough = looks + 2; looks < enough;) await pause(50);
    minio.thaw();
    await store.close();
    minutes = 61;
    for (let waits = 0; waits < 1_200 && (await unfinished("later")).length > 1; waits++) await pause(100);
    expect(await unfinished("later")).toEqual(["theirs/c"]);
    await impatient.close();
  });

  it("ends none of its own uploads, however long they take", async () => {
    let minutes = 0;
    const store = await open({ bucket: "slow", now: () => Date.now() + minutes * 60_000, leftoversEveryMs: 50 });
    async function* content() {
      yield* zeros(20);
      minutes = 61;
      await pause(500);
      expect(await unfinished("slow")).toEqual(["a/slow"]);
      yield* zeros(20);
    }
    expect(await store.put("a/slow", content())).toMatchObject({ sizeBytes: 40 * MB });
    await store.close();
  });

  it("closes at once, even while it looks for leftovers in a store that is silent, and looks no more", async () => {
    const store = await open({ bucket: "closing", now: () => Date.now() + 61 * 60_000, leftoversEveryMs: 50 });
    await minio.freeze();
    await pause(500);
    const before = Date.now();
    await store.close();
    // Far less than silence is waited for.
    expect(Date.now() - before).toBeLessThan(20_000);
    minio.thaw();
    await leave("closing", ["a/b"]);
    await pause(500);
    expect(await unfinished("closing")).toEqual(["a/b"]);
  });

  it("moves what is too long for one copy in parts, byte for byte", async () => {
    const store = await open({ bucket: "long", copyBytes: 5 * MB });
    async function* content() {
      for (let i = 0; i < 12; i++) yield Buffer.alloc(MB + 7, String.fromCharCode(97 + i));
    }
    const { sha256 } = await store.put("in/long", content());
    await store.move("in/long", "out/long");
    expect(
      createHash("sha256")
        .update(await contentOf(store, "out/long"))
        .digest("hex"),
    ).toBe(sha256);
    expect([await keysOf(store), await unfinished("long")]).toEqual([["out/long"], []]);
    await store.close();
  });

  it("keeps no older version of what is replaced, moved and deleted, where it keeps versions", async () => {
    await (await open({ bucket: "versions" })).close();
    await client.setBucketVersioning("versions", { Status: "Enabled" });
    const store = await open({ bucket: "versions" });
    await store.put("a/b", text("old"));
    await store.put("a/b", text("new"));
    await store.put("a/bc", text("a neighbour"));
    await store.move("a/b", "c/d");
    expect(await contentOf(store, "c/d")).toBe("new");
    await store.delete(["c/d", "never/there"]);
    expect(await versionsIn("versions")).toEqual(["a/bc"]);
    await store.close();
  });

  it("deletes more than one request takes", async () => {
    const store = await open({ bucket: "many" });
    const keys = Array.from({ length: 1_030 }, (_, i) => `many/${i}`);
    for (let at = 0; at < keys.length; at += 50) await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, text("x"))));
    expect(await keysOf(store)).toHaveLength(1_030);
    await store.delete(keys);
    expect(await keysOf(store)).toEqual([]);
    await store.close();
  });

  it("says that it is away, and serves again once it is back", async () => {
    const store = await open();
    await store.put("a/b", text("kept"));
    await minio.down();
    const away = { code: "unavailable", message: expect.stringMatching(/cannot be reached|broke off/) };
    await expect(store.put("a/c", text("x"))).rejects.toMatchObject(away);
    await expect(store.get("a/b")).rejects.toMatchObject(away);
    await expect(store.move("a/b", "a/c")).rejects.toMatchObject(away);
    await expect(store.delete(["a/b"])).rejects.toMatchObject(away);
    await expect(keysOf(store)).rejects.toMatchObject(away);
    await expect(open()).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("The bucket originals") });
    await minio.up();
    expect([await contentOf(store, "a/b"), await keysOf(store)]).toEqual(["kept", ["a/b"]]);
    await store.close();
  });

  it("is given up where it is silent, and serves again once it speaks", async () => {
    const store = await open({ idleMs: 5_000 });
    await store.put("a/b", text("kept"));
    await minio.freeze();
    const told = (thrown: unknown): string => `${LociError.from(thrown).code}: ${LociError.from(thrown).message}`;
    const outcomes = await Promise.all([store.get("a/b").then(() => "it came", told), store.put("a/c", text("x")).catch(told)]);
    minio.thaw();
    const silent: unknown = expect.stringMatching(/^unavailable: .*does not answer in time/);
    expect(outcomes).toEqual([silent, silent]);
    expect(await contentOf(store, "a/b")).toBe("kept");
    await store.close();
  });

  it("breaks off a read on which it falls silent, and waits for a reader that takes its time", async () => {
    const [store, patient] = [await open({ idleMs: 5_000 }), await open()];
    await patient.put("a/long", zeros(40));
    await patient.close();
    const readUntilFrozen = async (freeze: boolean) => {
      let read = 0;
      for await (const chunk of await store.get("a/long")) {
        if (read === 0) {
          if (freeze) await minio.freeze();
          else await pause(7_000);
        }
        read += chunk.byteLength;
      }
      return read;
    };
    expect(await readUntilFrozen(false)).toBe(40 * MB);
    const [outcome] = await Promise.allSettled([readUntilFrozen(true)]);
    minio.thaw();
    expect(outcome).toMatchObject({ reason: { code: "unavailable", message: expect.stringContaining("in time") } });
    await store.close();
  });

  it("knows that an upload is done whose last answer was lost", async () => {
    const proxy = await loseAnswers(minio.endpoint, ({ method, url }) => method === "POST" && /uploadId=/.test(url ?? ""));
    const store = await open({ bucket: "lost", endpoint: proxy.endpoint });
    expect(await store.put("a/b", zeros(20))).toMatchObject({ sizeBytes: 20 * MB });
    expect(proxy.lost()).toBeGreaterThan(0);
    expect([await keysOf(store), await unfinished("lost")]).toEqual([["a/b"], []]);
    await store.close();
    proxy.close();
  });
});

async function* text(content: string) {
  yield Buffer.from(content);
}

async function* zeros(megabytes: number) {
  for (let i = 0; i < megabytes; i++) yield Buffer.alloc(MB);
}

async function* broken(megabytes: number) {
  yield* zeros(megabytes);
  throw new Error("the upload broke off");
}

async function contentOf(store: ObjectStore, key: string): Promise<string> {
  let content = "";
  for await (const chunk of await store.get(key)) content += Buffer.from(chunk).toString();
  return content;
}

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list("")) keys.push(key);
  return keys;
}

async function unfinished(bucket: string): Promise<string[]> {
  const { uploads } = await client.listIncompleteUploadsQuery(bucket, "", "", "", "");
  return uploads.map(({ key }) => key).sort();
}

async function versionsIn(bucket: string): Promise<string[]> {
  const names: string[] = [];
  for await (const version of client.listObjects(bucket, "", true, { IncludeVersion: true }))
    names.push((version as { name: string }).name);
  return names;
}

/** What an upload leaves whose process is killed after its first part. */
async function leave(bucketName: string, names: readonly string[]): Promise<void> {
  for (const objectName of names) {
    const uploadID = await client.initiateNewMultipartUpload(bucketName, objectName, {});
    await client.uploadPart({ bucketName, objectName, uploadID, partNumber: 1, headers: {} }, Buffer.alloc(MB));
  }
}

/** Passes everything on to the store, and cuts the connection in place of the first answer that `matches`. */
async function loseAnswers(target: string, matches: (request: IncomingMessage) => boolean) {
  const port = await freePort();
  let lost = 0;
  const server = createServer((request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const passedOn = httpRequest(target, { method, path, headers }, (answer) => {
      if (lost === 0 && matches(request)) {
        lost++;
        answer.resume().once("end", () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passedOn);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${port}`, lost: () => lost, close };
}
