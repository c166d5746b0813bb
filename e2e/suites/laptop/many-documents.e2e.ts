import { afterAll, beforeAll, describe } from "@jest/globals";
import { memoryEaters } from "./documents/broken.ts";
import { twins } from "./documents/twins.ts";
import { startJourneys, type JourneyWorld } from "./journeys/world.ts";

describe("many documents on a laptop", () => {
  let world: JourneyWorld;
  beforeAll(async () => {
    world = await startJourneys();
  });
  afterAll(() => world.stop());

  const given = () => world;
  memoryEaters(given);
  twins(given, 60);
});
