import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile, truncate } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { answers, cutOff, json, problem, type Answering, type TestServer } from "../../testing/server.ts";
import { Loci } from "../index.ts";

let server: TestServer;
const serve = async (...script: Answering[]) => (server = await answers(...script));
afterEach(() => server.close());

const accepted = json({ id: "document:1", status: "queued" }, 202);
const bytes = (text: string) => new TextEncoder().encode(text);

/** The parts of the form that was sent, by its boundary. */
function parts(at = 0): { metadata: unknown; file: string; head: string } {
  const { headers, body } = server.seen[at] ?? { headers: {}, body: "" };
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const [before, metadata = "", file = "", after] = body.split(`--${boundary}`);
  expect([before, after]).toEqual(["", "--\r\n"]);
  const [, metadataText = ""] = metadata.split("\r\n\r\n");
  const [head = "", content = ""] = file.split("\r\n\r\n");
  return { metadata: JSON.parse(metadataText), head: head.trim(), file: content.replace(/\r\n$/, "") };
}

describe("an upload", () => {
  it("is a form of the metadata and the file", async () => {
    await serve(accepted);
    const sent: number[] = [];
    const upload = {
      file: bytes("# Plan\n"),
      filename: 'a "b"\r\nå.md',
      title: "Plan",
      mimeType: "text/markdown",
      labels: ["team=core"],
    };
    const answer = await server.client().documents.upload(upload, { onProgress: (n) => void sent.push(n) });
    expect(answer).toMatchObject({ id: "document:1" });
    // The server knows content that comes again: keeping the answer under a key would be for nothing.
    expect(server.seen[0]?.headers["idempotency-key"]).toBeUndefined();
    expect(parts()).toEqual({
      metadata: { title: "Plan", mimeType: "text/markdown", labels: ["team=core"], filename: 'a "b"\r\nå.md' },
      file: "# Plan\n",
      head: 'content-disposition: form-data; name="file"; filename="a %22b%22%0D%0Aå.md"\r\ncontent-type: text/markdown',
    });
    expect(sent).toEqual([0, 7]);
  });

  it("of a next version is sent again under the same key where the file can be read again", async () => {
    await serve(problem("unavailable", 503), cutOff, accepted);
    const loci = server.client();
    await loci.documents.replace("document:1", { file: new Blob(["one"], { type: "text/plain" }), filename: "a.txt" });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(3).fill("PUT /api/v1/dev/documents/document%3A1"),
    );
    expect(new Set(server.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(parts(2)).toMatchObject({ file: "one", head: expect.stringContaining("content-type: text/plain") });
  });

  it("of bytes that come but once is sent once", async () => {
    await serve(problem("unavailable", 503), accepted);
    async function* file() {
      yield bytes("one ");
      yield bytes("two");
    }
    const upload = server.client().documents.upload({ file: file(), filename: "a.txt" });
    await expect(upload).rejects.toMatchObject({ code: "unavailable" });
    expect(parts()).toMatchObject({ file: "one two", head: expect.stringContaining("content-type: application/octet-stream") });
    expect(server.seen).toHaveLength(1);
  });

  it("whose file fails while it is read is an error", async () => {
    await serve(accepted);
    async function* file() {
      yield bytes("one");
      throw new Error("the disk is gone");
    }
    const upload = server.client().documents.upload({ file: file(), filename: "a.txt" });
    await expect(upload).rejects.toMatchObject({ name: "LociError", message: expect.stringContaining("the disk is gone") });
  });

  it("ends when the caller cancels, in the middle", async () => {
    await serve(accepted);
    const abort = new AbortController();
    async function* file() {
      yield bytes("one");
      abort.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield bytes("two");
    }
    const upload = server.client().documents.upload({ file: file(), filename: "a" }, { signal: abort.signal });
    await expect(upload).rejects.toMatchObject({ code: "cancelled" });
  });

  it("of a large file holds little of it in memory", async () => {
    await serve(accepted);
    // The other server keeps what it gets.
    const sink = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(202, { "content-type": "application/json" }).end("{}"));
    });
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
    const folder = await mkdtemp(join(tmpdir(), "loci-client-"));
    const path = join(folder, "large.bin");
    const size = 512 << 20;
    await writeFile(path, "");
    await truncate(path, size);
    const loci = new Loci({ url: `http://127.0.0.1:${(sink.address() as AddressInfo).port}`, apiKey: "k", contextId: "dev" });
    let most = 0;
    let sent = 0;
    const before = process.memoryUsage().arrayBuffers;
    const onProgress = (now: number) => {
      sent = now;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    };
    await loci.documents.upload({ file: await openAsBlob(path), filename: "large.bin" }, { onProgress });
    expect(sent).toBe(size);
    // What was sent is freed when the collector likes.
    expect(most).toBeLessThan(size / 2);
    sink.close();
    sink.closeAllConnections();
    await rm(folder, { recursive: true });
  });
});

describe("an original", () => {
  it("comes as it is, with its head", async () => {
    await serve((response) => void response.writeHead(200, { "content-type": "application/json" }).end("not read as JSON"));
    const original = await server.client().documents.original("document:1");
    expect(original.headers.get("content-type")).toBe("application/json");
    expect(await original.text()).toBe("not read as JSON");
  });

  it("that breaks off is an error of ours", async () => {
    await serve(cutOff);
    const original = await server.client().documents.original("document:1");
    await expect(original.text()).rejects.toMatchObject({ name: "LociError", code: "unreachable" });
  });

  it("is cancelled by its signal while it comes", async () => {
    await serve((response) => void response.writeHead(200, { "content-type": "text/plain" }).write("one"));
    const stop = new AbortController();
    const original = await server.client().documents.original("document:1", { signal: stop.signal });
    const text = original.text();
    stop.abort();
    await expect(text).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("waiting for a document", () => {
  const status = (now: string, more: object = {}) => json({ id: "document:1", status: now, ...more });

  it("ends when it is ready, and tells each status once", async () => {
    await serve(status("queued"), status("queued"), status("embedding"), status("ready"));
    const seen: unknown[] = [];
    const document = await server.client().documents.wait("document:1", { onStatus: (now) => void seen.push(now.status) });
    expect(document).toMatchObject({ status: "ready" });
    expect(seen).toEqual(["queued", "embedding", "ready"]);
  });

  it("throws the server's reason when it failed", async () => {
    await serve(status("failed", { error: "It is no PDF." }));
    const waiting = server.client().documents.wait("document:1");
    await expect(waiting).rejects.toMatchObject({ name: "LociError", message: "The document failed: It is no PDF." });
  });

  it("ends when the caller cancels", async () => {
    await serve(status("queued"));
    const waiting = server.client().documents.wait("document:1", { signal: AbortSignal.timeout(30) });
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  });
});
