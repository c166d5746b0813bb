import { describe, expect, it } from "@jest/globals";
import { entityPath, type EntityAnswer, type EntityList, type Fact } from "@loci/e2e/parts/memory";
import { on, type World } from "../main-job/world.ts";
import { answered, refused } from "./asking.ts";

/** Contract: Entities; semantics: aliases and merges, which can be taken back. */
export function entitiesAndNames(world: World): void {
  const house = async () => {
    const memory = await world().tenant();
    await memory.remember("Mina lives in Lisbon. Mina works at Acme.", { observed_at: on("2024-03-01") });
    await memory.remember("Mina moved to Porto. Mina's brother is Tom.", { observed_at: on("2024-09-01") });
    return memory;
  };

  describe("an entity", () => {
    it("stands in the list, by type and page", async () => {
      const memory = await house();
      const list = answered<EntityList>(await memory.get("/entities"), 200, "EntityListResponse");
      expect(list.total).toBe(list.entities.length);
      const people = answered<EntityList>(await memory.get("/entities?type=Person&limit=1&offset=1"), 200, "EntityListResponse");
      expect([people.total, people.entities.length]).toEqual([2, 1]);
      refused(await memory.get("/entities?limit=501"), 400, "/limit");
    });

    it("is read with attributes and relations, at each of its times", async () => {
      const memory = await house();
      const now = answered<EntityAnswer>(await memory.get(entityPath("Person/Mina")), 200, "EntityResponse");
      expect(now.relations).toMatchObject([{ label: "sibling", object: "Person/Tom" }]);
      const residence = async (query: string) => {
        const reply = await memory.get(`${entityPath("Person/Mina")}?${query}`);
        const { attributes } = answered<EntityAnswer>(reply, 200, "EntityResponse");
        return attributes.filter(({ key }) => key === "residence").map(({ value }) => value);
      };
      expect(await residence("")).toEqual(["Porto"]);
      expect(await residence(`asOf=${on("2024-05-01")}`)).toEqual(["Lisbon"]);
      expect(await residence(`as_of=${on("2024-05-01")}`)).toEqual(["Lisbon"]);
      for (const query of [`atInstant=${on("2025-01-01")}`, `validFrom=${on("2025-01-01")}&validUntil=${on("2025-02-01")}`]) {
        expect(await residence(query)).toEqual(["Porto"]);
      }
      refused(await memory.get(`${entityPath("Person/Mina")}?asOf=yesterday`), 400, "/asOf");
      refused(
        await memory.get(`${entityPath("Person/Mina")}?validFrom=${on("2025-01-02")}&validUntil=${on("2025-01-01")}`),
        400,
        "/validUntil",
      );
    });

    it("has a history for each key", async () => {
      const memory = await house();
      const path = `${entityPath("Person/Mina")}/history/residence`;
      const { history } = answered<{ history: Fact[] }>(await memory.get(path), 200, "EntityHistoryResponse");
      expect(history.map(({ value }) => value)).toEqual(["Porto", "Lisbon"]);
      const then = answered<{ history: Fact[] }>(
        await memory.get(`${path}?asOf=${on("2024-05-01")}`),
        200,
        "EntityHistoryResponse",
      );
      expect(then.history.map(({ value }) => value)).toEqual(["Lisbon"]);
    });

    it("is deleted, and is then not there", async () => {
      const memory = await house();
      answered(await memory.send("DELETE", entityPath("Person/Mina")), 204);
      refused(await memory.get(entityPath("Person/Mina")), 404);
      refused(await memory.send("DELETE", entityPath("Person/Mina")), 404);
      refused(await memory.send("DELETE", entityPath("Person/Nobody")), 404);
      expect(
        (await memory.recall("Where does Mina live?", { include: ["facts"] })).hits.map(({ text }) => text).join(),
      ).not.toMatch(/Porto/);
    });

    it("is corrected with a reason, which its history keeps", async () => {
      const memory = await house();
      const path = `${entityPath("Person/Mina")}/correct`;
      answered(await memory.post(path, { key: "residence", value: "Faro", reason: "She said so on the phone." }), 200);
      const { attributes } = await memory.entity("Person/Mina");
      expect(attributes.filter(({ key }) => key === "residence").map(({ value }) => value)).toEqual(["Faro"]);
      expect((await memory.history("Person/Mina", "residence")).map(({ value }) => value)).toEqual(["Faro", "Porto", "Lisbon"]);
      refused(await memory.post(path, { key: "residence", value: "Faro" }), 400, "/reason");
      refused(await memory.post(`${entityPath("Person/Nobody")}/correct`, { key: "a", value: "b", reason: "c" }), 404);
    });
  });

  describe("an entity's other name", () => {
    it("finds it, is listed, and can be taken away", async () => {
      const memory = await house();
      const path = `${entityPath("Person/Mina")}/aliases`;
      expect(answered(await memory.post(path, { alias: "Minchen", reason: "a nickname" }), 201)).toMatchObject({
        alias: "Minchen",
      });
      expect((await memory.entity("Person/Minchen")).entity.name).toBe("Mina");
      expect(answered(await memory.get(path), 200)).toMatchObject({ aliases: [{ alias: "Minchen" }] });
      answered(await memory.send("DELETE", `${path}/Minchen`), 204);
      refused(await memory.get(entityPath("Person/Minchen")), 404);
      refused(await memory.send("DELETE", `${path}/Minchen`), 404);
      refused(await memory.post(path, {}), 400, "/alias");
      refused(await memory.post(`${entityPath("Person/Nobody")}/aliases`, { alias: "x" }), 404);
    });
  });

  describe("two entities that are the same", () => {
    it("are read as one, and as two again when it is taken back", async () => {
      const memory = await world().tenant();
      await memory.state([["Person/Mina", "residence", "Porto"]]);
      await memory.state([["Person/M. Silva", "employer", "Acme"]]);
      const body = { keep: "Person/Mina", merge: "Person/M. Silva", reason: "one passport" };
      const merge = answered<{ id: string }>(await memory.post("/merges", body), 201);
      const keys = async (reference: string) => (await memory.entity(reference)).attributes.map(({ key }) => key).sort();
      expect(await keys("Person/Mina")).toEqual(["employer", "residence"]);
      expect(await keys("Person/M. Silva")).toEqual(["employer", "residence"]);
      expect(answered(await memory.get("/merges"), 200)).toMatchObject({ merges: [{ id: merge.id, undoneAt: null }], total: 1 });
      answered(await memory.post(`/merges/${merge.id}/undo`, { reason: "two after all" }), 200);
      expect([await keys("Person/Mina"), await keys("Person/M. Silva")]).toEqual([["residence"], ["employer"]]);
      refused(await memory.post("/merges/merge:nope/undo", {}), 404);
      refused(await memory.post("/merges", { ...body, keep: "Mina" }), 400, "/keep");
      refused(await memory.post("/merges", { ...body, merge: "Person/Nobody" }), 404);
    });
  });
}
