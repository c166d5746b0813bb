import { expect } from "@jest/globals";
import type { Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../../main-job/world.ts";
import { until } from "../asking.ts";
import { statements } from "./statements.ts";

interface Result {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>> & { readonly error?: { readonly status: number } };
}
interface Answer {
  readonly status: number;
  readonly message: {
    readonly result?: Result & {
      readonly tools: readonly { name: string; inputSchema: { properties: object; required?: string[] } }[];
    };
    readonly error?: { readonly code: number };
  };
}

/** One request to the endpoint, without a handshake. */
async function rpc(url: string, headers: Readonly<Record<string, string>>, method: string, params: object): Promise<Answer> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  const data = /^data: ?(.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, message: JSON.parse(data === "" ? "{}" : data) as Answer["message"] };
}

/** Contract: MCP. */
export function mcp(world: World): void {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const call = async (memory: Tenant, name: string, args: object, headers: Readonly<Record<string, string>> = {}) => {
    const { message } = await rpc(world().url, { ...bearer(memory.key), ...headers }, "tools/call", { name, arguments: args });
    if (message.result === undefined) throw new Error(JSON.stringify(message));
    return message.result;
  };
  const make = async () => {
    const memory = await world().tenant("org/a", "org/b");
    await memory.remember("Mina lives in Lisbon.", { scopes: "org/a" });
    await memory.remember("Tom lives in Faro.", { scopes: "org/b" });
    return memory;
  };
  const scope = ["org/a"];
  const tools: readonly (readonly [name: string, args: object])[] = [
    ["remember", { text: "Mina works at Acme." }],
    ["recall", { query: "Where does Mina live?" }],
    ["context", { query: "Where does Mina live?" }],
    ["reflect", { query: "Mina" }],
    ["forget", { query: "Mina works at Acme", dryRun: true }],
    ["upload", { content: "Herons nest in willows.", filename: "herons.txt" }],
    ["inspect", { ref: "entity:Person/Mina" }],
    ["inspect", {}],
  ];

  statements<Tenant>("the contract's sentences on MCP", make, [
    [
      "there are seven tools, and each takes a scope and an optional context_id",
      async (memory) => {
        const { message } = await rpc(world().url, bearer(memory.key), "tools/list", {});
        const listed = message.result?.tools ?? [];
        expect(listed.map(({ name }) => name).sort()).toEqual(
          ["remember", "recall", "context", "reflect", "forget", "upload", "inspect"].sort(),
        );
        for (const { inputSchema } of listed) {
          expect(inputSchema.properties).toMatchObject({ scope: { type: "array", items: { type: "string" } }, context_id: {} });
          expect(inputSchema.required ?? []).not.toContain("context_id");
        }
      },
    ],
    [
      "each tool works with a scope, with the key's context_id, and with the context's header",
      async (memory) => {
        for (const [name, args] of tools) {
          for (const [more, headers] of [
            [{ scope }, {}],
            [{ context_id: memory.contextId }, {}],
            [{}, { "x-service-context": memory.contextId }],
          ] as const) {
            const result = await call(memory, name, { ...args, ...more }, headers);
            expect({ name, more, error: result.isError === true && result.structuredContent.error }).toEqual({
              name,
              more,
              error: false,
            });
          }
        }
      },
    ],
    [
      "a scope narrows what a tool reads and places what it writes",
      async (memory) => {
        const hits = async (paths: string[]) =>
          JSON.stringify(
            (await call(memory, "recall", { query: "Who lives where?", mode: "hybrid", scope: paths })).structuredContent,
          );
        expect(await hits(["org/b"])).not.toMatch(/Lisbon/);
        expect(await hits(["org/b"])).toMatch(/Faro/);
        const { structuredContent } = await call(memory, "upload", { content: "Of b.", filename: "b.txt", scope: ["org/b"] });
        expect((await memory.get(`/documents/${String(structuredContent["id"])}`)).body).toMatchObject({ scopes: [["org/b"]] });
        const inside = await call(memory, "inspect", { ref: "entity:Person/Tom", scope: ["org/a"] });
        expect(inside.structuredContent.error?.status).toBe(404);
        const counted = await Promise.all(["org/a", "org"].map((path) => call(memory, "inspect", { scope: [path] })));
        expect(counted.map(({ structuredContent }) => (structuredContent["records"] as { entity: number }).entity)).toEqual([1, 2]);
      },
    ],
    [
      "another context than the key's is refused, by argument and by header",
      async (memory) => {
        const other = await world().tenant();
        for (const [args, headers] of [
          [{ context_id: other.contextId }, {}],
          [{}, { "x-service-context": other.contextId }],
        ] as const) {
          const result = await call(memory, "recall", { query: "x", ...args }, headers);
          expect(result.structuredContent.error?.status).toBe(401);
        }
      },
    ],
    [
      "k is 10 by default and 50 at most for recall and context; a larger one is a 400 and leaves no trace",
      async (memory) => {
        const count = async () => (await memory.get<{ traces: unknown[] }>("/traces?limit=500")).body.traces.length;
        await until(count, () => true);
        const before = await count();
        for (const name of ["recall", "context"]) {
          for (const args of [{ k: 51 }, { limit: 51 }]) {
            const result = await call(memory, name, { query: "Where does Mina live?", ...args });
            expect(result).toMatchObject({ isError: true, structuredContent: { error: { status: 400 } } });
          }
        }
        expect(await count()).toBe(before);
      },
    ],
    [
      "a failure is a result with REST's status: 400, 401, 403, 404, 409",
      async (memory) => {
        const reader = await memory.member({ "memory:read": ["org/a"] });
        const status = async (name: string, args: object, key = memory.key) =>
          (await call({ ...memory, key }, name, args)).structuredContent.error?.status;
        expect(await status("recall", { query: "x", mode: "y" })).toBe(400);
        expect(await status("recall", { query: "x" }, "loci_ck_wrong")).toBe(401);
        expect(await status("remember", { text: "x" }, reader.key)).toBe(403);
        expect(await status("recall", { query: "x", scope: ["org/b"] }, reader.key)).toBe(403);
        expect(await status("inspect", { ref: "entity:Person/Nobody" })).toBe(404);
        await call(memory, "remember", { text: "One.", infer: "none", idempotency_key: "k" });
        expect(await status("remember", { text: "Two.", infer: "none", idempotency_key: "k" })).toBe(409);
      },
    ],
    [
      "only a fault of the protocol is an error of JSON-RPC",
      async (memory) => {
        const unknown = await rpc(world().url, bearer(memory.key), "tools/call", { name: "erase", arguments: {} });
        expect(unknown.message.error?.code).toBe(-32602);
        const noMethod = await rpc(world().url, bearer(memory.key), "tools/explode", {});
        expect(noMethod.message.error?.code).toBe(-32601);
      },
    ],
  ]);
}
