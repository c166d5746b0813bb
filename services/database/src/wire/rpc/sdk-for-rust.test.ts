import { expect, it } from "@jest/globals";
import { WebSocket } from "ws";
import { flatbuffers } from "../format.ts";
import { atOnce } from "../../turns.ts";
import { plain, type Plain } from "../testing/plain.ts";
import { sdkBodies, sdkExport, sdkMessages } from "../testing/sdk-frames.ts";
import { served } from "../testing/served.ts";

const database = served();
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, "hex"));
const read = (bytes: Uint8Array): Record<string, Plain> => plain(atOnce(flatbuffers.read(bytes))) as Record<string, Plain>;
const tobie = { id: "person:tobie", name: "Tobie", age: 33 };
const mediaType = "application/vnd.surrealdb.flatbuffers";

it("answers what the SDK for Rust sends over a WebSocket, and tells of changes in the session that asked", async () => {
  const socket = new WebSocket(`${database.url().replace("http", "ws")}/rpc`, "flatbuffers");
  const got: Record<string, Plain>[] = [];
  socket.on("message", (data, isBinary) => got.push(isBinary ? read(data as Buffer) : { text: true }));
  await new Promise((resolve) => socket.once("open", resolve));
  expect(socket.protocol).toBe("flatbuffers");
  for (const message of sdkMessages) {
    const answered = got.filter(({ id }) => id !== undefined).length;
    socket.send(bytesOf(message));
    while (got.filter(({ id }) => id !== undefined).length === answered) await new Promise((go) => setTimeout(go, 5));
  }
  while (got.every(({ id }) => id !== undefined)) await new Promise((go) => setTimeout(go, 5));
  socket.terminate();
  const sent = sdkMessages.map((message) => read(bytesOf(message)));
  const answers = got.filter(({ id }) => id !== undefined);
  // Each answer names the session of its call: the SDK passes over those that name none.
  expect(answers.map(({ session }) => session)).toEqual(sent.map(({ session }) => session));
  expect(answers.map(({ error }) => error)).toEqual(sent.map(() => undefined));
  expect(answers.map(({ result }) => result)).toEqual(
    expect.arrayContaining([
      { namespace: "test", database: "recorded" },
      [{ status: "OK", time: expect.any(String), type: "live", result: expect.stringMatching(/^u'/) }],
      [{ status: "OK", time: expect.any(String), type: undefined, result: [tobie] }],
    ]),
  );
  const [told] = got.filter(({ id }) => id === undefined);
  expect(told).toMatchObject({
    session: sent[0]?.["session"],
    result: { action: "CREATE", record: "person:tobie", result: tobie },
  });
});

it("answers what the SDK for Rust sends over HTTP, in the session that it attached", async () => {
  const results: Plain[] = [];
  let token = "";
  for (const body of sdkBodies) {
    const headers = { accept: mediaType, "content-type": mediaType, ...(token !== "" && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${database.url()}/rpc`, { method: "POST", body: bytesOf(body), headers });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, mediaType]);
    const answer = read(new Uint8Array(await response.arrayBuffer()));
    expect(answer).toMatchObject({ session: read(bytesOf(body))["session"] });
    expect(answer["error"]).toBeUndefined();
    if (read(bytesOf(body))["method"] === "signin") token = answer["result"] as string;
    results.push(answer["result"]);
  }
  expect(results.at(-1)).toEqual([
    expect.objectContaining({ status: "OK", result: [{ id: "person:jaime", name: "Jaime" }, tobie] }),
  ]);
});

it("exports what the SDK for Rust asks for, and answers an import in FlatBuffers", async () => {
  const exported = await database.send("/export", {
    method: "POST",
    body: sdkExport,
    headers: { "content-type": "application/json", accept: "application/octet-stream" },
    database: "recorded",
  });
  expect(exported.headers.get("content-type")).toBe("application/octet-stream");
  const text = await exported.text();
  expect(text).toContain("person:tobie");
  const headers = { "content-type": "application/octet-stream", accept: mediaType };
  const imported = await database.send("/import", { method: "POST", body: text, headers, database: "copy" });
  expect(imported.status).toBe(200);
  const results = plain(atOnce(flatbuffers.read(new Uint8Array(await imported.arrayBuffer())))) as Record<string, Plain>[];
  expect(results.map(({ status }) => status)).not.toContain("ERR");
});

it("blames nobody else for all this", () => {
  expect(database.failures).toEqual([]);
});
