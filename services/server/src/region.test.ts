import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createGateway, defaultGatewaySettings } from "@loci/gateway";
import { idSource, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import { openWhole, type Whole } from "./testing/whole.ts";

let whole: Whole;
let url: string;
let close: () => Promise<void>;
const management: Call = { ...serviceCall("", "", Number.MAX_SAFE_INTEGER), caller: { kind: "management" } };

beforeAll(async () => {
  whole = await openWhole();
  const { auth, graph, ingest, retrieval } = whole;
  const gateway = createGateway({
    ...{ auth, graph, ingest, retrieval, clock: Date.now, ids: idSource(Date.now, randomBytes), logger: silentLogger() },
    ...{ settings: defaultGatewaySettings, planes: "all" as const, ready: async () => ({ ok: true, parts: {} }) },
  });
  const listener = await gateway.listen("127.0.0.1", 0);
  url = `http://127.0.0.1:${listener.port}/api/v1`;
  close = () => listener.close(100);
});
afterAll(async () => {
  await close();
  await whole.close();
});

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;
interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** A context with the scopes a and b, and somebody who holds these grants in it. */
async function openContext() {
  const contextId = await whole.context();
  for (const path of ["a", "b"]) {
    await whole.auth.registerContextScope({ contextId, path, displayName: "", description: "", operation: null }, management);
  }
  return async (id: string, grants: Grants): Promise<Ask> => {
    const wanted = {
      contextId,
      id,
      displayName: id,
      kind: "agent",
      externalId: "",
      grants: grantsMessage(grants),
      operation: null,
    };
    await whole.auth.createPrincipal(wanted, management);
    const order = { contextId, principalId: id, name: `${id}-key`, grants: null, ttlSeconds: 0, operation: null };
    const { key } = await whole.auth.mintPrincipalKey(order, management);
    return async (method, path, body) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const reply = await fetch(`${url}/${contextId}${path}`, { method, headers, body: JSON.stringify(body) });
      return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
    };
  };
}

/** The services' clock is set, the gateway's is not. */
const ever = "since=2025-01-01T00:00:00Z";
const within = (path: string): Grants => ({ "memory:read": [path], "memory:write": [path] });
const everything: Grants = { "memory:read": ["/"], "memory:write": ["/"] };

/** Without what differs between any two askings of the same: ids, times and durations. */
function told(value: unknown): unknown {
  const text = JSON.stringify(value, (name, one: unknown) =>
    /Ms$|At$|LatencyMs$|^tierLatency$|^importance$/.test(name) ? undefined : one,
  );
  return JSON.parse(text.replaceAll(/[a-z_]+:[0-9a-z]{26}/g, "id"));
}

describe("a key over one scope", () => {
  it("cannot tell whether others write or ask", async () => {
    const question = { query: "Where does Mina live?" };
    const other = { query: "What does Mina drink?" };
    const view = async (isAlone: boolean) => {
      const open = await openContext();
      const [ann, ben, eve] = [await open("ann", within("a")), await open("ben", within("b")), await open("eve", within("a"))];
      const seen: unknown[] = [];
      const look = async (...asked: Parameters<Ask>) => void seen.push(told(await ann(...asked)));
      const meanwhile = async (text: string) => {
        if (isAlone) return;
        await ben("POST", "/facts", { text, infer: "none" });
        for (const somebody of [ben, eve]) for (const body of [question, other]) await somebody("POST", "/query", body);
        await ben("POST", "/chat", { message: "Where does Ben live?" });
      };
      await ann("POST", "/facts", { text: "Mina lives in Rome." });
      await look("POST", "/query", question);
      await look("POST", "/query", question);
      await meanwhile("Ben keeps a zebra.");
      await look("POST", "/query", question);
      // Not from a cache: somebody who may read the same has asked it, and this caller never did.
      await look("POST", "/query", other);
      await ann("POST", "/facts", { text: "Mina drinks tea." });
      await meanwhile("Ben keeps a lion.");
      await look("POST", "/query", question);
      for (const path of ["/inspect", `/traces/stats?${ever}`, "/traces", "/audit", "/documents/keywords", "/entities"])
        await look("GET", path);
      return seen;
    };
    const [alone, among] = [await view(true), await view(false)];
    expect(among).toEqual(alone);
    const tiers = (alone.slice(0, 5) as Answer[]).map(({ json }) => json["tier"]);
    expect([tiers[0] === "cache", tiers[1], tiers[2], tiers[3] === "cache", tiers[4] === "cache"]).toEqual([
      ...[false, "cache", "cache", false, false],
    ]);
  });

  it("is shown of a shared record the scopes that it may read, and no other path's name", async () => {
    const open = await openContext();
    const [admin, ann] = [await open("root", everything), await open("ann", within("a"))];
    const shared = { scopes: [["a"], ["b"]] };
    const session = await admin("POST", "/sessions", shared);
    const sessionId = String(session.json["sessionId"]);
    const entity = { type: "Person", name: "Mina" };
    const told = await admin("POST", "/facts", {
      ...{ text: "Mina lives in Rome.", infer: "triples", triples: [{ entity, key: "residence", value: "Rome" }], ...shared },
    });
    for (const captain of ["Nora", "Omar"]) {
      const triples = [{ entity: { type: "Team", name: "T" }, key: "captain", value: captain }];
      await admin("POST", "/facts", { text: "", infer: "triples", triples, ...shared });
    }
    await admin("POST", "/facts", { text: "Mina drinks tea.", infer: "none", session_id: sessionId, ...shared });
    const turnId = String(told.json["turnId"]);
    const asked: [string, string, unknown?][] = [
      ["POST", "/query", { query: "Where does Mina live?" }],
      ["GET", "/entities/Person/Mina"],
      ["GET", "/entities/Person/Mina/history/residence"],
      ["GET", "/state"],
      ["GET", `/sessions/${sessionId}`],
      ["GET", "/sessions"],
      ["GET", "/uncertainties"],
      ["GET", `/inspect?ref=${turnId}`],
      ["GET", "/inspect?ref=entity:Person/Mina"],
    ];
    for (const [method, path, body] of asked) {
      const answer = await ann(method, path, body);
      expect([path, answer.status]).toEqual([path, 200]);
      const text = JSON.stringify(answer.json);
      expect([path, text.includes('[["a"]]'), text.includes('"b"')]).toEqual([path, true, false]);
      expect(JSON.stringify((await admin(method, path, body)).json)).toContain('[["a"],["b"]]');
    }
  });
});

describe("a lens", () => {
  it("on a path that is not registered is refused as a write is, and tells nothing of paths beyond the region", async () => {
    const open = await openContext();
    const [ann, root] = [await open("ann", within("a")), await open("root", { ...everything, "memory:forget": ["/"] })];
    await ann("POST", "/facts", { text: "Mina lives in Rome." });
    const asked = (path: string): [string, string, unknown][] => [
      ["POST", "/query", { query: "Where?", lens: [[path]] }],
      ["POST", "/context", { query: "Where?", lens: [[path]] }],
      ["POST", "/state", { lens: [[path]] }],
      ["POST", "/documents/query", { query: "Where?", lens: [[path]] }],
      ["POST", "/reflect", { query: "Where?", lens: [[path]] }],
      ["POST", "/chat", { message: "Where?", scopes: [[path]] }],
      ["GET", `/inspect?scope=${path}`, undefined],
      ["GET", `/traces/stats?scope=${path}`, undefined],
    ];
    for (const [method, path, body] of asked("a/typo")) {
      const { status, json } = await ann(method, path, body);
      expect([path, status, String(json["detail"])]).toEqual([path, 400, expect.stringContaining("'a/typo' is not registered")]);
    }
    expect((await root("POST", "/forget", { query: "Mina", lens: [["a/typo"]], dryRun: true })).status).toBe(400);
    for (const [method, path, body] of asked("a")) expect([path, (await ann(method, path, body)).status]).toEqual([path, 200]);
    // Registered or not, what lies beyond is refused alike.
    const refusals = await Promise.all(
      ["b", "c"].map(async (beyond) => Promise.all(asked(beyond).map(async (each) => (await ann(...each)).status))),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    // The numbers of what lies beyond are zeros.
    expect(refusals[0]).toEqual([...Array.from({ length: 7 }, () => 403), 200]);
  });
});

describe("a key that writes and may not read", () => {
  const writes: readonly (readonly [string, unknown])[] = [
    ["full", { text: "Hugo's manager lives in Paris. The manager of Hugo Berg is Karl Fox. Hugo was born on 7 May 1990." }],
    ["preview", { text: "Karl Fox lives in Oslo. Hugo was born on 8 May 1990.", infer: "preview" }],
    [
      "triples",
      {
        text: "Hugo.",
        infer: "triples",
        triples: [{ entity: { type: "Person", name: "Karl Fox" }, key: "birth_date", value: "8 May 1990" }],
      },
    ],
  ];

  it.each(writes)("is told what it wrote itself, whatever others wrote before: %s", async (_mode, body) => {
    const answers = await Promise.all(
      [false, true].map(async (isKnown) => {
        const open = await openContext();
        const [root, writer] = [await open("root", everything), await open("writer", { "memory:write": ["a"] })];
        if (isKnown) {
          const text = "The manager of Hugo is Dana Hidden. Hugo was born on 7 May 1990. Margarethe Secretson lives in Bonn.";
          await root("POST", "/facts", { text, scopes: "a" });
          const alias = { alias: "Karl Fox", reason: "so she says" };
          expect((await root("POST", "/entities/Person/Margarethe%20Secretson/aliases", alias)).status).toBeLessThan(300);
        }
        return told(await writer("POST", "/facts", { scopes: "a", ...(body as object) }));
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(JSON.stringify(answers[0])).toContain("Karl Fox");
  });
});

describe("grant:manage alone", () => {
  it("counts over the whole context, by every scope, and reads neither texts nor traces nor exports", async () => {
    const open = await openContext();
    const [root, ann] = [await open("root", { "grant:manage": ["/"] }), await open("ann", within("a"))];
    await ann("POST", "/facts", { text: "Mina lives in Rome." });
    await ann("POST", "/chat", { message: "Where does Mina live?" });
    const [stats, ofA, ofB] = await Promise.all(
      ["", "&scope=a", "&scope=b"].map((query) => root("GET", `/traces/stats?${ever}${query}`)),
    );
    expect(stats).toMatchObject({ status: 200, json: { totalQueries: 1, responseTracesTotal: 1 } });
    expect(ofA).toMatchObject({ status: 200, json: { totalQueries: 1 } });
    expect(ofB).toMatchObject({ status: 200, json: { totalQueries: 0 } });
    const zeros = {
      status: 200,
      json: { totalQueries: 0, responseTracesTotal: 0, queueDepth: { queued: 0, running: 0, failed: 0 } },
    };
    for (const form of ["scope=b", "scope[]=b", "scope[0]=b", "scope[0][0]=b&scope[0][1]=b", "scope=%5B%5B%22b%22%5D%5D"]) {
      expect(await ann("GET", `/traces/stats?${ever}&${form}`)).toMatchObject(zeros);
      expect(await ann("GET", `/traces/stats?${ever}&${form.replaceAll("b", "a")}`)).toMatchObject({ json: { totalQueries: 1 } });
    }
    const { json } = await ann("GET", "/traces?kind=response");
    const id = String((json["traces"] as { id: string }[])[0]?.id);
    for (const path of ["/traces", `/traces/${id}`, "/export", "/state"]) {
      expect([path, (await root("GET", path)).status]).toEqual([path, 403]);
    }
    const reader = await open("reader", { "grant:manage": ["/"], "memory:read": ["b"] });
    expect((await reader("GET", "/traces")).json).toEqual({ traces: [] });
    // The audit is the administrator's: who wrote under this id is told, and nothing of what was asked, answered or learned.
    const told = await reader("GET", `/traces/${id}`);
    expect(told).toMatchObject({ status: 200, json: { kind: "decision", queryText: "", memoryUpdates: [], parent: null } });
    expect(JSON.stringify(told.json)).not.toMatch(/Mina|Rome/);
    expect((await reader("GET", "/export")).status).toBe(403);
  });
});
