import { afterAll, beforeAll, describe } from "@jest/globals";
import { asking } from "./documents/asking.ts";
import { authority } from "./documents/authority.ts";
import { broken } from "./documents/broken.ts";
import { formats } from "./documents/formats.ts";
import { providers } from "./documents/providers.ts";
import { twins } from "./documents/twins.ts";
import { versions } from "./documents/versions.ts";
import { startJourneys, type JourneyWorld } from "./journeys/world.ts";

describe("documents on a laptop", () => {
  let world: JourneyWorld;
  beforeAll(async () => {
    world = await startJourneys();
  });
  afterAll(() => world.stop());

  const given = () => world;
  formats(given);
  versions(given);
  broken(given);
  asking(given);
  authority(given);
  providers(given);
  twins(given);
});
