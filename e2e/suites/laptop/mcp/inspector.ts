import { describe, expect, it } from "@jest/globals";
import type { McpWorld } from "./world.ts";

/** The inspector's command line. */
export function inspector(given: () => McpWorld): void {
  const inspect = async (...args: string[]): Promise<Record<string, unknown>> => {
    const cli = "@modelcontextprotocol/inspector-cli/build/index.js";
    const { code, out } = await given().run(cli, [given().openUrl, "--transport", "http", ...args]);
    expect({ code, out: code === 0 ? "" : out }).toEqual({ code: 0, out: "" });
    return JSON.parse(out) as Record<string, unknown>;
  };

  describe("the inspector", () => {
    it("lists the tools", async () => {
      const { tools } = await inspect("--method", "tools/list");
      const names = ["remember", "recall", "context", "reflect", "forget", "upload", "inspect"];
      expect(tools).toMatchObject(names.map((name) => ({ name })));
    });

    it("calls them, and gets failures as results", async () => {
      const call = (name: string, ...pairs: string[]) =>
        inspect("--method", "tools/call", "--tool-name", name, "--tool-arg", ...pairs);
      expect(await call("remember", "text=Nils works at Fjord.")).toMatchObject({ structuredContent: { mode: "full" } });
      expect(await call("recall", "query=Where does Nils work?", "k=3")).toMatchObject({
        content: [{ type: "text", text: expect.stringContaining("Fjord") }],
      });
      expect(await call("recall", "query=x", "k=51")).toMatchObject({
        isError: true,
        structuredContent: { error: { status: 400, errors: [{ pointer: "/k" }] } },
      });
    });
  });
}
