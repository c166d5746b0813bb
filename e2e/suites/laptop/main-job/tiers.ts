import { describe, expect, it } from "@jest/globals";
import type { World } from "./world.ts";

const fillers = Array.from({ length: 20 }, (_, i) => ["user", `The ${i}th crate of oranges left the harbour at dawn.`] as const);
const question = "Which secret crate left the harbour by night?";

/** How far a question has to go for its answer. */
export function tiers(world: World, replicas: number): void {
  const full = async () => {
    const tenant = await world().tenant("org/a", "org/b");
    await tenant.converse(fillers, { infer: "none", scopes: ["org/a", "org/b"] });
    return tenant;
  };

  describe("the tier", () => {
    it("is direct where the question names one entity and one of its keys", async () => {
      const memory = await full();
      await memory.remember("Mina lives in Lisbon.");
      await memory.remember("Mina works at Acme.");
      const { tier, classificationKind, hits } = await memory.recall("Where does Mina live?");
      expect({ tier, classificationKind }).toEqual({ tier: "direct", classificationKind: "direct_lookup" });
      expect(hits[0]).toMatchObject({ key: "residence", value: "Lisbon" });
      expect(hits.filter((hit) => hit.source === "attribute")).toHaveLength(1);
    });

    it("is full_context where all that is visible fits within k", async () => {
      const memory = await world().tenant();
      await memory.remember("The heron is grey.", { infer: "none" });
      await memory.remember("The parrot is loud.", { infer: "none" });
      const { tier, hits } = await memory.recall("What is there to know about submarines?");
      expect(tier).toBe("full_context");
      expect(hits).toHaveLength(2);
      expect((await memory.recall("submarines", { k: 1 })).tier).toBe("hybrid");
    });

    it("is hybrid otherwise, and whenever a mode is given", async () => {
      const memory = await full();
      await memory.remember("Mina lives in Lisbon.");
      expect((await memory.recall(question)).tier).toBe("hybrid");
      for (const mode of ["hybrid", "vector", "bm25", "graph"]) {
        expect((await memory.recall("Where does Mina live?", { mode })).tier).toBe("hybrid");
        expect((await memory.recall("Where does Mina live?", { mode })).tier).toBe("hybrid");
      }
    });

    it("is cache for the same question at the same revision, with the same answer and a trace of its own", async () => {
      const memory = await full();
      const first = await memory.recall(question);
      let second = await memory.recall(`  ${question} `);
      // Each replica keeps answers of its own: by the next question at the latest one of them hears it again.
      for (let i = 1; i < replicas && second.tier !== "cache"; i++) second = await memory.recall(question);
      expect([first.tier, second.tier]).toEqual(["hybrid", "cache"]);
      expect(second.hits).toEqual(first.hits);
      expect(second.trace.traceId).not.toBe(first.trace.traceId);
      expect((await memory.get(`/traces/${second.trace.traceId}`)).body).toMatchObject({
        cached: true,
        resolutionTier: "cache",
      });
    });

    it("is not cache after any write", async () => {
      const memory = await full();
      await memory.recall(question);
      await memory.remember("The 99th crate left the harbour by night, secretly.", { infer: "none", scopes: "org/a" });
      const { tier, hits } = await memory.recall(question);
      expect(tier).toBe("hybrid");
      expect(hits.map((hit) => hit.text).join("\n")).toContain("99th");
    });

    it("is not cache for another k, lens, filter or time", async () => {
      const memory = await full();
      await memory.recall(question);
      for (const fields of [
        { k: 4 },
        { lens: "org/a" },
        { labels: ["a=b"] },
        { include: ["passages"] },
        { includeDuplicates: true },
        { asOf: "2030-01-01T00:00:00Z" },
      ]) {
        expect((await memory.recall(question, fields)).tier).not.toBe("cache");
      }
    });

    it("is not cache for a caller of another region", async () => {
      const tenant = await full();
      await tenant.remember("The secret crate left the harbour.", { infer: "none", scopes: "org/b" });
      expect((await tenant.recall(question)).hits.map((hit) => hit.text).join("\n")).toContain("secret");
      const member = await tenant.member({ "memory:read": ["org/a"] });
      const { tier, hits } = await member.recall(question);
      expect(tier).toBe("hybrid");
      expect(hits.map((hit) => hit.text).join("\n")).not.toContain("secret");
    });
  });
}
