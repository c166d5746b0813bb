import { afterAll, beforeAll, describe } from "@jest/globals";
import { startJourneys, type JourneyWorld } from "./journeys/world.ts";
import { budgets } from "./providers/budgets.ts";
import { reranker } from "./providers/reranker.ts";

describe("what providers cost, and what a reranker does, on a laptop", () => {
  let world: JourneyWorld;
  beforeAll(async () => {
    world = await startJourneys((providerUrl) => ({ SERVICE_RERANKER_URL: providerUrl, SERVICE_RERANKER_MODEL: "scripted" }));
  });
  afterAll(() => world.stop());

  const given = () => world;
  budgets(given);
  reranker(given);
});
