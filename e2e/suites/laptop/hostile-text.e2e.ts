import { afterAll, beforeAll, describe } from "@jest/globals";
import { inheritedNameScenarios } from "./hostile-text/inherited-names.ts";
import { startHostileWorld, type HostileWorld } from "./hostile-text/world.ts";

/** Texts that are made to break what reads them. */
describe("hostile text", () => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await startHostileWorld();
  });
  afterAll(() => world.stop());

  describe("the names that every object inherits", () => inheritedNameScenarios(() => world));
});
