import { afterAll, beforeAll, describe } from "@jest/globals";
import { checks } from "./forgetting/checks.ts";
import { memories } from "./forgetting/memories.ts";
import { startJourneys, type JourneyWorld } from "./journeys/world.ts";

describe("forgetting on a laptop", () => {
  let world: JourneyWorld;
  beforeAll(async () => {
    world = await startJourneys();
  });
  afterAll(() => world.stop());

  const given = () => world;
  memories(given);
  checks(given);
});
