import { afterAll, beforeAll, describe } from "@jest/globals";
import { builtinChat } from "./chat/builtin.ts";
import { feedback } from "./chat/feedback.ts";
import { providerChat } from "./chat/provider.ts";
import { startJourneys, type JourneyWorld } from "./journeys/world.ts";

describe("chats on a laptop", () => {
  let world: JourneyWorld;
  beforeAll(async () => {
    world = await startJourneys();
  });
  afterAll(() => world.stop());

  const given = () => world;
  builtinChat(given);
  providerChat(given);
  feedback(given);
});
