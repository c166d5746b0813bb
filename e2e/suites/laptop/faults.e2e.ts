import { afterAll, beforeAll, describe } from "@jest/globals";
import { badRequests } from "./faults/bad-requests.ts";
import { embeddings, languageModel } from "./faults/provider.ts";
import { refusedStarts } from "./faults/refused-starts.ts";
import { secrets } from "./faults/secrets.ts";
import { stopped } from "./faults/stopped.ts";
import { startFaultyWorld, type FaultyWorld } from "./faults/world.ts";
import { twoWriters } from "./faults/writers.ts";

describe("Loci among faults, on its embedded database", () => {
  let world: FaultyWorld;
  beforeAll(async () => {
    world = await startFaultyWorld();
  });
  afterAll(() => world.stop());

  const given = () => world;
  badRequests(given);
  languageModel(given);
  embeddings(given);
  twoWriters(given);
  refusedStarts(given);
  secrets(given);
  stopped(given);
});
