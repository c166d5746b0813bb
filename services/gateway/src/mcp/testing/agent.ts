import type { Reply, RunningGateway, Sent } from "../../testing/gateway.ts";

/** The two protocol generations that clients speak. */
export const generations = ["2025-11-25", "2026-07-28"] as const;
export type Generation = (typeof generations)[number];

/** What a tool answered. */
export interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

interface Message {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends single messages as a client of one generation does. */
export function agentOf(gateway: RunningGateway, generation: Generation = "2025-11-25") {
  const request = (method: string, params: Readonly<Record<string, unknown>> = {}, sent: Sent = {}): Sent => {
    const isNew = generation === "2026-07-28";
    const given = params["_meta"] ?? {};
    const meta = isNew ? { ...envelope, ...given } : given;
    const named = typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {};
    return {
      ...sent,
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": generation,
        ...(isNew ? { "mcp-method": method, ...named } : {}),
        ...sent.headers,
      },
      body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } },
    };
  };
  const post = (...message: Parameters<typeof request>): Promise<Reply> => gateway.send("/mcp", request(...message));
  return {
    /** A message as it is sent. */
    request,
    post,
    /** Calls a tool; fails where the answer is no result. */
    async call(name: string, args: Readonly<Record<string, unknown>> = {}, sent: Sent = {}): Promise<Result> {
      const { json, text } = await post("tools/call", { name, arguments: args }, sent);
      const { result } = json as Message;
      if (result === undefined) throw new Error(`no result: ${text}`);
      return result as Result;
    },
  };
}

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The problem document of a failed call. */
export function problemOf({ structuredContent, isError }: Result): Readonly<Record<string, unknown>> {
  return isError === true ? (structuredContent["error"] as Readonly<Record<string, unknown>>) : {};
}
