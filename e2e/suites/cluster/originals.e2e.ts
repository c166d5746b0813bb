/** Documents whose originals are kept in S3: a server on PGlite over a real MinIO, seen through HTTP and through the bucket itself. */
import { sql } from "@loci/ports/database";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openS3Store } from "@loci/adapters/s3-store";
import { library, textFile, type Library } from "@loci/e2e/parts/documents";
import { lociServer, printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { memory, succeeded, type Memory } from "@loci/e2e/parts/memory";
import { startMinio, type TestMinio } from "@loci/e2e/parts/minio";
import { freePort } from "@loci/e2e/parts/postgres";

const MB = 1_024 ** 2;
const hour = 3_600_000;
const place = { bucket: "acme-documents", prefix: "loci/test" };

let minio: TestMinio;
let folder: string;
let port: number;
let server: RunningLoci;
let first: ReturnType<typeof printedKeys>;
let tenant: Memory;
let shelf: Library;

const settings = (): Record<string, string> => ({
  SERVICE_OBJECT_STORE_URL: `s3://${place.bucket}/${place.prefix}?endpoint=${minio.endpoint}&region=us-east-1`,
  SERVICE_OBJECT_STORE_ACCESS_KEY: minio.accessKey,
  SERVICE_OBJECT_STORE_SECRET_KEY: minio.secretKey,
});
const start = async () => {
  server = await startDev(`pglite:${join(folder, "data")}`, port, settings());
};

beforeAll(async () => {
  minio = await startMinio();
  folder = await mkdtemp(join(tmpdir(), "loci-originals-"));
  port = await freePort();
  await start();
  first = printedKeys(server.output());
  tenant = memory(server.url, first.contextId, first.contextKey);
  shelf = library(tenant);
});
afterAll(async () => {
  await minio.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What stands in the bucket, as another process sees it that begins so much later. */
async function inBucket(later = 0): Promise<string[]> {
  const store = await openS3Store({ ...minio, ...place, now: () => Date.now() + later });
  const keys: string[] = [];
  for await (const key of store.list("")) keys.push(key);
  await store.close();
  return keys.sort();
}

/** Work after a delete or an answer may still drop something. */
async function eventuallyInBucket(expected: readonly unknown[]): Promise<void> {
  for (let looks = 0; looks < 1_200 && (await inBucket()).length !== expected.length; looks++) await pause(100);
  expect(await inBucket()).toEqual(expected);
}

const rawOf = async (id: string) => {
  const answer = await fetch(`${server.url}/api/v1/${first.contextId}/documents/${id}/raw`, {
    headers: { Authorization: `Bearer ${first.contextKey}` },
  });
  return answer.ok ? answer.text() : answer.status;
};

describe("originals in S3", () => {
  it("go there and nowhere else, come back byte for byte, and are gone with their document", async () => {
    const text = `# Boats\n\nThe walrus sleeps.\n\n${"The tide reaches four metres. ".repeat(1_000)}`;
    const { id } = await shelf.keep(textFile("boats.md", text));
    expect(await rawOf(id)).toBe(text);
    await eventuallyInBucket([expect.stringMatching(new RegExp(`^originals/${first.contextId}/${id}/1$`))]);
    expect((await tenant.send("DELETE", `/documents/${id}`)).status).toBe(204);
    await eventuallyInBucket([]);
  });

  it("keep the newest version only", async () => {
    const { id } = await shelf.keep(textFile("tide.md", "# Tide\n\nThe tide reaches four metres."));
    succeeded(await shelf.replace(id, textFile("tide.md", "# Tide\n\nThe tide reaches five metres.")));
    expect(await shelf.settled(id)).toMatchObject({ status: "ready", version: 2 });
    await eventuallyInBucket([expect.stringContaining(`${id}/2`)]);
    await tenant.send("DELETE", `/documents/${id}`);
    await eventuallyInBucket([]);
  });

  it("are gone with what a purge erases", async () => {
    const { id } = await shelf.keep(textFile("fox.md", "# Fox\n\nThe quokka hides in the cellar."));
    const { body } = await tenant.post<{ deleted: number }>("/forget", { query: "the quokka in the cellar", purge: true });
    expect(body.deleted).toBe(2);
    expect(await rawOf(id)).toBe(404);
    await startMinutesLater();
    await eventuallyInBucket([]);
  });

  it("take a large upload, which a second one of the same content finds there", async () => {
    // Nearly all of it is no text: more of that than 20 million characters is refused.
    const large = textFile("large.html", `<p>The herring is salted.</p><!-- ${"salt ".repeat(4_500_000)}-->`, "text/html");
    expect(large.bytes.length).toBeGreaterThan(20 * MB);
    const { id } = await shelf.keep(large);
    expect(succeeded(await shelf.upload(large))).toMatchObject({ id, deduplicated: true });
    expect(await rawOf(id)).toHaveLength(large.bytes.length);
    await tenant.send("DELETE", `/documents/${id}`);
    await eventuallyInBucket([]);
  });

  it("are missed in a clear answer while the store is away, and served once it is back", async () => {
    const { id } = await shelf.keep(textFile("harbour.md", "# Harbour\n\nThe crane lifts three tonnes."));
    await minio.down();
    expect(await rawOf(id)).toBe(503);
    const refused = await shelf.upload(textFile("more.md", "# More\n\nThe crane is greased."));
    expect(refused).toMatchObject({ status: 503, body: { detail: expect.stringContaining("The content cannot be stored") } });
    expect(server.output()).not.toContain(minio.secretKey);
    await minio.up();
    expect(await rawOf(id)).toContain("three tonnes");
    await shelf.keep(textFile("more.md", "# More\n\nThe crane is greased."));
    for (const document of await shelf.list()) await tenant.send("DELETE", `/documents/${document.id}`);
    await eventuallyInBucket([]);
  });

  it("of an upload in whose middle the server is killed are none, and an opening an hour later ends its parts", async () => {
    const upload = await halfAnUpload(30 * MB);
    await minioHas(1);
    await server.kill();
    await upload.broken;
    await start();
    expect([await shelf.list(), await inBucket()]).toEqual([[], []]);
    expect(await minio.unfinished()).toBe(1);
    expect(await inBucket(hour + 60_000)).toEqual([]);
    expect(await minio.unfinished()).toBe(0);
    await shelf.keep(textFile("after.md", "# After\n\nThe server serves again."));
  });

  it("are not to be had with wrong keys, and a server says so at its start, without repeating them", async () => {
    const wrong = { ...settings(), SERVICE_OBJECT_STORE_SECRET_KEY: "not-the-secret-key" };
    await server.stop();
    const again = ["dev", "start", "--connection-string", `pglite:${join(folder, "data")}`, "--bind-address", `127.0.0.1:${port}`];
    const refused = await lociServer(again, wrong);
    expect([refused.code, refused.err]).toEqual([expect.any(Number), expect.stringContaining("the object store refuses the keys")]);
    expect(refused.code).not.toBe(0);
    const missing = await lociServer(again, { ...wrong, SERVICE_OBJECT_STORE_SECRET_KEY: "" });
    expect(missing.err).toContain("SERVICE_OBJECT_STORE_SECRET_KEY");
    expect(refused.out + refused.err + missing.out + missing.err).not.toContain("not-the-secret-key");
  });
});

/** Sends so many bytes of a file that never ends. */
async function halfAnUpload(bytes: number): Promise<{ readonly broken: Promise<unknown> }> {
  const form = '--b\r\nContent-Disposition: form-data; name="metadata"\r\nContent-Type: application/json\r\n\r\n{}\r\n';
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\nContent-Type: text/plain\r\n\r\n';
  const sent = httpRequest(`${server.url}/api/v1/${first.contextId}/documents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${first.contextKey}`, "Content-Type": "multipart/form-data; boundary=b" },
  });
  const broken = once(sent, "error");
  sent.write(form + file);
  for (let at = 0; at < bytes; at += MB) if (!sent.write(Buffer.alloc(MB, "half "))) await once(sent, "drain");
  return { broken };
}

async function minioHas(uploads: number): Promise<void> {
  for (let looks = 0; looks < 2_400 && (await minio.unfinished()) !== uploads; looks++) await pause(50);
  expect(await minio.unfinished()).toBe(uploads);
}

/** Starts the server as if it had been down until its schedule asks for what it does every few minutes. */
async function startMinutesLater(): Promise<void> {
  await server.stop();
  const database = await openPglite({ folder: join(folder, "data", "database") });
  await database.asOwner((tx) => tx.query(sql`update queue.schedule set next_at = now() where pipeline = 'purged'`));
  await database.close();
  await start();
}
