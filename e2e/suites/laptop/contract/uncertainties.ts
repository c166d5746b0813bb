import { describe, expect, it } from "@jest/globals";
import type { World } from "../main-job/world.ts";
import { answered, refused } from "./asking.ts";

interface Uncertainty {
  readonly id: string;
  readonly status: string;
  readonly candidates: readonly { id: string; value: string; sources: { kind: string; ref: string }[] }[];
}

/** Contract: an uncertainty is recorded where sources disagree, and no winner is picked; semantics: how it is settled. */
export function uncertainties(world: World): void {
  describe("an uncertainty", () => {
    const doubt = async () => {
      const memory = await world().tenant("org/a");
      await memory.remember("Mina was born on 3 May 1990.");
      await memory.remember("Mina was born on 4 May 1990.");
      const { uncertainties: all } = answered<{ uncertainties: Uncertainty[] }>(await memory.get("/uncertainties"), 200);
      return { memory, one: all[0] as Uncertainty, all };
    };

    it("is listed and read with both sides, their sources, its age and a question", async () => {
      const { memory, one, all } = await doubt();
      expect(all).toHaveLength(1);
      expect(one).toMatchObject({
        ...{ status: "open", entity: "Person/Mina", key: "birth_date", owner: null, resolution: null },
        ...{ question: expect.stringMatching(/\?$/), ageSeconds: expect.any(Number) },
      });
      expect(one.candidates.map(({ value }) => value).sort()).toEqual(["3 May 1990", "4 May 1990"]);
      expect(one.candidates.every(({ sources }) => sources[0]?.kind === "turn")).toBe(true);
      expect(answered<Uncertainty>(await memory.get(`/uncertainties/${one.id}`), 200).candidates).toEqual(one.candidates);
      for (const query of ["status=resolved", "entity=Person%2FTom", "owner=nobody"]) {
        expect(answered(await memory.get(`/uncertainties?${query}`), 200)).toMatchObject({ uncertainties: [], total: 0 });
      }
      expect(answered(await memory.get("/uncertainties?status=open&entity=Person%2FMina&limit=1"), 200)).toMatchObject({
        total: 1,
      });
    });

    it("is settled by naming what stands, with a reason, and shows so everywhere at once", async () => {
      const { memory, one } = await doubt();
      const chosen = one.candidates.filter(({ value }) => value === "4 May 1990").map(({ id }) => id);
      const resolved = answered(await memory.post(`/uncertainties/${one.id}/resolve`, { chosen, reason: "her passport" }), 200);
      expect(resolved).toMatchObject({ status: "resolved", resolution: { reason: "her passport", by: "admin", chosen } });
      expect((await memory.entity("Person/Mina")).attributes.map(({ value }) => value)).toEqual(["4 May 1990"]);
      expect((await memory.recall("When was Mina born?")).hits[0]?.disagreement).toBeUndefined();
      expect((await memory.history("Person/Mina", "birth_date")).map(({ value }) => value).sort()).toEqual([
        "3 May 1990",
        "4 May 1990",
      ]);
      refused(await memory.post(`/uncertainties/${one.id}/resolve`, { chosen, reason: "again" }), 409);
    });

    it("is settled by saying what is right", async () => {
      const { memory, one } = await doubt();
      answered(await memory.post(`/uncertainties/${one.id}/resolve`, { value: "5 May 1990", reason: "both were wrong" }), 200);
      expect((await memory.entity("Person/Mina")).attributes.map(({ value }) => value)).toEqual(["5 May 1990"]);
    });

    it("is withdrawn when one side is forgotten", async () => {
      const { memory, one } = await doubt();
      answered(await memory.post("/forget", { query: "Mina was born on 3 May 1990." }), 200);
      expect(answered<Uncertainty>(await memory.get(`/uncertainties/${one.id}`), 200).status).toBe("withdrawn");
    });

    it("has an owner who is to settle it", async () => {
      const { memory, one } = await doubt();
      expect(answered(await memory.post(`/uncertainties/${one.id}/assign`, { owner: "admin" }), 200)).toMatchObject({
        owner: "admin",
      });
      expect(answered(await memory.get("/uncertainties?owner=admin"), 200)).toMatchObject({ total: 1 });
      expect(answered(await memory.post(`/uncertainties/${one.id}/assign`, { owner: null }), 200)).toMatchObject({ owner: null });
    });

    it("is refused what makes no sense, and is not there for who may not see it", async () => {
      const { memory, one } = await doubt();
      const resolve = `/uncertainties/${one.id}/resolve`;
      refused(await memory.post(resolve, { chosen: [one.candidates[0]?.id] }), 400, "/reason");
      refused(await memory.post(resolve, { chosen: [one.candidates[0]?.id], value: "x", reason: "y" }), 400, "/value");
      refused(await memory.post(resolve, { chosen: ["attribute:nope"], reason: "y" }), 400, "/chosen/0");
      refused(await memory.get("/uncertainties?status=unsure"), 400, "/status");
      refused(await memory.get("/uncertainties/uncertainty:nope"), 404);
      const other = await memory.member({ "memory:read": ["org/a"], "memory:write": ["org/a"] });
      refused(await other.get(`/uncertainties/${one.id}`), 404);
      refused(await other.post(resolve, { value: "x", reason: "y" }), 404);
    });
  });
}
