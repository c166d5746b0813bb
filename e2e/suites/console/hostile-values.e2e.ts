import { afterAll, beforeAll, describe } from "@jest/globals";
import { hostileValues, seedHostile } from "./hostile-values.ts";
import { startConsoleWorld, type ConsoleWorld } from "./world.ts";

describe("what is made to run in the console", () => {
  let started: ConsoleWorld | undefined;
  beforeAll(async () => {
    started = await startConsoleWorld(seedHostile);
  });
  afterAll(() => started?.stop());

  hostileValues(() => {
    if (started === undefined) throw new Error("the server did not start");
    return started;
  });
});
