import { afterAll, beforeAll, describe } from "@jest/globals";
import { clientLibrary } from "./mcp/client-library.ts";
import { conformance } from "./mcp/conformance.ts";
import { inspector } from "./mcp/inspector.ts";
import { startMcpWorld, type McpWorld } from "./mcp/world.ts";

describe("agents on a laptop, by MCP", () => {
  let world: McpWorld;
  beforeAll(async () => {
    world = await startMcpWorld();
  });
  afterAll(() => world.stop());

  const given = () => world;
  conformance(given);
  inspector(given);
  clientLibrary(given);
});
