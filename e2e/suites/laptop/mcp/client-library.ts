import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { McpWorld } from "./world.ts";

const modes = [
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2026-07-28", "auto"],
] as const;

/** The protocol's own client, which holds what tools answer against their output schemas. */
export function clientLibrary(given: () => McpWorld): void {
  describe.each(modes)("the client library in %s (%j)", (version, mode) => {
    const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode } });
    const connect = (one: Client, key: string) => {
      const requestInit = { headers: { Authorization: `Bearer ${key}`, "X-Service-Context": "dev" } };
      return one.connect(new StreamableHTTPClientTransport(new URL(given().url), { requestInit }));
    };
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    beforeAll(() => connect(client, given().key));
    afterAll(() => client.close());

    it("agrees on the version and reads what the server is for", () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect(client.getServerVersion()).toMatchObject({ name: "loci" });
      expect(client.getInstructions()).toContain("memory");
    });

    it("uses every tool", async () => {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(7);
      const who = `Vera${version.slice(0, 4)}`;
      expect(await call("remember", { text: `${who} works at Harbour Foods.` })).toMatchObject({
        structuredContent: { mode: "full" },
      });
      const recalled = await call("recall", { query: `Where does ${who} work?`, k: 5 });
      expect(recalled.structuredContent).toMatchObject({
        hits: expect.arrayContaining([expect.objectContaining({ value: "Harbour Foods" })]),
      });
      expect(await call("context", { query: `Where does ${who} work?` })).not.toHaveProperty("isError", true);
      expect(await call("reflect", { query: `What do we know about ${who}?` })).not.toHaveProperty("isError", true);
      expect(await call("inspect", { ref: `entity:Person/${who}` })).toMatchObject({ structuredContent: { kind: "entity" } });
      const uploaded = await call("upload", { content: `# Note\n\n${who} likes tea.`, filename: `${who}.md` });
      expect(uploaded).toMatchObject({ structuredContent: { id: expect.stringMatching(/^document:/) } });
      expect(await call("forget", { query: `${who} works at Harbour Foods`, dryRun: true })).toMatchObject({
        structuredContent: { dryRun: true },
      });
    });

    it("gets failures as results with REST's status, and faults of the protocol as errors", async () => {
      await client.listTools();
      for (const [name, args, status] of [
        ["recall", { query: "x", k: 51 }, 400],
        ["recall", { query: "x", context_id: "other" }, 401],
        ["inspect", { ref: "entity:Person/Nobody" }, 404],
      ] as const) {
        expect(await call(name, args)).toMatchObject({ isError: true, structuredContent: { error: { status } } });
      }
      await expect(call("erase", {})).rejects.toMatchObject({ code: -32602 });
    });

    it("sees by HTTP that a key does not fit", async () => {
      const other = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode } });
      await expect(connect(other, "loci_ck_wrong")).rejects.toThrow(/401|[Uu]nauthor/);
      await other.close();
    });
  });
}
