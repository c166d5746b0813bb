import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { authOfOneKey, startGateway, type GatewayParts, type RunningGateway } from "../testing/gateway.ts";

let gateway: RunningGateway;
const start = async (parts: GatewayParts) => (gateway = await startGateway(parts));
afterEach(() => gateway.close());

const embedding = { provider: "builtin", model: "m", dimension: 4, normalised: true };
const scope = '{"type":"scope","path":"org"}';
const turns = ['{"type" : "turn", "id" : "turn:1"}', '{"type" : "turn", "id" : "turn:2", "content" : "\u2028 é"}'];
const original = '{"type":"original","part":1}';
const none: graph.ImportResponse = { imported: {}, skipped: {}, dangling: {}, danglingIds: [], unembedded: 0 };

const indexed = (behind: number) => ({ available: true, behind, behindSince: "", degraded: [] });

async function* messages(...batches: Partial<graph.ExportLine>[]): AsyncGenerator<graph.ExportLine> {
  for (const batch of batches) yield { lines: [], embedding: null, revision: 0, ...batch };
}

/** Services that hold two turns, and remember what they are told. */
function services() {
  const got: Record<string, string[]> = { auth: [], graph: [], ingest: [] };
  const numbers: number[] = [];
  const take =
    (name: string) =>
    async (requests: AsyncIterable<graph.ImportLine>): Promise<graph.ImportResponse> => {
      let lines = 0;
      for await (const request of requests) {
        if (request.lines.length > 0) numbers.push(request.firstLine);
        got[name]?.push(...request.lines, ...(request.complete ? ["complete"] : []));
        lines += request.lines.length;
      }
      return { ...none, imported: lines === 0 ? {} : { [name]: lines } };
    };
  const parts: GatewayParts = {
    auth: authOfOneKey({ export: () => messages({ lines: [scope] }), import: take("auth") }),
    graph: { export: () => messages({ embedding, revision: 7 }, { lines: turns }), import: take("graph") },
    retrieval: { getIndexState: () => Promise.resolve(indexed(0)) },
    ingest: { exportOriginals: () => messages({ lines: [original] }), importOriginals: take("ingest") },
  };
  return { parts, got, numbers };
}

const path = "/api/v1/acme";
const fileOf = async () => (await gateway.raw(`${path}/export`)).text;
const post = (body: string | Uint8Array, type = "application/x-ndjson") =>
  gateway.send(`${path}/import`, { body, headers: { "content-type": type } });

describe("an export over HTTP", () => {
  it("is a file of lines with a header and a trailer that proves it whole", async () => {
    await start({ ...services().parts, clock: () => Date.UTC(2025, 0, 1) });
    const { status, headers, text } = await gateway.raw(`${path}/export`);
    expect([status, headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const lines = text.split("\n");
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      ...{ type: "header", format: "loci-export", version: 1, contextId: "acme", exportedAt: "2025-01-01T00:00:00.000Z" },
      ...{ product: expect.stringMatching(/^Loci /) as unknown, embedding, revision: 7 },
    });
    expect(lines.slice(1, -2)).toEqual([scope, ...turns, original]);
    const sha256 = createHash("sha256")
      .update(`${lines.slice(0, -2).join("\n")}\n`)
      .digest("hex");
    const counts = { header: 1, scope: 1, turn: 2, original: 1 };
    expect(JSON.parse(lines.at(-2) ?? "")).toEqual({ type: "trailer", lines: 5, counts, sha256 });
  });

  it("is an answer of its own where it is refused, and a cut connection where it breaks", async () => {
    async function* refused(): AsyncGenerator<graph.ExportLine> {
      throw new LociError("forbidden", "This needs grant:manage over the whole context.");
    }
    async function* broken(): AsyncGenerator<graph.ExportLine> {
      yield* messages({ embedding }, { lines: turns });
      throw new LociError("conflict", "The context was written to.");
    }
    const { parts } = services();
    await start({ ...parts, graph: { export: refused } });
    expect(await gateway.send(`${path}/export`)).toMatchObject({ status: 403 });
    await gateway.close();
    await start({ ...parts, graph: { export: broken } });
    await expect(gateway.raw(`${path}/export`)).rejects.toThrow(/aborted|hang up|closed/);
  });
});

describe("an import over HTTP", () => {
  it("gives each service its lines, with their numbers, and says that they are whole only after the trailer", async () => {
    const { parts, got, numbers } = services();
    await start(parts);
    const { status, json } = await post(await fileOf());
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { imported: { auth: 1, graph: 2, ingest: 1 }, fromContextId: "acme" },
    });
    expect(got).toEqual({ auth: [scope], graph: [...turns, "complete"], ingest: [original] });
    expect(numbers).toEqual([2, 3, 5]);
  });

  it("answers once all of it is found", async () => {
    const { parts } = services();
    const states = [700, 200, 0];
    const getIndexState = () => Promise.resolve(indexed(states.shift() ?? -1));
    await start({ ...parts, retrieval: { getIndexState } });
    expect(await post(await fileOf())).toMatchObject({ status: 200 });
    expect(states).toEqual([]);
  });

  it("does not wait for an index that is away", async () => {
    const { parts } = services();
    const getIndexState = () => Promise.resolve({ ...indexed(9), available: false });
    await start({ ...parts, retrieval: { getIndexState } });
    expect(await post(await fileOf())).toMatchObject({ status: 200 });
  });

  it.each([
    ["", "", "empty"],
    ["a header of another version", (file: string) => file.replace('"version":1', '"version":2'), "/1/version"],
    ["a line that is no JSON", (file: string) => file.replace(scope, "scope"), "/2"],
    ["lines in the wrong order", (file: string) => file.replace(`${original}\n`, `${original}\n${scope}\n`), "/6/type"],
    ["a line that was changed", (file: string) => file.replace("turn:2", "turn:3"), "/6/sha256"],
    ["a line that is missing", (file: string) => file.replace(`${scope}\n`, ""), "/5/sha256"],
    ["a file that breaks off", (file: string) => file.slice(0, file.lastIndexOf('{"type":"trailer"')), "trailer"],
    [
      "bytes that are no text",
      (file: string) => Buffer.concat([Buffer.from(file.slice(0, 300)), Buffer.from([0xff, 0x0a])]),
      "UTF-8",
    ],
  ])("refuses %s", async (_what, change, problem) => {
    const { parts, got } = services();
    await start(parts);
    const { status, text } = await post(typeof change === "string" ? change : change(await fileOf()));
    expect(status).toBe(400);
    expect(text).toContain(problem);
    expect(got["graph"]).not.toContain("complete");
  });

  it("refuses another media type and a file that is too long, while it is being sent", async () => {
    await start({ ...services().parts, settings: { importLimitBytes: 1_000 } });
    expect(await post("{}", "application/json")).toMatchObject({ status: 415 });
    expect(await post(`${await fileOf()}${" ".repeat(5_000_000)}`)).toMatchObject({ status: 413 });
  });

  it("refuses a line that is longer than any record, unread", async () => {
    const { parts, got } = services();
    await start(parts);
    const long = `{"type":"turn","id":"turn:3","content":[${"{},".repeat(1_400_000)}1]}`;
    const { status, text } = await post((await fileOf()).replace(original, long));
    expect({ status, text }).toEqual({ status: 413, text: expect.stringContaining("Line 5 is longer than") as unknown });
    expect(got["graph"]).not.toContain("complete");
  });
});
