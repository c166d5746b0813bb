import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startRelay } from "@loci/e2e/parts/relay";
import { LociError } from "@loci/kernel";
import type { ingest, IngestService } from "@loci/protos";
import { serviceDefinition } from "@loci/protos/grpc";
import { serviceCall, type Call } from "../call/index.ts";
import { silentLogger } from "../telemetry/index.ts";
import { connectRpc, plaintext, serveRpc, type RpcClient, type RpcServer } from "./index.ts";
import { tokens } from "./testing/replicas.ts";

const piece = new Uint8Array(64 * 1024).fill(7);
const blank = { id: "", contentHash: "", deduplicated: false, status: "", version: 0, replayed: false };
const part = (bytes: Uint8Array): ingest.UploadPart => ({ metadata: null, bytes });

let sent = 0;
let stoppedEarly: Promise<void>;
let received = Promise.withResolvers<unknown>();
let ended = Promise.withResolvers<unknown>();
let server: RpcServer;
let client: RpcClient<IngestService<Call>>;
const wire = { tokens, transport: plaintext() };

/** The streaming methods and one that is none; the rest of the service is not asked. */
const streaming: Partial<IngestService<Call>> = {
  async upload(parts, call) {
    let bytes = 0;
    try {
      for await (const { bytes: more } of parts) {
        bytes += more.length;
        received.resolve(bytes);
        if (more.length === 1) throw new LociError("unsupported_media_type", "It is not what it says.");
      }
      ended.resolve("whole");
    } catch (thrown) {
      ended.resolve(thrown);
      throw thrown;
    }
    if (bytes === 0) call.onReplayed?.();
    return { ...blank, version: bytes };
  },
  async deleteDocument({ id }, call) {
    if (id === "again") call.onReplayed?.();
    return { deleted: 0, refs: [], receipt: null, documentIds: [], replayed: false, gone: [] };
  },
  downloadOriginal: ({ id }, call) => download(id, call),
};

let endEarly: () => void = () => undefined;

async function* download(id: string, call: Call): AsyncGenerator<ingest.DownloadPart> {
  try {
    for (sent = 0; sent < 500 && !call.signal.aborted; sent++) {
      if (id === "broken" && sent === 2) throw new LociError("unavailable", "The store is gone.");
      yield { document: null, bytes: piece };
    }
  } finally {
    endEarly();
  }
}

beforeAll(async () => {
  const others = Object.keys(serviceDefinition("ingest")).map((rpc) => rpc.charAt(0).toLowerCase() + rpc.slice(1));
  const refuse = () => Promise.reject(new Error("not asked for here"));
  const service = { ...Object.fromEntries(others.map((name) => [name, refuse])), ...streaming };
  server = await serveRpc("ingest", service, { bind: "127.0.0.1:0", ...wire, clock: Date.now, logger: silentLogger() });
  client = connectRpc<IngestService<Call>>("ingest", [{ host: "127.0.0.1", port: server.port }], wire);
});
afterAll(async () => {
  client.close();
  await server.close(100);
});

const call = (signal?: AbortSignal) => serviceCall("acme", "trace:1", Date.now() + 120_000, signal);

async function* pieces(count: number, last?: Uint8Array): AsyncGenerator<ingest.UploadPart> {
  for (let i = 0; i < count; i++) yield part(piece);
  if (last) yield part(last);
}

describe("an answer over gRPC", () => {
  it("says that it is one that was stored, before anyone goes on with it", async () => {
    const heard: string[] = [];
    const noting = (name: string): Call => ({ ...call(), onReplayed: () => heard.push(name) });
    for (const id of ["once", "again"])
      await client.service.deleteDocument({ id, operation: null, replies: [], purge: false, dryRun: false }, noting(id));
    expect(heard).toEqual(["again"]);
    await client.service.upload(pieces(1), noting("new"));
    await client.service.upload(pieces(0), noting("old"));
    expect(heard).toEqual(["again", "old"]);
  });
});

describe("a stream over gRPC", () => {
  it("carries more than fits in memory at once, up and down", async () => {
    await expect(client.service.upload(pieces(500), call())).resolves.toMatchObject({ version: 500 * piece.length });
    let bytes = 0;
    for await (const message of client.service.downloadOriginal({ id: "whole" }, call())) bytes += message.bytes.length;
    expect(bytes).toBe(500 * piece.length);
  });

  it("brings an error with its code, also midway", async () => {
    await expect(client.service.upload(pieces(3, new Uint8Array(1)), call())).rejects.toMatchObject({
      code: "unsupported_media_type",
      message: "It is not what it says.",
    });
    const read = async () => {
      let count = 0;
      for await (const _part of client.service.downloadOriginal({ id: "broken" }, call())) count++;
      return count;
    };
    await expect(read()).rejects.toMatchObject({ code: "unavailable", message: "The store is gone." });
  });

  it("is read to its end where it was refused before, and nothing of it is kept", async () => {
    const rest = 1_500;
    for (let i = 0; i < 2; i++) {
      const end = Promise.withResolvers<number>();
      const refused = async function* (): AsyncGenerator<ingest.UploadPart> {
        let count = 0;
        yield part(new Uint8Array(1));
        for (; count < rest; count++) yield part(piece);
        end.resolve(count);
      };
      await expect(client.service.upload(refused(), call())).rejects.toMatchObject({ code: "unsupported_media_type" });
      expect(await end.promise).toBe(rest);
    }
  });

  it("fails with what its own sender threw", async () => {
    const failing = async function* (): AsyncGenerator<ingest.UploadPart> {
      yield part(piece);
      throw new LociError("too_large", "More than 100 MiB.");
    };
    await expect(client.service.upload(failing(), call())).rejects.toMatchObject({ code: "too_large" });
  });

  it("whose sender's connection is lost is never taken for one that was whole", async () => {
    const line = await startRelay(server.port);
    const sender = connectRpc<IngestService<Call>>("ingest", [{ host: "127.0.0.1", port: line.port }], wire);
    const broken = async function* () {
      for (let i = 0; i < 3; i++) yield part(piece);
      await received.promise;
      line.end();
    };
    received = Promise.withResolvers<unknown>();
    ended = Promise.withResolvers<unknown>();
    await expect(sender.service.upload(broken(), call())).rejects.toMatchObject({ code: "unavailable" });
    expect(await ended.promise).toMatchObject({ code: "cancelled" });
    sender.close();
  });

  it("ends at the sender when its reader stops or goes away, and waits for a slow reader", async () => {
    stoppedEarly = new Promise((resolve) => (endEarly = resolve));
    for await (const _part of client.service.downloadOriginal({ id: "whole" }, call())) break;
    await stoppedEarly;
    expect(sent).toBeLessThan(400);

    stoppedEarly = new Promise((resolve) => (endEarly = resolve));
    const gone = new AbortController();
    const reading = (async () => {
      for await (const _part of client.service.downloadOriginal({ id: "whole" }, call(gone.signal))) gone.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    await stoppedEarly;
    expect(sent).toBeLessThan(400);
  });
});
