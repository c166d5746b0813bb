import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { ingest } from "@loci/protos";
import { authOfOneKey, contextKey, startGateway, type GatewayParts, type RunningGateway } from "./testing/gateway.ts";

let gateway: RunningGateway;
const start = async (parts: GatewayParts) => (gateway = await startGateway(parts));
afterEach(() => gateway.close());

const path = "/api/v1/acme/documents";
const boundary = "form-boundary";
const contentType = `multipart/form-data; boundary=${boundary}`;
const part = (head: string, body = "") => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}`;
const file = part('name="file"; filename="notes.txt"');

const answer: ingest.UploadResponse = {
  ...{ id: "document:1", contentHash: "ab", deduplicated: false, status: "queued" },
  ...{ version: 1, replayed: false },
};
/** Reads all that comes. */
async function upload(parts: AsyncIterable<ingest.UploadPart>): Promise<ingest.UploadResponse> {
  for await (const _part of parts);
  return answer;
}
/** The same, and keeps for what reason an upload broke off. */
function watchUploads(onBytes: (call: Call) => unknown) {
  const broken: string[] = [];
  const watched = async (parts: AsyncIterable<ingest.UploadPart>, call: Call): Promise<ingest.UploadResponse> => {
    try {
      for await (const { bytes } of parts) if (bytes.length > 0) await onBytes(call);
    } catch (thrown) {
      broken.push(LociError.from(thrown).code);
      throw thrown;
    }
    return answer;
  };
  return { upload: watched, broken };
}
const isWell = async () => {
  const body = `${file}hello\r\n--${boundary}--\r\n`;
  return (await gateway.send(path, { body, headers: { "content-type": contentType } })).status === 202;
};

/** A client that sends byte for byte what it is told to. */
async function client(
  headers: Readonly<Record<string, string>>,
): Promise<{ socket: Socket; readonly status: () => Promise<number> }> {
  const socket = connect(gateway.port, "127.0.0.1");
  await once(socket, "connect");
  const all = { host: "loci", authorization: `Bearer ${contextKey}`, "content-type": contentType, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  let text = "";
  return {
    socket,
    async status() {
      while (!text.includes("\r\n")) {
        const [chunk] = (await once(socket, "data")) as [Buffer];
        text += chunk.toString();
      }
      return Number(text.split(" ")[1]);
    },
  };
}

describe("a form that ends before its last boundary", () => {
  it("ends nothing but itself, also where it was refused before", async () => {
    await start({ ingest: { upload } });
    const [refused, rest] = [`${part('name="metadata"', '{"labels":["_x=1"]}')}\r\n${file}`, "the rest"];
    const { socket, status } = await client({ "content-length": String(refused.length + rest.length) });
    socket.write(refused);
    expect(await status()).toBe(400);
    socket.end(rest);
    await once(socket, "close");
    expect(await isWell()).toBe(true);
  });

  it("is refused where all of it is there before anybody reads it", async () => {
    const known = authOfOneKey();
    const later = async (...asked: Parameters<typeof known.authenticate>) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return known.authenticate(...asked);
    };
    await start({ ingest: { upload }, auth: authOfOneKey({ authenticate: later }) });
    for (const body of [file, `${file}hello`, `${file}hello\r\n--${boundary}`, part('name="metadata"', "{"), `--${boundary}`]) {
      expect(await gateway.send(path, { body, headers: { "content-type": contentType } })).toMatchObject({ status: 400 });
    }
    expect(await isWell()).toBe(true);
  });
});

it("a client that hangs up in the middle of a file ends its upload, and may send it again under its key", async () => {
  const came = Promise.withResolvers<undefined>();
  const { upload: watched, broken } = watchUploads(() => came.resolve(undefined));
  await start({ ingest: { upload: watched } });
  const key = { "idempotency-key": "once" };
  const { socket } = await client({ ...key, "content-length": "1000000" });
  socket.write(`${file}some of it`);
  await came.promise;
  socket.destroy();
  const again = () =>
    gateway.send(path, { body: `${file}hello\r\n--${boundary}--\r\n`, headers: { ...key, "content-type": contentType } });
  let reply = await again();
  for (const end = Date.now() + 20_000; reply.status === 409 && Date.now() < end;) reply = await again();
  expect(reply.status).toBe(202);
  expect(broken).toEqual(["cancelled"]);
});

describe("a client that hangs up when it has sent all of its form, of which", () => {
  const key = { "idempotency-key": "once" };
  const whole = (bytes: number) => `${file}${"x".repeat(bytes)}\r\n--${boundary}--\r\n`;
  /** The same request, until it is no longer under way. */
  const again = async (body: string): Promise<number> => {
    const headers = { ...key, "content-type": contentType };
    for (const end = Date.now() + 20_000; ;) {
      const { status } = await gateway.send(path, { body, headers });
      if (status !== 409 || Date.now() > end) return status;
    }
  };
  /** @param asked what the request is answered under: it tells when the server knows that the client has gone */
  const gone = async (body: string, asked: Promise<Call>): Promise<void> => {
    const { socket } = await client({ ...key, "content-length": String(body.length) });
    await new Promise((resolve) => socket.write(body, resolve));
    const isKnown = once((await asked).signal, "abort", { signal: AbortSignal.timeout(20_000) });
    socket.destroy();
    await isKnown;
  };

  it("nothing is read yet, may send it again under its key", async () => {
    const known = authOfOneKey();
    const [asked, left] = [Promise.withResolvers<Call>(), Promise.withResolvers<undefined>()];
    const authenticate = async (...given: Parameters<typeof known.authenticate>) => {
      asked.resolve(given[1]);
      await left.promise;
      return known.authenticate(...given);
    };
    const { upload: watched, broken } = watchUploads(() => undefined);
    await start({ ingest: { upload: watched }, auth: authOfOneKey({ authenticate }) });
    await gone(whole(10), asked.promise);
    left.resolve(undefined);
    expect(await again(whole(10))).toBe(202);
    expect(broken).toEqual(["cancelled"]);
  });

  it("a part is read, may send it again under its key", async () => {
    const [came, left] = [Promise.withResolvers<Call>(), Promise.withResolvers<undefined>()];
    const { upload: slow, broken } = watchUploads((call) => {
      came.resolve(call);
      return left.promise;
    });
    await start({ ingest: { upload: slow } });
    // More than the form takes on before its part is read, and less than what stops the connection: the rest is there, and read by nobody.
    const body = whole(264_000);
    await gone(body, came.promise);
    left.resolve(undefined);
    expect(await again(body)).toBe(202);
    expect(broken).toEqual(["cancelled"]);
  });
});

it("a client that reads nothing before it has sent everything gets its refusal", async () => {
  const forbidden = async (parts: AsyncIterable<ingest.UploadPart>): Promise<ingest.UploadResponse> => {
    for await (const _part of parts) throw new LociError("forbidden", "memory:write does not cover the named scopes.");
    throw new Error("not reached");
  };
  await start({ ingest: { upload: forbidden } });
  const [begin, rest] = [`${part('name="metadata"', "{}")}\r\n${file}`, "x".repeat(9_000_000)];
  const { socket, status } = await client({ "content-length": String(begin.length + rest.length) });
  await new Promise((resolve) => socket.write(begin + rest, resolve));
  expect(await status()).toBe(403);
  socket.destroy();
});

it("a file of no known length is refused as soon as it is too long", async () => {
  await start({ ingest: { upload }, settings: { uploadLimitBytes: 1_000 } });
  const { socket, status } = await client({ "transfer-encoding": "chunked" });
  const chunk = `${file}${"x".repeat(2_000)}`;
  socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  expect(await status()).toBe(413);
  socket.destroy();
});

it.each([
  ["a boundary longer than any", `multipart/form-data; boundary=${"b".repeat(300)}`, "x", 415],
  ["no boundary, but what looks like it", "multipart/form-data; xboundary=a", "x", 415],
  ["a part without a name", contentType, `${part('filename="a"', "x")}\r\n--${boundary}--\r\n`, 400],
])("%s is a mistake of the client's", async (_what, type, body, status) => {
  await start({ ingest: { upload } });
  expect(await gateway.send(path, { body, headers: { "content-type": type } })).toMatchObject({ status });
});
