import { afterAll, beforeAll, describe } from "@jest/globals";
import { corrections } from "./contradictions/corrections.ts";
import { dispute } from "./contradictions/dispute.ts";
import { startJourneys, type JourneyWorld } from "./journeys/world.ts";

describe("contradictions as work, on a laptop", () => {
  let world: JourneyWorld;
  beforeAll(async () => {
    world = await startJourneys();
  });
  afterAll(() => world.stop());

  const given = () => world;
  dispute(given);
  corrections(given);
});
