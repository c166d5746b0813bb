import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { lociServer, printedKeys, startDev, startProcess } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

const notes = 200;

let folder: string;
let provider: ScriptedOpenAi;
let key: string;
let openai: Record<string, string>;
const data = (name: string) => `pglite:${join(folder, name)}`;
const file = () => join(folder, "dev.jsonl.gz");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-moving-"));
  provider = await startScriptedOpenAi();
  openai = {
    SERVICE_EMBEDDINGS_PROVIDER: "openai",
    SERVICE_EMBEDDINGS_MODEL: "scripted",
    SERVICE_EMBEDDINGS_URL: provider.baseUrl,
  };
  const server = await startDev(data("a"), await freePort());
  key = printedKeys(server.output()).contextKey;
  const messages = Array.from({ length: notes }, (_, i) => ({
    role: "user",
    content: `Note ${i} is about the colour of boat ${i}.`,
  }));
  expect((await post(server.url, "facts/batch", { messages, infer: "none" })).status).toBe(200);
  expect((await post(server.url, "facts", { text: "Mina lives in Lisbon." })).status).toBe(200);
  expect((await post(server.url, "facts", { text: "Mina moved to Madrid." })).status).toBe(200);
  await server.stop();
});
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

const texts = () => provider.requests.flatMap(({ body }) => (body as { input: string[] }).input);
const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/v1/dev/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const recalled = async (url: string, query: string) => (await post(url, "query", { query })).text();

describe("a context that moves to another deployment", () => {
  it("is the same there, and comes with a key of its own", async () => {
    expect(await lociServer(["export", "dev", "--out", file(), "--connection-string", data("a")])).toMatchObject({
      code: 0,
      out: "",
    });
    expect((await lociServer(["bootstrap", "--context-id", "other", "--connection-string", data("b")])).code).toBe(0);
    const imported = await lociServer(["import", file(), "--connection-string", data("b")]);
    expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/Context key +loci_ck_/) as unknown });
    const again = await lociServer(["export", "dev", "--connection-string", data("b")]);
    const records = (text: string) => text.split("\n").slice(1, -2);
    expect(records(again.out)).toEqual(records(gunzipSync(await readFile(file())).toString()));
    expect(records(again.out).length).toBeGreaterThan(notes);
  });
});

describe("a deployment that moves to another embedding model", () => {
  it("refuses the new model until it is prepared, and goes on after kill -9 where it was", async () => {
    const refused = await lociServer(["dev", "start", "--connection-string", data("a")], openai);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("loci-server re-embed") as unknown });
    provider.clear();
    // How long a vector is; the entities; the first notes; then it hangs.
    provider.scriptEmbeddings({ kind: "embeddings" }, { kind: "embeddings" }, { kind: "embeddings" }, { kind: "timeout" });
    const command = await startProcess(["re-embed", "--connection-string", data("a")], /From builtin/, openai);
    while (provider.requests.length < 4) await sleep(20);
    await command.kill();
    const hung = provider.requests.at(-1)?.body as { input: string[] };
    const stored = texts()
      .slice(1)
      .filter((text) => !hung.input.includes(text));
    expect(stored.length).toBeGreaterThan(50);
    provider.clear();
    const { code, out } = await lociServer(["re-embed", "--connection-string", data("a")], openai);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("SERVICE_EMBEDDINGS_MODEL=scripted") as unknown,
    });
    expect(texts().filter((text) => stored.includes(text))).toEqual([]);
    expect(texts()).toEqual(expect.arrayContaining(hung.input));
  });

  it("is served by the old vectors until it is started with the new settings, and by the new ones from then on", async () => {
    const before = await startDev(data("a"), await freePort());
    expect(await recalled(before.url, "boat 7")).toContain("boat 7.");
    await post(before.url, "facts", { text: "Note late is about the colour of boat late." });
    await before.stop();
    const after = await startDev(data("a"), await freePort(), openai);
    for (const [question, answer] of [
      ["colour of boat late", "boat late."],
      ["boat 7", "boat 7."],
      ["Where does Mina live?", "Madrid"],
    ] as const)
      expect(await recalled(after.url, question)).toContain(answer);
    await after.stop();
  });
});
