import { afterAll, beforeAll, describe } from "@jest/globals";
import { inheritedNameScenarios } from "./hostile-text/inherited-names.ts";
import { longReadingScenarios } from "./hostile-text/long-reading.ts";
import { startHostileWorld, type HostileWorld } from "./hostile-text/world.ts";

/** Texts that are made to break what reads them, in every field of every route and tool. */
describe("hostile text everywhere", () => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await startHostileWorld();
  });
  afterAll(() => world.stop());

  describe("the names that every object inherits", () => inheritedNameScenarios(() => world));
  describe("a text that is made to take long", () => longReadingScenarios(() => world));
});
