import type { Served } from "../audit/index.ts";

/** What the audit calls a message of the protocol that is no tool's call, or was refused before it was known which tool it meant. */
export const endpoint: Served["route"] = { operationId: "mcp", path: "/mcp", plane: "data", repetition: "none", area: undefined };

const methods: ReadonlySet<unknown> = new Set([
  ...["initialize", "notifications/initialized", "notifications/cancelled", "ping", "server/discover"],
  ...["tools/list", "tools/call"],
]);

/** With the method in its name, where the protocol knows it: any other is whatever somebody wrote there. */
export function operationOf(method: unknown): Served["route"] {
  return methods.has(method) ? { ...endpoint, operationId: `mcp:${String(method)}` } : endpoint;
}
