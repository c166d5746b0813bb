import type { World } from "../../main-job/world.ts";
import { credentials } from "./access.ts";
import { commandLine } from "./command-line.ts";
import { mcp } from "./mcp.ts";
import { recalling } from "./recalling.ts";
import { remembering } from "./remembering.ts";
import { scopesAndGrants } from "./scopes-and-grants.ts";

/** The contract sentence by sentence, where no scenario beside this folder says the same. */
export function sentences(world: World): void {
  scopesAndGrants(world);
  remembering(world);
  recalling(world);
  credentials(world);
  mcp(world);
  commandLine(world);
}
