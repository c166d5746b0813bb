import { describe, expect, it } from "@jest/globals";
import type { World } from "../main-job/world.ts";
import { answered, refused } from "./asking.ts";

interface Forgotten {
  readonly deleted: number;
  readonly refs: readonly { id: string; kind: string }[];
  readonly receipt?: Readonly<Record<string, unknown>>;
}

/** Contract: POST /forget and POST /scopes/forget. */
export function forgetting(world: World): void {
  describe("POST /forget", () => {
    const house = async () => {
      const memory = await world().tenant("org/a", "org/b");
      await memory.remember("Mina's heron Kiki lives in the willow.", { scopes: "org/a", infer: "none" });
      await memory.remember("The lighthouse keeper paints boats.", { scopes: "org/b", infer: "none" });
      return memory;
    };
    const query = "Mina's heron Kiki";
    const hits = async (memory: Awaited<ReturnType<typeof house>>) =>
      (await memory.recall("Where does the heron Kiki live?", { mode: "bm25" })).hits.filter(({ text }) => text.includes("Kiki"))
        .length;

    it("with dryRun counts what matches, and leaves it", async () => {
      const memory = await house();
      const answer = answered<Forgotten>(await memory.post("/forget", { query, dryRun: true }), 200, "ForgetResponse");
      expect(answer.deleted).toBeGreaterThan(0);
      expect(answer.refs.length).toBe(answer.deleted);
      expect(await hits(memory)).toBe(1);
      expect(answered<Forgotten>(await memory.post("/forget", { query, dry_run: true }), 200).deleted).toBe(answer.deleted);
    });

    it.each([
      ["expires at once", {}],
      ["with purge erases for good", { purge: true }],
    ])("%s what matches, as many as the dry run said, and nothing else", async (_how, fields) => {
      const memory = await house();
      const { deleted } = answered<Forgotten>(await memory.post("/forget", { query, dryRun: true }), 200);
      const answer = answered<Forgotten>(await memory.post("/forget", { query, dryRun: false, ...fields }), 200, "ForgetResponse");
      expect(answer.deleted).toBe(deleted);
      expect(await hits(memory)).toBe(0);
      expect((await memory.recall("lighthouse keeper", { mode: "bm25" })).hits).toHaveLength(1);
      expect(answered<Forgotten>(await memory.post("/forget", { query }), 200).deleted).toBe(0);
      if ("purge" in fields) {
        expect(answer.receipt).toEqual(expect.any(Object));
        expect(JSON.stringify(answer.receipt)).not.toMatch(/Kiki|willow/);
        const everything = await Promise.all(
          ["/traces?limit=500", "/audit?limit=500", "/state", "/inspect"].map((path) => memory.get(path)),
        );
        expect(JSON.stringify(everything.map(({ body }) => body))).not.toMatch(/willow/);
      }
    });

    it("with keep_forgotten learns the same text no more", async () => {
      const memory = await world().tenant();
      const text = "Mina lives in Lisbon.";
      await memory.remember(text);
      answered(await memory.post("/forget", { query: text, purge: true, keep_forgotten: true }), 200, "ForgetResponse");
      expect((await memory.remember(text)).extraction.attributes).toEqual([]);
      refused(await memory.get("/entities/Person/Mina"), 404);
      expect((await memory.recall("Where does Mina live?")).hits).toEqual([]);
    });

    it("forgets within the region only", async () => {
      const memory = await house();
      const other = await memory.member({ "memory:read": ["org/b"], "memory:forget": ["org/b"] });
      expect(answered<Forgotten>(await other.post("/forget", { query }), 200).deleted).toBe(0);
      expect(await hits(memory)).toBe(1);
      refused(await other.post("/forget", { query, lens: "org/a" }), 403);
      refused(await memory.post("/forget", {}), 400, "/query");
      refused(await memory.post("/forget", { query: "  " }), 400, "/query");
    });
  });

  describe("POST /scopes/forget", () => {
    it("erases a scope, and needs its path", async () => {
      const memory = await world().tenant("org/a", "org/b");
      await memory.remember("Mina lives in Lisbon.", { scopes: "org/a" });
      await memory.remember("Tom lives in Faro.", { scopes: "org/b" });
      await memory.remember("The heron nests in both yards.", { scopes: ["org/a", "org/b"], infer: "none" });
      const answer = answered<{ forgotten: number }>(
        await memory.post("/scopes/forget", { path: "org/a" }),
        200,
        "ForgetScopeResponse",
      );
      expect(answer.forgotten).toBeGreaterThan(0);
      expect((await memory.entities()).entities.map(({ name }) => name)).not.toContain("Mina");
      expect((await memory.entity("Person/Tom")).attributes).toMatchObject([{ value: "Faro" }]);
      expect((await memory.recall("heron yard", { mode: "bm25" })).hits[0]?.scopes).toEqual([["org/b"]]);
      refused(await memory.post("/scopes/forget", {}), 400, "/path");
      const other = await memory.member({ "memory:forget": ["org/a"], "memory:read": ["/"] });
      refused(await other.post("/scopes/forget", { path: "org/b" }), 403);
    });
  });
}
