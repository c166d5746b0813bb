import { describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { Tenant } from "@loci/e2e/parts/tenants";
import { chat } from "../chat/builtin.ts";
import { eventually } from "../faults/world.ts";
import type { World } from "../journeys/world.ts";
import { everywhere, traced } from "./everywhere.ts";

interface Forgotten {
  readonly deleted: number;
  readonly refs: readonly { readonly id: string; readonly kind: string; readonly label: string }[];
  readonly receipt?: {
    readonly id: string;
    readonly hash: string;
    readonly erased: Readonly<Record<string, number>>;
    readonly stillHeld: unknown[];
  };
}

/** A word that stands in nothing else. */
const marker = "zanzibarfox";

async function forget(tenant: Tenant, query: string, fields: object = {}): Promise<Forgotten> {
  const { status, body } = await tenant.post<Forgotten>("/forget", { query, ...fields });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Mina's secret, told in a conversation and answered in a chat; and what is no secret. */
async function withSecret(world: World): Promise<Tenant> {
  const tenant = await world().loci.tenant();
  await tenant.remember("Mina lives in Lisbon.");
  await tenant.remember("Mina's employer is Zanzibarfox.");
  await chat(tenant, "Who is Mina's employer?");
  return tenant;
}

export function memories(world: World): void {
  describe("what is to be forgotten", () => {
    it("is counted by a dry run exactly as it is then deleted", async () => {
      const tenant = await withSecret(world);
      const before = await everywhere(tenant, marker);
      const preview = await forget(tenant, `Mina works at ${marker}`, { dryRun: true });
      expect(preview.deleted).toBeGreaterThan(0);
      expect([preview.refs.length, preview.receipt]).toEqual([preview.deleted, undefined]);
      expect(before).toContain("Zanzibarfox");
      expect((await tenant.entity("Person/Mina")).attributes.map(({ value }) => value)).toContain("Zanzibarfox");
      const done = await forget(tenant, `Mina works at ${marker}`);
      expect([done.deleted, done.refs.map(({ id }) => id).sort()]).toEqual([
        preview.deleted,
        preview.refs.map(({ id }) => id).sort(),
      ]);
      expect((await forget(tenant, `Mina works at ${marker}`, { dryRun: true })).deleted).toBe(0);
    });

    it("is hidden where it is not purged, and nothing else is", async () => {
      const tenant = await withSecret(world);
      await forget(tenant, `Mina works at ${marker}`);
      for (const mode of [undefined, "hybrid", "vector", "bm25", "graph"]) {
        const { hits } = await tenant.recall("Who is Mina's employer?", { mode, includeDuplicates: true, k: 50 });
        expect(hits.filter(({ text }) => /zanzibarfox/i.test(text))).toEqual([]);
      }
      expect((await tenant.entity("Person/Mina")).attributes.map(({ value }) => value)).toEqual(["Lisbon"]);
      expect((await tenant.recall("Where does Mina live?")).hits[0]?.text).toContain("Lisbon");
      expect((await chat(tenant, "Who is Mina's employer?")).reply).not.toMatch(/zanzibarfox/i);
    });

    it("is nowhere once it is purged, and the receipt tells what was, without the content", async () => {
      const tenant = await withSecret(world);
      await eventually(
        () => traced(tenant),
        (text) => /zanzibarfox/i.test(text),
      );
      const { deleted, receipt } = await forget(tenant, `Mina works at ${marker}`, { purge: true });
      expect(deleted).toBeGreaterThan(0);
      expect(receipt).toMatchObject({
        id: expect.stringMatching(/^receipt:/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        stillHeld: [],
      });
      expect(receipt?.erased).toMatchObject({ turn: expect.any(Number), fact: 1 });
      expect(JSON.stringify(receipt)).not.toMatch(/zanzibarfox/i);
      expect(await traced(tenant)).not.toMatch(/zanzibarfox/i);
      expect(await everywhere(tenant, "Who is Mina's employer?")).not.toMatch(/zanzibarfox/i);
      expect((await tenant.entity("Person/Mina")).attributes.map(({ value }) => value)).toEqual(["Lisbon"]);
      expect((await tenant.post<{ total: number }>("/fsck", {})).body.total).toBe(0);
    });

    it("takes stored answers with it: who repeats a request says it anew", async () => {
      const tenant = await world().loci.tenant();
      const write = (key: string) => tenant.post("/facts", { text: "Mina's employer is Zanzibarfox." }, { "idempotency-key": key });
      await write("secret");
      expect((await write("secret")).headers.get("idempotency-replayed")).toBe("true");
      await forget(tenant, `Mina works at ${marker}`, { purge: true, keep_forgotten: true });
      const again = await write("secret");
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null]);
      expect(JSON.stringify(again.body)).not.toContain("Zanzibarfox");
    });

    it("is not learned again, where that is asked for", async () => {
      const tenant = await withSecret(world);
      await forget(tenant, `Mina works at ${marker}`, { purge: true, keep_forgotten: true });
      await tenant.remember("Mina's employer is Zanzibarfox.");
      expect((await tenant.entity("Person/Mina")).attributes.map(({ value }) => value)).toEqual(["Lisbon"]);
      const other = await withSecret(world);
      await forget(other, `Mina works at ${marker}`, { purge: true });
      await other.remember("Mina's employer is Zanzibarfox.");
      expect((await other.entity("Person/Mina")).attributes.map(({ value }) => value)).toContain("Zanzibarfox");
    });

    it("is what the caller may forget, and no more", async () => {
      const tenant = await world().loci.tenant("org/a", "org/b");
      for (const scopes of ["org/a", "org/b"]) await tenant.remember("Mina's employer is Zanzibarfox.", { scopes });
      const member = await tenant.member({ "memory:read": ["org/a", "org/b"], "memory:forget": ["org/a"] });
      const { body } = await member.post<Forgotten>("/forget", { query: `Mina works at ${marker}`, purge: true });
      expect(body.deleted).toBeGreaterThan(0);
      const left = (await tenant.recall("Who is Mina's employer?", { includeDuplicates: true })).hits;
      expect(left.length).toBeGreaterThan(0);
      expect(left.every(({ scopes }) => JSON.stringify(scopes) === '[["org/b"]]')).toBe(true);
      const reader = await tenant.member({ "memory:read": ["org/b"] });
      expect((await reader.post("/forget", { query: marker })).status).toBe(403);
      expect((await reader.send("DELETE", "/entities/Person/Mina")).status).toBe(403);
    });

    it("is matched by what it says: what merely is near stays", async () => {
      const tenant = await world().loci.tenant();
      await tenant.converse(
        Array.from({ length: 30 }, (_, i) => ["user", `Heron number ${i} lives at the harbour.`] as const),
        { infer: "none" },
      );
      await tenant.remember("The combination of the safe is walrus.");
      expect((await forget(tenant, "What is the weather in Mongolia?", { dryRun: true })).deleted).toBe(0);
      expect(
        (await forget(tenant, "the combination of the safe", { dryRun: true })).refs.every(({ label }) => label.includes("safe")),
      ).toBe(true);
      expect((await forget(tenant, "herons at the harbour", { dryRun: true })).deleted).toBe(30);
    });
  });

  describe("a deleted", () => {
    it("entity is gone with its facts; others stay", async () => {
      const tenant = await world().loci.tenant();
      await tenant.remember("Mina lives in Lisbon.");
      await tenant.remember("Otto lives in Rome.");
      expect((await tenant.send("DELETE", "/entities/Person/Mina")).status).toBe(204);
      expect((await tenant.get("/entities/Person/Mina")).status).toBe(404);
      expect((await tenant.get("/entities/Person/Mina/history/residence")).status).toBe(404);
      expect((await tenant.recall("Where does Mina live?", { mode: "graph" })).hits).toEqual([]);
      expect((await tenant.entities()).entities.map(({ name }) => name)).toEqual(["Otto"]);
      expect((await tenant.send("DELETE", "/entities/Person/Mina")).status).toBe(404);
    });

    it("session is gone with what it alone said", async () => {
      const tenant = await world().loci.tenant();
      const { sessionId } = await tenant.remember("Mina lives in Lisbon. Mina works as an architect.");
      await tenant.remember("Mina works as an architect.");
      expect((await tenant.send("DELETE", `/sessions/${sessionId}`)).status).toBe(204);
      expect((await tenant.get(`/sessions/${sessionId}`)).status).toBe(404);
      expect((await tenant.get(`/sessions/${sessionId}/turns`)).status).toBe(404);
      expect((await tenant.entity("Person/Mina")).attributes.map(({ value }) => value)).toEqual(["architect"]);
      expect(JSON.stringify((await tenant.recall("Where does Mina live?", { includeDuplicates: true })).hits)).not.toContain(
        "Lisbon",
      );
    });

    it("scope is gone from every record, and those that had no other with it", async () => {
      const tenant = await world().loci.tenant("org/a", "org/a/user/mina", "org/b");
      await tenant.remember("Mina lives in Lisbon.", { scopes: "org/a/user/mina" });
      await tenant.remember("Otto lives in Rome.", { scopes: ["org/a", "org/b"] });
      await library(tenant).keep(textFile("a.md", "# Boats\n\nThe walrus sleeps."), { scopes: "org/a" });
      const { body } = await tenant.post<{ forgotten: number; receipt: object }>("/scopes/forget", { path: "org/a" });
      expect(body.forgotten).toBeGreaterThan(0);
      expect((await tenant.get("/entities/Person/Mina")).status).toBe(404);
      expect(await library(tenant).list()).toEqual([]);
      const { hits } = await tenant.recall("Where does Otto live?", { includeDuplicates: true });
      expect(hits.every(({ scopes }) => JSON.stringify(scopes) === '[["org/b"]]')).toBe(true);
      expect(hits.length).toBeGreaterThan(0);
      expect(await everywhere(tenant, "Mina walrus")).not.toMatch(/Lisbon|walrus sleeps/);
      expect((await tenant.post("/scopes/forget", {})).status).toBe(400);
    });

    it("document is gone with its original where a purge matches all that it says", async () => {
      const tenant = await world().loci.tenant();
      const { id } = await library(tenant).keep(textFile("secret.md", `# Fox\n\nThe ${marker} hides in the cellar.`), {
        title: "Cellar",
      });
      const { deleted, refs, receipt } = await forget(tenant, `the ${marker} in the cellar`, { purge: true });
      expect([deleted, refs.map(({ kind }) => kind), receipt?.stillHeld]).toEqual([2, ["chunk", "document"], []]);
      expect((await tenant.get(`/documents/${id}/raw`)).status).toBe(404);
      expect(await everywhere(tenant, "Where does it hide?")).not.toContain(marker);
      expect(await traced(tenant)).not.toContain(marker);
    });

    it("part of a document leaves the rest, and the receipt names what still holds it", async () => {
      const tenant = await world().loci.tenant();
      const { keep, chunks } = library(tenant);
      const { id } = await keep(
        textFile("secret.md", `# Fox\n\nThe ${marker} hides in the cellar.\n\n# Boats\n\nThe tide reaches four metres.`),
      );
      const { receipt } = await forget(tenant, `the ${marker} in the cellar`, { purge: true });
      expect(receipt?.stillHeld).toEqual([expect.stringContaining(id)]);
      expect((await chunks(id)).map(({ text }) => text.includes("tide"))).toEqual([true]);
      expect((await tenant.recall("tide", { mode: "bm25" })).hits).not.toEqual([]);
      await tenant.send("DELETE", `/documents/${id}`);
      expect(await everywhere(tenant, "Where does it hide?")).not.toContain(marker);
    });
  });
}
