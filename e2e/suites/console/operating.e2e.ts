import { afterAll, beforeAll } from "@jest/globals";
import { accessPage } from "./access.ts";
import { auditPage } from "./audit.ts";
import { documentsPage } from "./documents.ts";
import { providerBanner } from "./providers.ts";
import { sessionsPage } from "./sessions.ts";
import { tracesPage } from "./traces.ts";
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

documentsPage(world);
sessionsPage(world);
tracesPage(world);
accessPage(world);
auditPage(world);
providerBanner(world);
