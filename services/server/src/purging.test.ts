import { raw, sql } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createGateway, defaultGatewaySettings, type Listener } from "@loci/gateway";
import { idSource } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import { caller, loci, openWhole, type Whole } from "./testing/whole.ts";

const contextId = "house";
let whole: Whole;
let listener: Listener;
let url = "";
let contextKey = "";
let managementKey = "";

beforeAll(async () => {
  whole = await openWhole();
  ({ contextKey, managementKey } = await whole.auth.bootstrap({ contextId, contextKey, managementKey }, loci("")));
  const { auth, graph, ingest, retrieval, clock } = whole;
  const gateway = createGateway({
    ...{ auth, graph, ingest, retrieval, logger: silentLogger(), settings: defaultGatewaySettings },
    clock: () => clock.now,
    ids: idSource(() => clock.now, randomBytes),
    ready: async () => ({ ok: true, parts: {} }),
  });
  listener = await gateway.listen("127.0.0.1", 0);
  url = `http://127.0.0.1:${listener.port}`;
}, 60_000);
afterAll(async () => {
  await listener.close(100);
  await whole.close();
});

async function ask(
  method: string,
  path: string,
  body?: object | FormData,
  key = contextKey,
): Promise<{ status: number; body: unknown }> {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${url}/api/v1/${contextId}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && !isForm ? { "content-type": "application/json" } : {}) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** The tables of records and traces with a row that holds the word; not those of the index, which follows. */
async function tablesWith(word: string): Promise<string[]> {
  await whole.retrieval.listTraces(
    { kind: "", principal: "", keyId: "", since: "", until: "", limit: 1, sessionId: "" },
    caller(contextId),
  );
  return whole.database.asOwner(async (tx) => {
    const tables = await tx.query<{
      name: string;
    }>(sql`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('auth', 'graph', 'retrieval')`);
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await tx.query<{ n: number }>(
        sql`select count(*)::int as n from ${raw(name)} t where t::text ilike '%' || ${word} || '%'`,
      );
      if ((row?.n ?? 0) > 0) found.push(name);
    }
    return found;
  });
}

interface Deletion {
  /** Tells of the word; resolves with the path of what holds it. */
  readonly tell: (word: string) => Promise<string>;
  readonly covers: string;
}

const idOf = (body: unknown, name: string) => String((body as Record<string, unknown>)[name]);

const deletions: Readonly<Record<string, Deletion>> = {
  entity: {
    async tell(word) {
      await ask("POST", "/facts", { text: `Zoran works for ${word}.` });
      await ask("POST", "/facts", { text: "Zoran lives in Lisbon." });
      return "/entities/Person/Zoran";
    },
    covers: "The entity",
  },
  session: {
    async tell(word) {
      const made = await ask("POST", "/sessions", { metadata: { note: word } });
      const id = idOf(made.body, "id");
      await ask("POST", `/sessions/${id}/turns`, { role: "user", content: `Petra lives in ${word}.` });
      await ask("POST", `/sessions/${id}/chat`, { message: `Where does Petra live, in ${word}?` });
      return `/sessions/${id}`;
    },
    covers: "All that was said",
  },
  document: {
    async tell(word) {
      const form = new FormData();
      form.append("metadata", JSON.stringify({ title: word, source: `https://${word}.example/` }));
      form.append("file", new Blob([`About ${word}.`]), `${word}.txt`);
      return `/documents/${idOf((await ask("POST", "/documents", form)).body, "id")}`;
    },
    covers: "The document",
  },
};

describe("a record that is deleted", () => {
  it.each(Object.entries(deletions))(
    "of the kind %s is erased for good with purge, and answered with a receipt",
    async (kind, { tell, covers }) => {
      const word = `Quux${kind}marker`;
      const path = await tell(word);
      await ask("POST", "/chat", { message: kind === "entity" ? "Where does Zoran work?" : "What is known?" });
      expect(await tablesWith(word)).not.toEqual([]);
      const { status, body } = await ask("DELETE", `${path}?purge=true`);
      expect([status, body]).toMatchObject([
        200,
        { receipt: { id: expect.stringMatching(/^receipt:/), hash: expect.any(String) } },
      ]);
      expect((body as { receipt: { covers: string } }).receipt.covers).toContain(covers);
      // A question that merely names it is found by the schedule.
      expect((await tablesWith(word)).filter((table) => table !== "retrieval.trace")).toEqual([]);
      expect((await ask("GET", path)).status).toBe(404);
      expect((await ask("DELETE", `${path}?purge=true`)).status).toBe(404);
    },
    60_000,
  );

  it.each(Object.entries(deletions))(
    "of the kind %s is erased for good also where it was deleted before without purge",
    async (kind, { tell }) => {
      const word = `Quux${kind}deleted`;
      const path = await tell(word);
      expect((await ask("DELETE", path)).status).toBe(204);
      expect((await ask("GET", path)).status).toBe(404);
      expect((await ask("DELETE", path)).status).toBe(404);
      expect((await tablesWith(word)).filter((table) => table.startsWith("graph."))).not.toEqual([]);
      const { status, body } = await ask("DELETE", `${path}?purge=true`);
      expect([status, body]).toMatchObject([200, { receipt: { id: expect.stringMatching(/^receipt:/) } }]);
      expect((await tablesWith(word)).filter((table) => table !== "retrieval.trace")).toEqual([]);
      expect((await ask("DELETE", `${path}?purge=true`)).status).toBe(404);
    },
    60_000,
  );

  it("keeps its history, and is answered with nothing, without purge", async () => {
    await ask("POST", "/facts", { text: "Mina works for Quuxkept." });
    expect(await ask("DELETE", "/entities/Person/Mina")).toEqual({ status: 204, body: undefined });
    expect(await tablesWith("quuxkept")).toContain("graph.fact");
    expect((await ask("DELETE", "/entities/Person/Mina?purge=yes")).status).toBe(400);
  }, 60_000);

  it("is not purged by who may not forget it", async () => {
    await ask("POST", "/facts", { text: "Rosa works for Quuxother." });
    const wanted = { id: "reader", displayName: "reader", kind: "agent", grants: { "memory:read": ["/"] } };
    const manage = (path: string, body: object) =>
      fetch(`${url}/api/v1/contexts/${contextId}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${managementKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await manage("/principals", wanted);
    const { key } = (await (await manage("/principals/reader/keys/r", {})).json()) as { key: string };
    expect((await ask("DELETE", "/entities/Person/Rosa?purge=true", undefined, key)).status).toBe(403);
    expect(await tablesWith("quuxother")).toContain("graph.fact");
  }, 60_000);
});
