import { describe, expect, it } from "@jest/globals";
import type { Memory } from "@loci/e2e/parts/memory";
import { entityPath, queryString } from "@loci/e2e/parts/memory";
import { forRefusals, on, type World } from "./world.ts";

const mina = "Person/Mina";
const residence = async (memory: Memory, times = {}) =>
  (await memory.entity(mina, times)).attributes.filter((fact) => fact.key === "residence").map((fact) => fact.value);
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** GET /entities, one entity, and the history of its keys. */
export function entities(world: World): void {
  const refusing = forRefusals(world);

  describe("GET /entities", () => {
    it("lists what the caller may see, in pages, with the whole number", async () => {
      const memory = await world().tenant();
      expect(await memory.entities()).toEqual({ entities: [], total: 0 });
      const names = ["Anna", "Bert", "Cleo", "Dora", "Emil"];
      await memory.state(names.map((name) => [`Person/${name}`, "residence", "Oslo"] as const));
      const pages = [
        await memory.entities({ limit: "2" }),
        await memory.entities({ limit: "2", offset: "2" }),
        await memory.entities({ limit: "2", offset: "4" }),
      ];
      expect(pages.map((page) => [page.entities.length, page.total])).toEqual([
        [2, 5],
        [2, 5],
        [1, 5],
      ]);
      expect(pages.flatMap((page) => page.entities.map((entity) => entity.name)).sort()).toEqual(names);
    });

    it("folds the types that mean the same", async () => {
      const memory = await world().tenant();
      await memory.state([
        ["Company/Acme", "location", "Berlin"],
        [mina, "residence", "Oslo"],
      ]);
      for (const type of ["company", "Organization", "org", "organisation"]) {
        expect((await memory.entities({ type })).entities.map((entity) => entity.name)).toEqual(["Acme"]);
      }
    });

    it.each([{ limit: "0" }, { limit: "501" }, { offset: "-1" }, { limit: "many" }, { colour: "red" }])(
      "refuses %j",
      async (parameters) => {
        const memory = await refusing();
        expect((await memory.get(`/entities${queryString(parameters as Record<string, string>)}`)).status).toBe(400);
      },
    );

    it("lists what was known at a time", async () => {
      const memory = await world().tenant();
      await memory.state([["Person/Anna", "residence", "Oslo"]], { observed_at: on("2024-01-01") });
      await memory.state([["Person/Bert", "residence", "Oslo"]], { observed_at: on("2024-06-01") });
      expect(await memory.entities({ asOf: on("2024-03-01") })).toMatchObject({ entities: [{ name: "Anna" }], total: 1 });
    });
  });

  describe("GET /entities/{type}/{name}", () => {
    it("finds an entity by each of its types' names, whatever the case", async () => {
      const memory = await world().tenant();
      const { extraction } = await memory.state([["Company/Acme", "location", "Berlin"]]);
      for (const reference of ["Company/Acme", "company/acme", "Organization/ACME", "organisation/Acme", "org/Acme"]) {
        expect((await memory.entity(reference)).entity.id).toBe(extraction.entities[0]?.id);
      }
    });

    it("makes one entity of what is stated under types that mean the same", async () => {
      const memory = await world().tenant();
      await memory.state([
        ["Company/Acme", "location", "Berlin"],
        ["Organisation/acme", "ceo", "Jane Doe"],
      ]);
      expect((await memory.entities()).total).toBe(1);
      expect((await memory.entity("org/Acme")).attributes).toHaveLength(2);
    });

    it("takes percent-encoded names", async () => {
      const memory = await world().tenant();
      for (const reference of ["Project/A/B & Söhne #1?", "Place/東京 100%", "Thing/a+b=c", 'Person/O\'Neil "Jr."']) {
        await memory.state([[reference, "location", "here"]]);
        const { entity, attributes } = await memory.entity(reference);
        expect(`${entity.entityType}/${entity.name}`).toBe(reference);
        expect(attributes).toMatchObject([{ value: "here" }]);
        expect(await memory.history(reference, "location")).toHaveLength(1);
      }
    });

    it("answers what is not there with 404, without a word of what is", async () => {
      const memory = await world().tenant();
      await memory.state([[mina, "residence", "Oslo"]]);
      for (const path of [
        entityPath("Person/Nobody"),
        entityPath("Place/Mina"),
        `${entityPath("Person/Nobody")}/history/residence`,
      ]) {
        const { status, body } = await memory.get(path);
        expect({ status, errors: body.errors }).toEqual({ status: 404, errors: undefined });
        expect(JSON.stringify(body)).not.toContain("Oslo");
      }
    });

    it.each([
      { asOf: "yesterday" },
      { atInstant: "2024-13-01T00:00:00Z" },
      { validFrom: on("2024-02-01"), validUntil: on("2024-01-01") },
    ])("refuses a time that is none: %j", async (times) => {
      const memory = await refusing();
      await memory.state([[mina, "residence", "Oslo"]]);
      const { status, body } = await memory.get(entityPath(mina) + queryString(times as Record<string, string>));
      expect(status).toBe(400);
      expect(body.errors?.[0]?.pointer).toMatch(/asOf|atInstant|valid/);
    });

    it("shows what a key's namesakes in several scopes hold, each with its own provenance", async () => {
      const tenant = await world().tenant("org/a", "org/b");
      await tenant.state([[mina, "speaks", "Danish"]], { scopes: "org/a" });
      await tenant.state([[mina, "speaks", "Swahili"]], { scopes: "org/b" });
      const { attributes } = await tenant.entity(mina);
      expect(attributes.map((fact) => fact.value).sort()).toEqual(["Danish", "Swahili"]);
    });
  });

  describe("a look back", () => {
    /** Known in January: Lisbon; known in June: that it had been Porto since March. */
    const moved = async () => {
      const memory = await world().tenant();
      await memory.remember("Mina has lived in Lisbon since 2019.", { observed_at: on("2024-01-01") });
      await memory.remember("Mina moved to Porto in March 2024.", { observed_at: on("2024-06-01") });
      return memory;
    };

    it("with asOf shows what was known then", async () => {
      const memory = await moved();
      expect(await residence(memory)).toEqual(["Porto"]);
      expect(await residence(memory, { asOf: on("2024-04-01") })).toEqual(["Lisbon"]);
      expect(await residence(memory, { asOf: on("2024-07-01") })).toEqual(["Porto"]);
      expect((await memory.get(entityPath(mina) + queryString({ asOf: on("2023-12-01") }))).status).toBe(404);
    });

    it("with atInstant shows what held in the world then, as it is known today", async () => {
      const memory = await moved();
      expect(await residence(memory, { atInstant: on("2024-04-01") })).toEqual(["Porto"]);
      expect(await residence(memory, { atInstant: on("2024-02-01") })).toEqual(["Lisbon"]);
      expect(await residence(memory, { atInstant: on("2018-01-01") })).toEqual([]);
    });

    it("with both shows what was known then of another time", async () => {
      const memory = await moved();
      expect(await residence(memory, { asOf: on("2024-05-01"), atInstant: on("2024-04-01") })).toEqual(["Lisbon"]);
    });

    it("with validFrom and validUntil shows what held at some time between", async () => {
      const memory = await moved();
      const between = async (validFrom: string, validUntil: string) => (await residence(memory, { validFrom, validUntil })).sort();
      expect(await between(on("2024-01-15"), on("2024-02-15"))).toEqual(["Lisbon"]);
      expect(await between(on("2024-02-15"), on("2024-03-15"))).toEqual(["Lisbon", "Porto"]);
      expect(await between(on("2024-03-15"), on("2024-04-15"))).toEqual(["Porto"]);
    });

    it("takes an unknown valid time as any time", async () => {
      const memory = await world().tenant();
      await memory.state([[mina, "residence", "Lisbon"]]);
      expect(await residence(memory, { atInstant: on("1999-01-01") })).toEqual(["Lisbon"]);
    });

    it("with recordedAsOf shows what the service believed then", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", { observed_at: on("2024-01-01") });
      const [first] = (await memory.entity(mina)).attributes;
      await pause();
      await memory.remember("Mina lives in Porto.", { observed_at: on("2023-01-01") });
      await pause();
      await memory.remember("Mina lives in Faro.", { observed_at: on("2024-06-01") });
      const then = { recordedAsOf: first?.recordedAt ?? "" };
      expect(await residence(memory, then)).toEqual(["Lisbon"]);
      expect((await memory.history(mina, "residence", then)).map((fact) => [fact.value, fact.knownUntil])).toEqual([
        ["Lisbon", null],
      ]);
      expect(await residence(memory, { ...then, asOf: on("2023-06-01") })).toEqual([]);
      expect(await residence(memory, { asOf: on("2023-06-01") })).toEqual(["Porto"]);
      expect((await memory.get(entityPath(mina) + queryString({ recordedAsOf: on("2020-01-01") }))).status).toBe(404);
    });

    it("is taken in snake_case too", async () => {
      expect(await residence(await moved(), { as_of: on("2024-04-01") })).toEqual(["Lisbon"]);
    });

    it("is taken by a history", async () => {
      const memory = await moved();
      const values = async (times: Record<string, string>) =>
        (await memory.history(mina, "residence", times)).map((fact) => fact.value);
      expect(await values({})).toEqual(["Porto", "Lisbon"]);
      expect(await values({ asOf: on("2024-04-01") })).toEqual(["Lisbon"]);
    });
  });
}
