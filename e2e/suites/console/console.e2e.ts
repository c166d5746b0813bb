import { afterAll, beforeAll } from "@jest/globals";
import { firstLoad } from "./first-load.ts";
import { graphPage } from "./graph.ts";
import { largeGraph } from "./large-graph.ts";
import { recallPage } from "./recall.ts";
import { signingIn } from "./sign-in.ts";
import { uncertaintiesPage } from "./uncertainties.ts";
import { startConsoleWorld, type ConsoleWorld } from "./world.ts";

let started: ConsoleWorld | undefined;
beforeAll(async () => {
  started = await startConsoleWorld();
});
afterAll(() => started?.stop());

const world = () => {
  if (started === undefined) throw new Error("the server did not start");
  return started;
};

signingIn(world);
recallPage(world);
graphPage(world);
largeGraph(world);
uncertaintiesPage(world);
firstLoad(world);
