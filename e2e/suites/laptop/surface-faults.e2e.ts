/** Bad input and faults as the users of the command line, the client package and MCP meet them. */
import { afterAll, beforeAll } from "@jest/globals";
import { oddFolders } from "./surface-faults/folders.ts";
import { fullDisk } from "./surface-faults/full-disk.ts";
import { profileFile } from "./surface-faults/profile-file.ts";
import { wrongServers } from "./surface-faults/server.ts";
import { stoppedIngests } from "./surface-faults/stopped.ts";
import { cutStreams } from "./surface-faults/streams.ts";
import { terminals } from "./surface-faults/terminals.ts";
import { startSurfaceWorld, type SurfaceWorld } from "./surface-faults/world.ts";

let started: SurfaceWorld | undefined;
beforeAll(async () => {
  started = await startSurfaceWorld();
});
afterAll(() => started?.stop());

const world = () => {
  if (started === undefined) throw new Error("the server did not start");
  return started;
};

wrongServers(world);
profileFile(world);
oddFolders(world);
fullDisk(world);
terminals(world);
stoppedIngests(world);
cutStreams();
