/** An agent over MCP, as plain requests: a client library would refuse some of what is sent here by itself. */
import type { Schema } from "./requests.ts";

export interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

export interface Agent {
  readonly tools: () => Promise<readonly Tool[]>;
  readonly call: (name: string, args: unknown) => Promise<{ readonly status: number; readonly text: string }>;
}

export function agent(url: string, key: string): Agent {
  const post = async (method: string, params: object) => {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return { status: response.status, text: await response.text() };
  };
  return {
    async tools() {
      const { text } = await post("tools/list", {});
      const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
      return (JSON.parse(json) as { result: { tools: Tool[] } }).result.tools;
    },
    call: (name, args) => post("tools/call", { name, arguments: args }),
  };
}
