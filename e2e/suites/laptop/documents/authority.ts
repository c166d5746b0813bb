import { beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile, type StoredDocument } from "@loci/e2e/parts/documents";
import type { Member, Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../journeys/world.ts";

const ours = ["org/ours"];
const theirs = ["org/theirs"];

/** What one team uploads is nothing to another: no hit, no count, no keyword, no sign that it is there. */
export function authority(world: World): void {
  describe("a document of another team", () => {
    let tenant: Tenant;
    let owner: Member;
    let stranger: Member;
    let document: StoredDocument;
    beforeAll(async () => {
      tenant = await world().loci.tenant(...ours, ...theirs);
      owner = await tenant.member({ "memory:read": ours, "memory:write": ours, "memory:forget": ours });
      stranger = await tenant.member({ "memory:read": theirs, "memory:write": theirs, "memory:forget": theirs });
      document = await library(owner).keep(
        textFile("plan.md", "# Vault plan\n\nThe emerald vault opens with the walrus phrase. Nora Dahl keeps the emerald vault."),
      );
    });

    it("has the whole write region of its uploader, where none is named", () => {
      expect(document.scopes).toEqual([ours]);
    });

    it("is found by its owner", async () => {
      expect((await library(owner).passages("emerald vault")).results.map(({ document: { id } }) => id)).toContain(document.id);
      expect((await library(owner).keywords({ q: "emerald vault" })).length).toBeGreaterThan(0);
    });

    it("answers like one that does not exist", async () => {
      const missing = `document:${"0".repeat(26)}`;
      for (const path of ["", "/raw", "/chunks", "/keywords"]) {
        const [there, not] = [
          await stranger.get(`/documents/${document.id}${path}`),
          await stranger.get(`/documents/${missing}${path}`),
        ];
        expect([path, there.status, there.body.type, there.body.detail]).toEqual([path, 404, not.body.type, not.body.detail]);
      }
      for (const [method, path] of [
        ["DELETE", ""],
        ["POST", "/retry"],
      ] as const) {
        expect([method, (await stranger.send(method, `/documents/${document.id}${path}`)).status]).toEqual([method, 404]);
      }
      const replaced = await library(stranger).replace(document.id, textFile("plan.md", "Mine now."));
      expect(replaced.status).toBe(404);
      expect(await library(owner).document(document.id)).toMatchObject({ version: 1, status: "ready" });
    });

    it("is in no list, no count, no hit, no keyword and no trace", async () => {
      const shelf = library(stranger);
      expect([await shelf.list(), await shelf.keywords()]).toEqual([[], []]);
      expect((await stranger.get<{ total: number }>("/documents")).body.total).toBe(0);
      for (const mode of ["vector", "bm25", "hybrid", "hybrid_graph"])
        expect((await shelf.passages("emerald vault", { mode, expandGraph: true })).results).toEqual([]);
      for (const mode of [undefined, "hybrid", "vector", "bm25", "graph"]) {
        const { hits, trace } = await stranger.recall("Who keeps the emerald vault?", { mode, includeDuplicates: true });
        expect([mode, hits, trace.retrievedCount]).toEqual([mode, [], 0]);
      }
      expect((await stranger.get("/documents/keywords/emerald%20vault")).status).toBe(404);
      const nearby = await stranger.post<{ results: unknown[] }>("/documents/keywords/search", { query: "emerald vault" });
      expect(nearby.body.results).toEqual([]);
      const { body } = await stranger.get<{ records: Record<string, number> }>("/inspect");
      expect(Object.values(body.records).every((count) => count === 0)).toBe(true);
      const chat = await stranger.post<{ reply: string }>("/chat", { message: "Who keeps the emerald vault?" });
      expect(JSON.stringify(chat.body)).not.toMatch(/Nora|walrus/);
      expect((await stranger.get("/entities/Person/Nora%20Dahl")).status).toBe(404);
    });

    it("cannot be uploaded into it, nor into a scope that nobody registered, nor without leave to write", async () => {
      const file = textFile("x.md", "x");
      expect((await library(stranger).upload(file, { scopes: [ours] })).status).toBe(403);
      expect((await library(tenant).upload(file, { scopes: "org/nowhere" })).status).toBe(400);
      const reader = await tenant.member({ "memory:read": ours });
      expect((await library(reader).upload(file)).status).toBe(403);
      expect(await library(owner).list()).toHaveLength(1);
    });
  });
}
