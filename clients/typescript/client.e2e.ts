import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Loci, LociManagement, verifyAudit, type ChatEvent } from "./src/index.ts";
import { apiKey, contextId, managementKey, startServer, type RealServer } from "./testing/real.ts";
import { walkOf, type Walk } from "./testing/walk.ts";

let server: RealServer;
let walk: Walk<Loci>;
let loci: Loci;
beforeAll(async () => {
  server = await startServer();
  walk = walkOf(new Loci({ url: server.url, apiKey, contextId }));
  loci = walk.client;
});
afterAll(() => server.stop());

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe("a memory", () => {
  it("remembers, recalls, and says it in a block for a prompt", async () => {
    const written = await loci.remember("Mina lives in Bergen.");
    expect(written.extraction?.entities.map(({ name }) => name)).toContain("Mina");
    const { hits } = await loci.recall("Where does Mina live?");
    expect(hits[0]).toMatchObject({ source: "attribute", value: "Bergen" });
    expect((await loci.context({ query: "Where does Mina live?", k: 3 })).context).toContain("Bergen");
    const conversation = {
      messages: [{ role: "user", content: "Otto is a nurse." } as const, { role: "assistant", content: "Noted." } as const],
    };
    expect((await loci.rememberBatch(conversation)).turnIds).toHaveLength(2);
  });

  it("answers with citations, whole and as it comes", async () => {
    const reply = await loci.chat("Where does Mina live?");
    expect(reply.reply).toContain("Bergen");
    expect(reply.citations.length).toBeGreaterThan(0);
    const events: ChatEvent[] = await all(loci.chatStream({ message: "Where does Mina live?" }));
    expect(events[0]).toMatchObject({ type: "trace" });
    expect(events.at(-1)).toMatchObject({
      type: "done",
      reply: events.map((event) => (event.type === "delta" ? event.text : "")).join(""),
    });
    expect((await loci.reflect("What about Mina?")).reflection).toContain("Bergen");
  });

  it("keeps sessions", async () => {
    const { id } = await loci.sessions.create({ metadata: { app: "test" } });
    await loci.call("addTurn", { path: { sessionId: id }, body: { role: "user", content: "I like tea.", infer: "none" } });
    expect(await loci.sessions.get(id)).toMatchObject({ id, metadata: { app: "test" } });
    expect((await loci.sessions.list({ limit: 1 })).sessions).toHaveLength(1);
    expect((await all(loci.sessions.all())).map((session) => session.id)).toContain(id);
    expect((await loci.sessions.turns(id)).turns.map(({ content }) => content)).toEqual(["I like tea."]);
    expect(await all(loci.sessions.allTurns(id))).toHaveLength(1);
    expect((await loci.sessions.context(id, "tea")).context).toContain("tea");
    expect((await loci.sessions.chat(id, "Where does Mina live?")).sessionId).toBe(id);
    expect((await all(loci.sessions.chatStream(id, "Where does Mina live?"))).at(-1)).toMatchObject({
      type: "done",
      sessionId: id,
    });
    await loci.sessions.delete(id);
    await expect(loci.sessions.get(id)).rejects.toMatchObject({ code: "not_found", status: 404 });
  });

  it("tells what it knows of an entity, and takes a correction", async () => {
    const corrected = await loci.correct("Person", "Mina", { key: "residence", value: "Oslo", reason: "She told me so." });
    expect(corrected).toMatchObject({});
    const known = await loci.entities.get("Person", "Mina");
    expect(known.attributes.map(({ key, value }) => `${key}: ${value}`)).toContain("residence: Oslo");
    expect((await loci.entities.history("Person", "Mina", "residence")).history.length).toBeGreaterThan(1);
    expect((await loci.entities.list({ type: "Person" })).total).toBe(2);
    expect((await all(loci.entities.all({ limit: 1 }))).length).toBeGreaterThan(1);
    await loci.entities.delete("Person", "Otto");
    expect((await loci.entities.list({ type: "Person" })).total).toBe(1);
  });

  it("shows what it is not sure of, and has it settled", async () => {
    const state = (value: string) =>
      loci.remember({ infer: "triples", triples: [{ entity: { type: "Bridge", name: "Nord" }, key: "length", value }] });
    await state("200 m");
    await state("300 m");
    const [first] = (await loci.uncertainties.list({ status: "open" })).uncertainties;
    const id = first?.id ?? "";
    expect(await all(loci.uncertainties.all())).toHaveLength(1);
    expect(await loci.uncertainties.assign(id, "mina")).toMatchObject({ owner: "mina" });
    expect(await loci.uncertainties.get(id)).toMatchObject({ id, status: "open" });
    expect(await loci.uncertainties.resolve(id, { value: "300 m", reason: "Measured." })).toMatchObject({ status: "resolved" });
  });

  it("explains itself", async () => {
    const { traces } = await loci.traces.list({ limit: 5 });
    expect(await loci.traces.get(traces[0]?.id ?? "")).toMatchObject({ id: traces[0]?.id });
    expect((await loci.traces.stats({ windowHours: 1, scopes: ["/"] })).totalQueries).toBeGreaterThan(0);
    expect((await loci.stats()).windowHours).toBeGreaterThan(0);
    expect((await loci.audit({ kind: "retrieval", limit: 2 })).rows).toHaveLength(2);
    const chain = await (await loci.exportAudit()).text();
    const verdict = await verifyAudit(chain.split("\n"));
    expect([verdict.broken, verdict.rows > 10]).toEqual([undefined, true]);
  });

  it("forgets", async () => {
    const counted = await loci.forget({ query: "Where Mina lives", dryRun: true });
    expect(counted.dryRun).toBe(true);
    expect((await loci.forget("Where Mina lives")).deleted).toBe(counted.deleted);
  });
});

describe("documents", () => {
  it("are uploaded, watched, read back, asked, replaced and deleted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-upload-"));
    const path = join(folder, "plan.md");
    await writeFile(path, "# Plan\n\nThe ferry to Askøy leaves every twenty minutes.\n");
    const sent: number[] = [];
    const upload = { file: await openAsBlob(path), filename: "plan.md", title: "Ferry plan", labels: ["line=askoy"] };
    const { id } = await loci.documents.upload(upload, { onProgress: (bytes) => void sent.push(bytes) });
    expect(sent.at(-1)).toBe(upload.file.size);
    const statuses: string[] = [];
    const ready = await loci.documents.wait(id, { onStatus: (document) => void statuses.push(document.status) });
    expect(ready).toMatchObject({ status: "ready", title: "Ferry plan", mimeType: "text/markdown", sizeBytes: upload.file.size });
    expect(statuses.at(-1)).toBe("ready");
    expect(await (await loci.documents.original(id)).text()).toContain("Askøy");
    expect((await loci.documents.list({ pageSize: 1 })).total).toBe(1);
    expect((await all(loci.documents.all())).map((document) => document.id)).toEqual([id]);
    expect((await loci.documents.chunks(id)).chunks[0]?.text).toContain("ferry");
    expect(await all(loci.documents.allChunks(id))).toHaveLength(1);
    expect((await loci.documents.query("How often does the ferry leave?")).results[0]?.document.id).toBe(id);
    expect((await loci.documents.keywords(id)).keywords.length).toBeGreaterThan(0);
    await expect(loci.documents.retry(id)).rejects.toMatchObject({ code: "conflict" });
    async function* next() {
      yield new TextEncoder().encode("# Plan\n\nThe ferry leaves ");
      yield new TextEncoder().encode("every hour.\n");
    }
    expect(await loci.documents.replace(id, { file: next(), filename: "plan.md" })).toMatchObject({ version: 2 });
    await loci.documents.wait(id);
    await loci.documents.delete(id);
    await expect(loci.documents.get(id)).rejects.toMatchObject({ code: "not_found" });
    await rm(folder, { recursive: true });
  });
});

describe("access", () => {
  it("is told, given and taken", async () => {
    expect(await loci.me()).toMatchObject({ principalId: "admin" });
    await loci.scopes.register("org/acme/user/mina");
    expect((await loci.scopes.list()).map(({ path }) => path)).toContain("org/acme/user/mina");
    expect((await all(loci.scopes.all())).length).toBeGreaterThan(0);
    await loci.principals.create({ id: "mina", displayName: "Mina", kind: "user" });
    await loci.principals.grant("mina", { path: "org/acme/user/mina", verbs: ["memory:read", "memory:write"] });
    expect(await loci.principals.revoke("mina", { path: "org/acme/user/mina", verbs: ["memory:write"] })).toMatchObject({
      id: "mina",
    });
    expect(await loci.principals.get("mina")).toMatchObject({ grants: { "memory:read": ["org/acme/user/mina"] } });
    expect((await loci.principals.effective("mina", { path: "org/acme/user/mina" })).verbs).toEqual(["memory:read"]);
    expect((await loci.principals.list()).map(({ id }) => id)).toContain("mina");
    expect((await all(loci.principals.all())).length).toBeGreaterThan(1);
    const asMina = new Loci({ url: server.url, apiKey, contextId, onBehalfOf: "mina" });
    expect(await asMina.me()).toMatchObject({ delegatedPrincipalId: "mina" });
    await expect(asMina.remember("Mina is tired.")).rejects.toMatchObject({ code: "forbidden", status: 403 });
    await loci.scopes.forget("org/acme/user/mina");
    await loci.scopes.delete("org/acme/user/mina");
  });

  it("has keys that are minted, rotated and revoked", async () => {
    const minted = await loci.keys.mint({ name: "laptop" }, { ttlSeconds: 600 });
    expect(await new Loci({ url: server.url, apiKey: minted.key, contextId }).me()).toMatchObject({ principalId: "admin" });
    expect((await loci.keys.rotate("laptop")).key).not.toBe(minted.key);
    expect((await loci.keys.list()).map(({ name }) => name)).toContain("laptop");
    expect((await all(loci.keys.all())).length).toBeGreaterThan(1);
    await loci.keys.revoke("laptop");
    await expect(new Loci({ url: server.url, apiKey: minted.key, contextId }).me()).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  it("is managed from outside, and a whole context moves", async () => {
    const managed = walkOf(new LociManagement({ url: server.url, managementKey }));
    const { contexts, keys, principals, scopes } = managed.client;
    expect((await managed.client.verbs()).map(({ verb }) => verb)).toContain("memory:read");
    expect(await managed.client.call("health")).toBeDefined();
    await contexts.create({ id: "other", displayName: "Other" });
    expect(await contexts.update("other", { displayName: "Another" })).toMatchObject({ id: "other", displayName: "Another" });
    expect(await contexts.get("other")).toMatchObject({ displayName: "Another" });
    expect((await contexts.list({ limit: 1 })).length).toBe(1);
    expect((await all(contexts.all())).map(({ id }) => id)).toEqual(["dev", "other"]);
    expect(await contexts.usage("other")).toBeDefined();
    expect(await (await managed.client.exportAudit("other")).text()).toContain("updateContext");
    expect(await contexts.state("other")).toMatchObject({ index: { available: true } });
    await scopes.register("other", "org/other");
    expect((await scopes.list("other")).map(({ path }) => path)).toEqual(["org/other"]);
    await scopes.delete("other", "org/other");
    expect(await all(scopes.all("other"))).toEqual([]);
    await principals.create("other", { id: "bot", displayName: "Bot", kind: "agent", externalId: "bot@other" });
    const everything = ["memory:read", "memory:write", "memory:forget", "grant:manage"] as const;
    await principals.grant("other", "bot", { path: "/", verbs: [...everything] });
    await principals.revoke("other", "bot", { path: "/", verbs: ["memory:forget"] });
    expect(await principals.get("other", "bot")).toMatchObject({ id: "bot" });
    expect((await principals.list("other")).length).toBe((await all(principals.all("other"))).length);
    const { key } = await keys.mint("other", "bot", "main", { ttlSeconds: 600 });
    expect((await keys.list("other")).length).toBe((await all(keys.all("other"))).length);
    expect((await all(keys.allOf("other", "bot"))).map(({ name }) => name)).toEqual(["main"]);
    const other = new Loci({ url: server.url, apiKey: key, contextId: "other" });
    expect(await other.me()).toMatchObject({ principalId: "bot" });

    const exported = await (await loci.export()).blob();
    const target = new LociManagement({ url: server.url, managementKey });
    await target.principals.grant("other", "bot", {
      path: "/",
      verbs: ["memory:forget", "scope:create", "scope:read", "scope:delete"],
    });
    await walkOf(other).client.import(exported);
    expect((await other.entities.list()).total).toBe((await loci.entities.list()).total);

    expect((await keys.mintAccessToken("other", { externalId: "bot@other", ttlSeconds: 60 })).key).toBeTruthy();
    expect((await keys.rotate("other", "bot", "main")).key).not.toBe(key);
    await keys.revoke("other", "bot", "main");
    await principals.delete("other", "bot");
    await contexts.delete("other");
    expect(managed.missed()).toEqual([]);
  });
});

// The memory of these tests is not empty: the one that was imported into is another.
it("has no method that was not called", () => {
  expect(walk.missed()).toEqual(["import"]);
});
