import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { Route } from "../route.ts";
import { inputSchema, outputSchema } from "./schemas.ts";
import { tools, type Tool } from "./tools.ts";

export interface ToolBox {
  /** As the protocol lists them. */
  list(): ListToolsResult["tools"];
  find(name: string): { readonly tool: Tool; readonly route: Route } | undefined;
}

/** The tools over the routes that do their work. */
export function createToolBox(routes: readonly Route[]): ToolBox {
  const byName = new Map(tools.map((tool) => [tool.name, { tool, route: routeOf(tool, routes) }]));
  let listed: ListToolsResult["tools"] | undefined;
  return {
    // Schemas are worked out when somebody asks: the start of the server does not wait for them.
    list: () => (listed ??= [...byName.values()].map(({ tool, route }) => listing(tool, route))),
    find: (name) => byName.get(name),
  };
}

function listing(tool: Tool, route: Route): ListToolsResult["tools"][number] {
  const { name, title, description, annotations } = tool;
  return {
    ...{ name, title, description, annotations: { title, ...annotations } },
    inputSchema: inputSchema(tool, route),
    outputSchema: outputSchema(tool, route),
  };
}

function routeOf({ operationId }: Tool, routes: readonly Route[]): Route {
  const found = routes.find((route) => route.operationId === operationId);
  if (found === undefined) throw new Error(`There is no route ${operationId}.`);
  return found;
}
