import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { setTimeout as pause } from "node:timers/promises";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { createDocumentParser } from "@loci/adapters/document-parser";
import { createGateway, defaultGatewaySettings, type Listener } from "@loci/gateway";
import { createDocumentPipeline, defaultDocumentLimits } from "@loci/ingest";
import { idSource } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const contextId = "house";
const embedder = createBuiltinEmbedder();
const parser = createDocumentParser();
let whole: Whole;
let listener: Listener;
let url = "";
let contextKey = "";

beforeAll(async () => {
  whole = await openWhole();
  ({ contextKey } = await whole.auth.bootstrap({ contextId, contextKey: "", managementKey: "" }, loci("")));
  const { auth, graph, ingest, retrieval, objects, runner, clock: at } = whole;
  const clock = () => at.now;
  const common = { auth, graph, ingest, retrieval, logger: silentLogger(), clock, ids: idSource(clock, randomBytes) };
  const models = { model: () => Promise.resolve(createBuiltinLanguageModel()) };
  const reading = { models, parser, embedder, objects, runner, limits: defaultDocumentLimits, onSetAside: () => undefined };
  runner.register(createDocumentPipeline({ ...common, ...reading }));
  await runner.start();
  const ready = async () => ({ ok: true, parts: {} });
  const gateway = createGateway({ ...common, settings: defaultGatewaySettings, ready });
  listener = await gateway.listen("127.0.0.1", 0);
  url = `http://127.0.0.1:${listener.port}`;
}, 60_000);
afterAll(async () => {
  await listener.close(100);
  await whole.close();
  await embedder.close();
  await parser.close();
});

async function ask<Body = unknown>(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Bearer ${contextKey}`, ...more };
  const reply = await fetch(`${url}/api/v1/${contextId}${path}`, {
    method,
    headers: body === undefined || isForm ? headers : { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: (text === "" ? undefined : JSON.parse(text)) as Body };
}

interface Listed {
  readonly deleted: number;
  readonly refs: readonly { readonly id: string; readonly kind: string; readonly label: string }[];
  readonly receipt?: { readonly erased: Readonly<Record<string, number>> };
}

/** Uploads a text, and waits until it was read. @returns the document's path */
async function upload(method: string, path: string, text: string): Promise<string> {
  const form = new FormData();
  form.append("metadata", JSON.stringify({ title: "Secret list" }));
  form.append("file", new Blob([text]), "list.txt");
  const { id } = (await ask<{ id: string }>(method, path, form)).body;
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(20)) {
    if ((await ask<{ status: string }>("GET", `/documents/${id}`)).body.status === "ready") break;
  }
  return `/documents/${id}`;
}

/** Tells where somebody lives. Resolves with the path of what tells it. */
const tell: Readonly<Record<string, (who: string, where: string) => Promise<string>>> = {
  async entity(who, where) {
    await ask("POST", "/facts", { text: `${who} lives in ${where}.` });
    return `/entities/Person/${who}`;
  },
  async session(who, where) {
    const { id } = (await ask<{ id: string }>("POST", "/sessions", {})).body;
    await ask("POST", `/sessions/${id}/turns`, { role: "user", content: `${who} lives in ${where}.` });
    return `/sessions/${id}`;
  },
  document: (who, where) => upload("POST", "/documents", `${who} lives in ${where}.`),
};

/** Asks in a session of its own. @returns the id of the reply, and what shows it */
async function answered(who: string) {
  const message = { message: `Where does ${who} live?` };
  const { sessionId, traceId } = (await ask<Record<"sessionId" | "traceId", string>>("POST", "/chat", message)).body;
  const turns = (await ask<{ turns: { id: string; role: string }[] }>("GET", `/sessions/${sessionId}/turns`)).body.turns;
  const shown = async () => {
    const session = `/sessions/${sessionId}`;
    const paths = [session, `${session}/turns`, `${session}/context`, `/traces/${traceId}`];
    return JSON.stringify(await Promise.all(paths.map(async (path) => (await ask("GET", path)).body)));
  };
  return { id: turns.find(({ role }) => role === "assistant")?.id ?? "", shown };
}

const idsOf = ({ refs }: Listed) => refs.map(({ id }) => id).sort();

describe("a reply that was made of a record", () => {
  it.each(Object.keys(tell))("is withheld when the %s is deleted, and is listed before", async (kind) => {
    const path = await tell[kind]?.("Zoran", "Quuxville");
    const reply = await answered("Zoran");
    expect(await reply.shown()).toContain("Zoran lives in Quuxville");
    const preview = (await ask<Listed>("DELETE", `${path}?dryRun=true`)).body;
    expect(preview.refs).toContainEqual(expect.objectContaining({ id: reply.id, kind: "turn", extent: "whole" }));
    expect(preview.deleted).toBe(preview.refs.length);
    expect(await reply.shown()).toContain("Quuxville");
    expect((await ask("DELETE", `${path}`)).status).toBe(204);
    const left = await reply.shown();
    expect(left).not.toContain("Quuxville");
    expect(left).toContain("Where does Zoran live?");
    expect(left).toContain('"responseText":"[forgotten]"');
  });

  it.each(Object.keys(tell))("is erased with the %s, and is listed before and after", async (kind) => {
    const path = await tell[kind]?.("Petra", "Plughville");
    const reply = await answered("Petra");
    const preview = (await ask<Listed>("DELETE", `${path}?purge=true&dryRun=true`)).body;
    const purged = (await ask<Listed>("DELETE", `${path}?purge=true`)).body;
    expect(idsOf(preview)).toContain(reply.id);
    expect(idsOf(purged)).toEqual(idsOf(preview));
    expect(purged.deleted).toBe(preview.deleted);
    expect(await reply.shown()).not.toContain("Plughville");
  });

  it("stays where a record is deleted that it was not made of", async () => {
    const path = await tell["document"]?.("Rosa", "Xyzzyville");
    await tell["document"]?.("Ivo", "Frobville");
    const reply = await answered("Ivo");
    const { refs } = (await ask<Listed>("DELETE", `${path}?dryRun=true`)).body;
    expect(refs.map(({ id }) => id)).not.toContain(reply.id);
    await ask("DELETE", `${path}`);
    expect(await reply.shown()).toContain("Frobville");
  });

  it("is withheld once for a deletion that is repeated", async () => {
    const path = await tell["entity"]?.("Mina", "Grokville");
    const reply = await answered("Mina");
    const key = { "idempotency-key": "delete-mina" };
    const twice = [await ask("DELETE", `${path}`, undefined, key), await ask("DELETE", `${path}`, undefined, key)];
    expect(twice.map(({ status }) => status)).toEqual([204, 204]);
    expect(await reply.shown()).not.toContain("Grokville");
  });

  it("is history where a newer version of the document does not say it any more", async () => {
    const path = (await tell["document"]?.("Uwe", "Bazville")) ?? "";
    const reply = await answered("Uwe");
    await upload("PUT", path, "Nobody lives anywhere.");
    expect(await reply.shown()).toContain("Bazville");
  });
});

describe("a purge by a description", () => {
  it("lists the document that it takes with its only passage", async () => {
    const path = await upload("POST", "/documents", "The vault holds zorblax.");
    const list = async (dryRun: boolean) => (await ask<Listed>("POST", "/forget", { query: "zorblax", purge: true, dryRun })).body;
    const preview = await list(true);
    const document = { id: path.slice("/documents/".length), kind: "document", extent: "whole", matchedBy: "along" };
    expect(preview.refs).toContainEqual(expect.objectContaining(document));
    expect(preview.refs.find(({ kind }) => kind === "document")?.label).toContain("Secret list");
    const purged = await list(false);
    expect(purged.refs).toEqual(preview.refs);
    expect(purged).toMatchObject({ deleted: preview.deleted, receipt: { erased: { document: 1 } } });
    expect((await ask("GET", path)).status).toBe(404);
  });
});
