import { describe, expect, it } from "@jest/globals";
import { caller, entityPath, memory, type Memory } from "@loci/e2e/parts/memory";
import type { World } from "./world.ts";

const readWrite = (...paths: string[]) => ({ "memory:read": paths, "memory:write": paths });
const texts = async (of: Memory, query: string, fields = {}) => (await of.recall(query, fields)).hits.map((hit) => hit.text).sort();

/** Who may see and do what. */
export function authority(world: World): void {
  /** Ann's and Bob's notes, and one that is the team's. */
  const house = async () => {
    const tenant = await world().tenant("team/ann", "team/bob");
    const write = (text: string, scopes: unknown) => tenant.remember(text, { scopes });
    await write("Ann's heron Kiki lives in Oslo.", "team/ann");
    await write("Bob's heron Zaza lives in Rome.", "team/bob");
    await tenant.state([["Person/Ann", "residence", "Oslo"]], { scopes: "team/ann" });
    await tenant.state([["Person/Bob", "residence", "Rome"]], { scopes: "team/bob" });
    await tenant.remember("The team's heron is grey.", { scopes: "team", infer: "none" });
    return tenant;
  };

  describe("a principal with a narrower region", () => {
    it("recalls what lies in it, and nothing else, in every mode", async () => {
      const ann = await (await house()).member(readWrite("team/ann"));
      for (const mode of [undefined, "hybrid", "vector", "bm25", "graph"]) {
        const found = (await texts(ann, "Where do Ann, Bob and the heron live?", { mode, k: 50 })).join("\n");
        expect(found).not.toMatch(/Bob|Zaza|Rome|team/);
        if (mode !== "graph") expect(found).toContain("Oslo");
      }
      expect((await ann.post<{ context: string }>("/context", { query: "Where does Bob live?" })).body.context).not.toMatch(
        /Bob|Rome/,
      );
    });

    it("sees its own entities, and counts no other", async () => {
      const ann = await (await house()).member(readWrite("team/ann"));
      const { entities, total } = await ann.entities();
      expect(total).toBe(entities.length);
      expect(entities.map((entity) => entity.name)).toContain("Ann");
      expect(entities.map((entity) => entity.name)).not.toContain("Bob");
      const [hidden, absent] = [await ann.get(entityPath("Person/Bob")), await ann.get(entityPath("Person/Nob"))];
      expect([hidden.status, absent.status]).toEqual([404, 404]);
      expect(hidden.body.detail.replace("Bob", "Nob")).toBe(absent.body.detail);
    });

    it("sees the scope names of its region only", async () => {
      const tenant = await house();
      const ann = await tenant.member({ "scope:read": ["team/ann"] });
      expect((await ann.get<{ path: string }[]>("/scopes")).body.map(({ path }) => path)).toEqual(["team/ann"]);
    });

    it("sees no trace of who may see more", async () => {
      const tenant = await house();
      const ann = await tenant.member(readWrite("team/ann"));
      const { trace } = await tenant.recall("Where does Bob live?");
      expect((await ann.get(`/traces/${trace.traceId}`)).status).toBe(404);
      const own = (await ann.recall("Where does Ann live?")).trace.traceId;
      expect((await ann.get(`/traces/${own}`)).status).toBe(200);
    });

    it("has a wider lens clamped, and one outside refused", async () => {
      const ann = await (await house()).member(readWrite("team/ann"));
      expect(await texts(ann, "heron", { lens: "team" })).toEqual(await texts(ann, "heron"));
      expect(await texts(ann, "heron", { lens: ["team/ann", "team/bob"] })).toEqual(await texts(ann, "heron"));
      for (const lens of ["team/bob", [["team/ann", "team/bob"]], "other/place"]) {
        expect((await ann.post("/query", { query: "heron", lens })).status).toBe(403);
        expect((await ann.post("/context", { query: "heron", lens })).status).toBe(403);
      }
    });

    it("writes into its region, and nowhere else", async () => {
      const tenant = await house();
      const ann = await tenant.member(readWrite("team/ann"));
      for (const scopes of ["team/bob", "team", ["team/ann", "team/bob"], [["team/ann", "team/bob"]], "never/registered"]) {
        expect((await ann.post("/facts", { text: "x", scopes })).status).toBe(403);
        expect((await ann.post("/facts/batch", { messages: [{ role: "user", content: "x" }], scopes })).status).toBe(403);
      }
      expect((await ann.post("/facts", { text: "x", scopes: "team/ann" })).status).toBe(200);
      expect((await ann.post("/facts", { text: "x", scopes: "team/ann/secret" })).status).toBe(400);
    });

    it("writes to its whole write region where it names none", async () => {
      const tenant = await house();
      const both = await tenant.member(readWrite("team/ann", "team/bob"));
      await both.remember("The quokka smiles.", { infer: "none" });
      expect((await both.recall("quokka", { mode: "bm25" })).hits[0]?.scopes).toEqual([["team/ann"], ["team/bob"]]);
      const ann = await tenant.member(readWrite("team/ann"));
      expect(await texts(ann, "quokka", { mode: "bm25" })).toEqual(["The quokka smiles."]);
    });

    it("learns nothing by a write of what it may not see", async () => {
      const tenant = await world().tenant("team/ann");
      await tenant.state([["Person/Mina", "birth_date", "3 May 1990"]], { scopes: "/" });
      const ann = await tenant.member(readWrite("team/ann"));
      const { extraction } = await ann.state([["Person/Mina", "birth_date", "4 May 1990"]]);
      expect(extraction).toMatchObject({ entities: [{ isNew: true }], corrections: [], uncertainties: [] });
    });

    it("goes on in no session that it may not see", async () => {
      const tenant = await house();
      const { sessionId } = await tenant.remember("x", { scopes: "team/bob", infer: "none" });
      const ann = await tenant.member(readWrite("team/ann"));
      expect((await ann.post("/facts", { text: "y", session_id: sessionId })).status).toBe(404);
    });
  });

  describe("a verb that is not granted", () => {
    it("is refused with 403, whatever else is", async () => {
      const tenant = await house();
      const reader = await tenant.member({ "memory:read": ["/"] });
      const writer = await tenant.member({ "memory:write": ["/"] });
      const nobody = await tenant.member({});
      expect((await reader.post("/facts", { text: "x" })).status).toBe(403);
      expect((await reader.post("/facts/batch", { messages: [{ role: "user", content: "x" }] })).status).toBe(403);
      expect((await reader.post("/scopes", { path: "new/place" })).status).toBe(403);
      expect((await reader.get("/scopes")).status).toBe(403);
      for (const outsider of [writer, nobody]) {
        expect((await outsider.post("/query", { query: "heron" })).status).toBe(403);
        expect((await outsider.post("/context", { query: "heron" })).status).toBe(403);
        expect((await outsider.get("/entities")).status).toBe(403);
        expect((await outsider.get(entityPath("Person/Ann"))).status).toBe(403);
        expect((await outsider.get("/traces/trace:01hzzzzzzzzzzzzzzzzzzzzzzz")).status).toBe(403);
      }
      expect((await writer.post("/facts", { text: "x" })).status).toBe(200);
    });

    it("is not learnt by asking for what is not registered: 403 comes before 400", async () => {
      const reader = await (await house()).member({ "memory:read": ["/"] });
      expect((await reader.post("/facts", { text: "x", scopes: "never/registered" })).status).toBe(403);
    });
  });

  describe("a path that is not registered", () => {
    it("is refused with 400 by its name, until it is registered; what lies above it counts as registered", async () => {
      const tenant = await world().tenant();
      const write = () => tenant.post("/facts", { text: "x", infer: "none", scopes: [["org/a/b"]] });
      expect(await write()).toMatchObject({ status: 400, body: { errors: [{ pointer: expect.stringContaining("/scopes") }] } });
      expect((await tenant.post("/scopes", { path: "org/a/b/" })).status).toBe(201);
      expect((await write()).status).toBe(200);
      expect((await tenant.post("/facts", { text: "x", scopes: "org" })).status).toBe(200);
      expect((await tenant.post("/facts", { text: "x", scopes: "or" })).status).toBe(400);
    });
  });

  describe("an AND clause", () => {
    it("is visible to who may see both of its paths, not to who may see one", async () => {
      const tenant = await world().tenant("a", "b", "ab");
      await tenant.remember("The heron of both.", { infer: "none", scopes: [["a", "b"]] });
      await tenant.remember("The heron of either.", { infer: "none", scopes: ["a", "b"] });
      const seen = async (...region: string[]) => texts(await tenant.member({ "memory:read": region }), "heron");
      expect(await seen("a", "b")).toHaveLength(2);
      expect(await seen("a")).toEqual(["The heron of either."]);
      expect(await seen("b")).toEqual(["The heron of either."]);
      expect(await seen("ab")).toEqual([]);
      expect(await seen("/")).toHaveLength(2);
    });

    it("keeps facts apart as it keeps texts", async () => {
      const tenant = await world().tenant("a", "b");
      await tenant.state([["Person/Mina", "residence", "Oslo"]], { scopes: [["a", "b"]] });
      const one = await tenant.member({ "memory:read": ["a"] });
      const both = await tenant.member({ "memory:read": ["a", "b"] });
      expect((await one.entities()).total).toBe(0);
      expect((await both.entities()).total).toBe(1);
      expect((await one.get(entityPath("Person/Mina"))).status).toBe(404);
    });
  });

  describe("a key", () => {
    it("with grants of its own narrows its principal, and never widens it", async () => {
      const tenant = await house();
      const narrow = await tenant.member(readWrite("team"), { keyGrants: { "memory:read": ["team/ann"] } });
      expect((await texts(narrow, "Where do Ann and Bob live?")).join("\n")).not.toMatch(/Bob|Rome/);
      expect((await narrow.post("/facts", { text: "x" })).status).toBe(403);
      expect((await narrow.get("/me")).body).toMatchObject({
        ...{ grants: readWrite("team"), tokenGrants: { "memory:read": ["team/ann"] } },
        effectiveGrants: { "memory:read": ["team/ann"] },
      });
      const owner = await tenant.member(readWrite("team/ann"));
      expect((await owner.post("/keys", { name: "wider", grants: { "memory:read": ["team"] } })).status).toBe(400);
      const minted = await owner.post<{ key: string }>("/keys", { name: "own", grants: { "memory:read": ["team/ann"] } });
      expect(minted.status).toBe(201);
      const own = tenant.with({ key: minted.body.key });
      expect([(await own.post("/query", { query: "x" })).status, (await own.post("/facts", { text: "x" })).status]).toEqual([
        200, 403,
      ]);
    });

    it("that is expired, unknown, of another context, or for no context is refused alike with 401", async () => {
      const [tenant, other] = [await house(), await world().tenant()];
      const minted = Date.now();
      const short = await tenant.member(readWrite("team"), { ttlSeconds: 1 });
      const fresh = (await short.get("/me")).status;
      expect(fresh === 200 || Date.now() - minted >= 1_000).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const { url } = world();
      const forged = tenant.key.slice(0, -4) + (tenant.key.endsWith("aaaa") ? "bbbb" : "aaaa");
      const refused = [
        short,
        tenant.with({ key: forged }),
        tenant.with({ key: "loci_ck_nobody" }),
        tenant.with({ key: "" }),
        tenant.with({ key: other.key }),
        memory(url, "no-such-context", tenant.key),
        memory(url, "Not A Context!", tenant.key),
      ];
      const answers = await Promise.all(refused.map((one) => one.post("/query", { query: "heron" })));
      expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 401));
      const bodies = answers.map(({ body: { traceId: _trace, instance: _path, ...rest } }) => JSON.stringify(rest));
      expect(new Set(bodies).size).toBe(1);
    });

    it("is taken from the Authorization header alone", async () => {
      const tenant = await world().tenant();
      const base = `${world().url}/api/v1/${tenant.contextId}`;
      for (const headers of [{ "x-api-key": tenant.key }, { "api-key": tenant.key }]) {
        expect((await caller(base, "").get("/me", headers)).status).toBe(401);
      }
      expect((await caller(base, "").get(`/me?key=${tenant.key}&api_key=${tenant.key}`)).status).toBe(401);
    });

    it("of a context opens no management, and a management key opens no context", async () => {
      const tenant = await world().tenant();
      const asManager = caller(`${world().url}/api/v1`, tenant.key);
      for (const path of ["/contexts", `/contexts/${tenant.contextId}/principals`, "/verbs"])
        expect((await asManager.get(path)).status).toBe(401);
      expect((await asManager.post("/contexts", { id: "mine" })).status).toBe(401);
      expect((await world().get(`/${tenant.contextId}/me`)).status).toBe(401);
      expect((await world().post(`/${tenant.contextId}/query`, { query: "x" })).status).toBe(401);
    });
  });

  describe("delegation", () => {
    const onBehalfOf = (principalId: string) => ({ "X-Service-On-Behalf-Of": principalId });

    it("has what both may do, and no more", async () => {
      const tenant = await house();
      const ann = await tenant.member(readWrite("team/ann"));
      const bot = await tenant.member({ "memory:read": ["team"] });
      const delegate = tenant.with({ key: bot.key, headers: onBehalfOf(ann.principalId) });
      expect(await texts(delegate, "heron in Oslo or Rome")).toEqual(await texts(ann, "heron in Oslo or Rome"));
      expect((await delegate.post("/facts", { text: "x", scopes: "team/ann" })).status).toBe(403);
      expect((await delegate.get("/me")).body).toMatchObject({
        ...{ principalId: bot.principalId, delegatedPrincipalId: ann.principalId },
        effectiveGrants: { "memory:read": ["team/ann"] },
      });
      const reverse = tenant.with({ key: ann.key, headers: onBehalfOf(bot.principalId) });
      expect((await texts(reverse, "Where does Bob live?")).join("\n")).not.toContain("Rome");
    });

    it("stands in the trace with both principals", async () => {
      const tenant = await house();
      const ann = await tenant.member(readWrite("team/ann"));
      const bot = await tenant.member({ "memory:read": ["team"] });
      const delegate = tenant.with({ key: bot.key, headers: onBehalfOf(ann.principalId) });
      const { trace } = await delegate.recall("heron");
      expect((await delegate.get(`/traces/${trace.traceId}`)).body).toMatchObject({
        principal: bot.principalId,
        delegatedPrincipal: ann.principalId,
      });
    });

    it("for nobody is refused with 403, and mints no key", async () => {
      const tenant = await house();
      const ann = await tenant.member(readWrite("team/ann"));
      expect((await tenant.get("/me", onBehalfOf("principal:nobody"))).status).toBe(403);
      expect((await tenant.post("/keys", {}, onBehalfOf(ann.principalId))).status).toBe(403);
    });
  });

  describe("GET /me", () => {
    it("needs no grant, and tells who asks and what it may do", async () => {
      const tenant = await world().tenant("team");
      const nobody = await tenant.member({});
      expect(await nobody.get("/me")).toMatchObject({
        status: 200,
        body: { principalId: nobody.principalId, kind: "agent", grants: {}, effectiveGrants: {} },
      });
      const ann = await tenant.member(readWrite("team"));
      expect((await ann.get("/me")).body).toMatchObject({ principalId: ann.principalId, grants: readWrite("team") });
    });
  });
}
