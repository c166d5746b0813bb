import { describe, expect, it } from "@jest/globals";
import type { FactsAnswer } from "@loci/e2e/parts/memory";
import { oneFact, type World } from "./world.ts";

const rounds = Array.from({ length: 50 }, (_, i) => i);

/** Two at once on one key, fifty times, and each time on a key of its own. */
export function twoWriters(world: World): void {
  describe("two writers on one key at once", () => {
    it("lose neither's word: one value follows the other, or both stand in doubt", async () => {
      const tenant = await world().loci.tenant();
      await Promise.all(
        rounds.flatMap((i) => ["Porto", "Lisbon"].map((city) => tenant.state([[`Person/Twin${i}`, "residence", city]]))),
      );
      for (const i of rounds) {
        const history = await tenant.history(`Person/Twin${i}`, "residence");
        expect(history.map((fact) => fact.value).sort()).toEqual(["Lisbon", "Porto"]);
        const open = history.filter((fact) => fact.knownUntil === null);
        expect(open.length === 1 || open.every((fact) => fact.uncertaintyIds.length === 1)).toBe(true);
      }
      expect((await tenant.entities({ limit: "500" })).total).toBe(rounds.length);
    });

    it("make one row of one value, with each of them as its source", async () => {
      const tenant = await world().loci.tenant();
      const text = "Sam works at Acme.";
      world().provider.script(...rounds.map(() => oneFact("Sam works at Acme", "Sam", "employer", "Acme")));
      await Promise.all(rounds.map(() => tenant.remember(text)));
      const history = await tenant.history("Person/Sam", "employer");
      expect(history.map((fact) => [fact.value, fact.sources.length])).toEqual([["Acme", rounds.length]]);
      expect((await tenant.entities()).total).toBe(1);
    });

    it("both stand where a key has many values", async () => {
      const tenant = await world().loci.tenant();
      await Promise.all(
        rounds.flatMap((i) => ["Danish", "Dutch"].map((name) => tenant.state([["Person/Polly", "speaks", `${name} ${i}`]]))),
      );
      const { attributes, uncertainties } = await tenant.entity("Person/Polly");
      expect(new Set(attributes.map((fact) => fact.value)).size).toBe(100);
      expect([attributes.length, uncertainties]).toEqual([100, []]);
    });

    it("take turns in one session", async () => {
      const tenant = await world().loci.tenant();
      const { sessionId } = await tenant.remember("The log begins.", { infer: "none" });
      const answers = await Promise.all(rounds.map((i) => tenant.remember(`Log line ${i}.`, { infer: "none", sessionId })));
      expect(new Set(answers.map((answer) => answer.turnId)).size).toBe(50);
      expect(new Set(answers.map((answer) => answer.sessionId))).toEqual(new Set([sessionId]));
    });

    it("have one effect under one Idempotency-Key", async () => {
      const tenant = await world().loci.tenant();
      for (const i of rounds) {
        const write = () =>
          tenant.post<FactsAnswer>(
            "/facts",
            { text: `Parcel ${i} is at gate ${i}.`, infer: "none" },
            { "idempotency-key": `parcel-${i}` },
          );
        const answers = await Promise.all([write(), write()]);
        const turns = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.turnId));
        expect(turns.size).toBe(1);
        expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
        const replay = await write();
        expect([replay.status, turns.has(replay.body.turnId), replay.headers.get("idempotency-replayed")]).toEqual([
          200,
          true,
          "true",
        ]);
      }
      const other = await tenant.post("/facts", { text: "Another parcel.", infer: "none" }, { "idempotency-key": "parcel-1" });
      expect(other.status).toBe(409);
      expect((await tenant.recall("Parcel gate", { k: 50, mode: "bm25" })).hits).toHaveLength(50);
    });
  });
}
