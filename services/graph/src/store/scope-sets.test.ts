import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import { migrations } from "../index.ts";
import { createScopeSetCatalogue, insertScopeSet, shortKey } from "./scope-sets.ts";

describe("the catalogue of selectors", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPglite({ folder: undefined });
    await migrate(database, [migrations]);
  });
  afterAll(() => database.close());

  const add = (ctx: string, ...sets: string[][][]) =>
    database.inContext(ctx, async (tx) => {
      for (const set of sets) await insertScopeSet(tx, ctx, set);
    });

  it("sees what was added since, and what a region may see of it", async () => {
    const catalogue = createScopeSetCatalogue();
    const load = () => database.inContext("grows", (tx) => catalogue.load(tx, "grows"));
    await add("grows", [["a"]]);
    expect((await load()).visibleTo(["a"])).toEqual([shortKey([["a"]])]);
    await add("grows", [["b"]], [["a"]]);
    expect((await load()).visibleTo(["a"])).toEqual([shortKey([["a"]])]);
    expect((await load()).visibleTo(["c"])).toEqual([]);
    expect((await load()).visibleTo(["/"])).toBeNull();
  });

  it("forgets what a transaction added that was undone", async () => {
    const catalogue = createScopeSetCatalogue();
    await add("undone", [["a"]]);
    const failing = database.inContext("undone", async (tx) => {
      await insertScopeSet(tx, "undone", [["b"]]);
      await catalogue.load(tx, "undone");
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    await add("undone", [["c"]]);
    const { byKey } = await database.inContext("undone", (tx) => catalogue.load(tx, "undone"));
    expect([...byKey.values()]).toEqual([[["a"]], [["c"]]]);
  });
});
