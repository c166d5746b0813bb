import { describe, expect, it } from "@jest/globals";
import { answered, form, refused } from "./asking.ts";
import { shape } from "./shape.ts";
import { forRefusals, on, type World } from "../main-job/world.ts";

type Row = readonly [what: string, method: string, path: string, body: unknown, status: number, ...pointers: string[]];

/** What the server is started with. */
export const requestsPerMinute = 300;
export const uploadLimitBytes = 65_536;

const query = { query: "heron" };
const triple = { entity: { type: "Person", name: "Ana" }, key: "likes", value: "tea" };
const member = [{ role: "user", content: "x" }];
const many = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=v`);

/** Contract: Errors, row by row, and the limits beside them. */
const rows: readonly Row[] = [
  ["an invalid mode of a query", "POST", "/query", { ...query, mode: "psychic" }, 400, "/mode"],
  ["an invalid mode of a document query", "POST", "/documents/query", { ...query, mode: "graph" }, 400, "/mode"],
  ["an unknown graph edge", "POST", "/documents/query", { ...query, graph_edges: ["x"] }, 400, "/graph_edges/0"],
  [
    "a memory_category outside the three",
    "POST",
    "/facts",
    { infer: "triples", triples: [{ ...triple, memory_category: "episodic" }] },
    400,
    "/triples/0/memory_category",
  ],
  ["a label key that begins with _, on a fact", "POST", "/facts", { text: "x", labels: ["_a=b"] }, 400, "/labels/0"],
  [
    "a label key that begins with _, on a batch",
    "POST",
    "/facts/batch",
    { messages: member, labels: ["a=b", "_a=b"] },
    400,
    "/labels/1",
  ],
  [
    "a label key that begins with _, on a document",
    "POST",
    "/documents",
    form({ file: "x", metadata: { labels: ["_a=b"] } }),
    400,
    "/metadata/labels/0",
  ],
  ["k above the cap of a query", "POST", "/query", { ...query, k: 51 }, 400, "/k"],
  ["k above the cap of a query, as limit", "POST", "/query", { ...query, limit: 51 }, 400, "/limit"],
  ["k above the cap of a context block", "POST", "/context", { ...query, k: 51 }, 400, "/k"],
  ["k above the cap of a document query", "POST", "/documents/query", { ...query, k: 51 }, 400, "/k"],
  ["an oversized limit of entities", "GET", "/entities?limit=501", undefined, 400, "/limit"],
  ["an oversized limit of sessions", "GET", "/sessions?limit=501", undefined, 400, "/limit"],
  ["an oversized limit of the audit", "GET", "/audit?limit=501", undefined, 400, "/limit"],
  ["an oversized limit of traces", "GET", "/traces?limit=501", undefined, 400, "/limit"],
  ["an oversized limit of uncertainties", "GET", "/uncertainties?limit=501", undefined, 400, "/limit"],
  ["more labels than a fact may have", "POST", "/facts", { text: "x", labels: many(33) }, 409, "/labels"],
  [
    "more labels than a document may have",
    "POST",
    "/documents",
    form({ file: "x", metadata: { labels: many(33) } }),
    409,
    "/metadata/labels",
  ],
  ["an unknown field", "POST", "/query", { ...query, colour: "red" }, 400, "/colour"],
  ["an unknown parameter", "GET", "/entities?colour=red", undefined, 400, "/colour"],
  ["two names for one field that differ", "POST", "/query", { ...query, lens: "a", scope: "b" }, 400, "/scope"],
  [
    "two spellings of one field that differ",
    "POST",
    "/query",
    { ...query, asOf: on("2024-01-01"), as_of: on("2024-01-02") },
    400,
    "/as_of",
  ],
  ["an unknown scope_view", "POST", "/query", { ...query, scope_view: "wide" }, 400, "/scope_view"],
  ["an unknown include", "POST", "/query", { ...query, include: ["rumours"] }, 400, "/include/0"],
  ["a place, which no record has", "POST", "/query", { ...query, location: { within: "here" } }, 400, "/location"],
  ["a scope that is not registered", "POST", "/facts", { text: "x", scopes: [["org/nobody"]] }, 400, "/scopes"],
  ["no text and no triples", "POST", "/facts", {}, 400, "/text"],
  ["an unknown extract", "POST", "/facts/batch", { messages: member, extract: "some" }, 400, "/extract"],
  ["an unknown role", "POST", "/facts/batch", { messages: [{ role: "king", content: "x" }] }, 400, "/messages/0/role"],
  ["several wrong fields at once", "POST", "/query", { k: 0, mode: "x" }, 400, "/query", "/k", "/mode"],
  ["a session that is not", "POST", "/facts", { text: "x", session_id: "session:nope" }, 404],
  ["an entity that is not", "GET", "/entities/Person/Nobody", undefined, 404],
  ["a history of nobody", "GET", "/entities/Person/Nobody/history/age", undefined, 404],
  ["a trace that is not", "GET", "/traces/trace:nope", undefined, 404],
  ["a method that a path has not", "DELETE", "/query", undefined, 405],
  ["a form for JSON", "POST", "/query", form({ file: "x" }), 415],
  ["JSON for a form", "POST", "/documents", {}, 415],
  ["a file over the limit", "POST", "/documents", form({ file: "x".repeat(uploadLimitBytes + 1) }), 413],
  ["sharing across principals", "POST", "/scope-grants", {}, 501],
];

export function refusals(world: World): void {
  const refusing = forRefusals(world, "a", "b");

  describe("what the contract refuses", () => {
    it.each([
      ["a route that is not", "/nowhere"],
      ["a connector, of which there are none", "/connectors"],
    ])("%s, and says that it is no thing that is not there", async (_what, path) => {
      const { status, body } = await (await refusing()).get(path);
      expect({ status, type: body.type }).toEqual({ status: 404, type: "urn:loci:problem:no-such-route" });
      expect(shape("Problem", body)).toEqual([]);
    });

    it.each(rows)("%s", async (_what, method, path, body, status, ...pointers) => {
      const problem = refused(await (await refusing()).send(method, path, body), status, ...[...pointers]);
      if (pointers.length > 0) expect(problem.detail).toContain(pointers[0]);
    });

    it("more requests a minute than a key may make, and says how long to wait", async () => {
      const memory = await world().tenant();
      const replies = await Promise.all(Array.from({ length: requestsPerMinute + 1 }, () => memory.get("/me")));
      const limited = replies.filter(({ status }) => status !== 200);
      expect(limited).toHaveLength(1);
      for (const reply of limited) {
        refused(reply, 429);
        expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      answered(await (await memory.member({})).get("/me"), 200);
    });

    it("leaves nothing behind", async () => {
      const memory = await refusing();
      for (const path of ["/entities", "/sessions", "/documents"])
        expect((await memory.get(path)).body).toMatchObject({ total: 0 });
    });
  });
}
