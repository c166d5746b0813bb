import { afterEach, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { graph, ingest } from "@loci/protos";
import { startGateway, type GatewayParts, type RunningGateway } from "../testing/gateway.ts";

let gateway: RunningGateway;
const start = async (parts: GatewayParts) => (gateway = await startGateway(parts));
afterEach(() => gateway.close());

const boundary = "form-boundary";
const partText = (head: string, body: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const filePart = (body: string, type = "text/plain") =>
  partText(`name="file"; filename="notes.txt"\r\nContent-Type: ${type}`, body);
const metadataPart = (metadata: unknown) =>
  partText('name="metadata"\r\nContent-Type: application/json', typeof metadata === "string" ? metadata : JSON.stringify(metadata));
const form = (...parts: string[]) => ({
  body: `${parts.join("")}--${boundary}--\r\n`,
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
});

/** An ingest that reads the whole stream and answers what it got. */
function reader() {
  const got: { metadata: ingest.UploadMetadata[]; bytes: string; order: string[] } = { metadata: [], bytes: "", order: [] };
  const upload = async (parts: AsyncIterable<ingest.UploadPart>): Promise<ingest.UploadResponse> => {
    for await (const { metadata, bytes } of parts) {
      if (metadata) got.metadata.push(metadata);
      got.bytes += Buffer.from(bytes).toString();
      got.order.push(metadata ? "metadata" : "bytes");
    }
    return { id: "document:1", contentHash: "ab", deduplicated: false, status: "queued", version: 1, replayed: false };
  };
  return { got, parts: { ingest: { upload } } };
}

describe("an upload", () => {
  it.each([
    ["metadata first", [metadataPart({ title: "Notes", labels: ["team=a"] }), filePart("hello")], ["metadata", "bytes"]],
    ["file first", [filePart("hello"), metadataPart({ title: "Notes", labels: ["team=a"] })], ["bytes", "metadata"]],
  ])("takes %s", async (_name, parts, order) => {
    const { got, parts: services } = reader();
    await start(services);
    const reply = await gateway.send("/api/v1/acme/documents", form(...parts));
    expect(reply).toMatchObject({
      status: 202,
      json: { id: "document:1", status: "queued", deduplicated: false, contentHash: "ab" },
    });
    expect(got).toMatchObject({ bytes: "hello", order });
    expect(got.metadata).toMatchObject([{ title: "Notes", labels: ["team=a"], mimeType: "text/plain", filename: "notes.txt" }]);
  });

  it("does without metadata, and tells an octet stream from a type", async () => {
    const { got, parts } = reader();
    await start(parts);
    const reply = await gateway.send("/api/v1/acme/documents", form(filePart("x", "application/octet-stream")));
    expect(reply.status).toBe(202);
    expect(got.metadata).toMatchObject([{ title: "", mimeType: "", filename: "notes.txt" }]);
  });

  it.each([
    ["a reserved label", [metadataPart({ labels: ["_own=1"] }), filePart("x")], "/metadata/labels/0"],
    ["an unknown field", [metadataPart({ colour: "red" }), filePart("x")], "/metadata/colour"],
    ["metadata that is no JSON", [metadataPart("{"), filePart("x")], "/metadata"],
    ["no file", [metadataPart({ title: "x" })], "/file"],
    ["two files", [filePart("x"), filePart("y")], "/file"],
    ["an unknown part", [partText('name="extra"', "x"), filePart("x")], "/extra"],
  ])("refuses %s and names it", async (_name, parts, pointer) => {
    await start(reader().parts);
    const reply = await gateway.send("/api/v1/acme/documents", form(...parts));
    expect(reply).toMatchObject({ status: 400, json: { type: "urn:loci:problem:invalid-request", errors: [{ pointer }] } });
  });

  it("refuses another body type, a form that breaks off, and a file that is too long", async () => {
    await start({ ...reader().parts, settings: { uploadLimitBytes: 1_000 } });
    const path = "/api/v1/acme/documents";
    expect(await gateway.send(path, { body: { title: "x" } })).toMatchObject({ status: 415 });
    const broken = form(filePart("x"));
    expect(await gateway.send(path, { ...broken, body: broken.body.slice(0, -20) })).toMatchObject({ status: 400 });
    expect(await gateway.send(path, form(filePart("x".repeat(1_001))))).toMatchObject({ status: 413 });
  });

  it("says what the service says, before all of the file was sent", async () => {
    const upload = async (parts: AsyncIterable<ingest.UploadPart>): Promise<ingest.UploadResponse> => {
      for await (const _part of parts) throw new LociError("forbidden", "memory:write does not cover the named scopes.");
      throw new Error("not reached");
    };
    await start({ ingest: { upload } });
    const reply = await gateway.send(
      "/api/v1/acme/documents",
      form(metadataPart({ scopes: [["org/b"]] }), filePart("x".repeat(5e6))),
    );
    expect(reply).toMatchObject({ status: 403, json: { type: "urn:loci:problem:forbidden" } });
  });
});

it.each(["text", "text/", "no type/at all", "text/plain\u0001", "text/plain; charset"])("%j is no media type", async (mimeType) => {
  await start(reader().parts);
  const reply = await gateway.send("/api/v1/acme/documents", form(metadataPart({ mimeType }), filePart("hello")));
  expect(reply).toMatchObject({ status: 400, json: { errors: [{ pointer: "/metadata/mimeType" }] } });
});

describe("the original", () => {
  const document = { mimeType: "text/plain", filename: "naïve.txt", sizeBytes: 10 } as graph.Document;

  it("comes back as it was, never to be run by a browser", async () => {
    await start({
      ingest: {
        async *downloadOriginal() {
          yield { document, bytes: new Uint8Array() };
          yield { document: null, bytes: Buffer.from("0123456789") };
        },
      },
    });
    const reply = await gateway.raw("/api/v1/acme/documents/document:1/raw");
    expect(reply).toMatchObject({ status: 200, text: "0123456789" });
    expect(reply.headers).toMatchObject({
      "content-type": "text/plain",
      "content-length": "10",
      "content-disposition": "attachment; filename*=UTF-8''na%C3%AFve.txt",
      "content-security-policy": "sandbox",
    });
  });

  it("comes back as bytes where what it was kept as is no media type", async () => {
    await start({
      ingest: {
        async *downloadOriginal() {
          yield { document: { ...document, mimeType: "no\u0001 type" }, bytes: Buffer.from("0123456789") };
        },
      },
    });
    const reply = await gateway.raw("/api/v1/acme/documents/document:1/raw");
    expect(reply).toMatchObject({ status: 200, text: "0123456789", headers: { "content-type": "application/octet-stream" } });
  });

  it("is a 404 where there is none, and a cut connection where the store fails midway", async () => {
    await start({
      ingest: {
        async *downloadOriginal({ id }) {
          if (id === "document:2") throw new LociError("not_found", "There is no such document.");
          yield { document, bytes: Buffer.from("01234") };
          throw new LociError("unavailable", "The store is gone.");
        },
      },
    });
    expect(await gateway.send("/api/v1/acme/documents/document:2/raw")).toMatchObject({ status: 404 });
    await expect(gateway.raw("/api/v1/acme/documents/document:1/raw")).rejects.toThrow(/aborted|hang up|closed/);
  });
});

describe("keywords", () => {
  it("are sorted by how many documents have them under either name of that", async () => {
    const sorts: string[] = [];
    const listKeywords = async ({ sort }: graph.ListKeywordsRequest) => {
      sorts.push(sort);
      return { keywords: [], total: 0 };
    };
    gateway = await startGateway({ graph: { listKeywords } });
    for (const sort of ["count", "documentCount", "document_count"]) {
      const { status } = await gateway.send(`/api/v1/acme/documents/keywords?sort=${sort}`);
      expect([sort, status]).toEqual([sort, sort === "document_count" ? 400 : 200]);
    }
    expect(sorts).toEqual(["count", "count"]);
  });
});
