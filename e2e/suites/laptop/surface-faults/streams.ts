/** A server that is killed while somebody listens to it. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { messagesIn, startSurfaceWorld, type SurfaceWorld } from "./world.ts";

export function cutStreams(): void {
  describe("a server that is killed in the midst of a reply", () => {
    let started: SurfaceWorld | undefined;
    beforeAll(async () => {
      started = await startSurfaceWorld("scripted");
    });
    afterAll(() => started?.stop());
    const world = () => {
      if (started === undefined) throw new Error("the server did not start");
      return started;
    };
    const slowReply = () =>
      world().provider.scriptStage("synthesis", {
        kind: "stream",
        chunks: Array.from({ length: 100 }, (_, i) => `word${i} `),
        pauseMillis: 200,
      });

    it("ends the client's stream with an error, after what has come", async () => {
      await world().client.remember({ text: "Mina lives in Lisbon.", infer: "none" });
      slowReply();
      const deltas: string[] = [];
      const listened = (async () => {
        for await (const event of world().client.chatStream("Where does Mina live?")) {
          if (event.type !== "delta") continue;
          deltas.push(event.text);
          if (deltas.length === 2) await world().killServer();
        }
      })();
      await expect(listened).rejects.toMatchObject({ name: "LociError", code: "unreachable" });
      expect(deltas.length).toBeGreaterThanOrEqual(2);
      await world().startServer();
    });

    it("ends `loci chat` with exit code 3 and one message", async () => {
      const { provider } = world();
      provider.clear();
      slowReply();
      const run = world().begin(["chat", "Where does Mina live now?"]);
      const isStream = ({ body }: { readonly body: unknown }) => (body as { readonly stream?: boolean }).stream === true;
      while (!provider.requests.some(isStream)) await sleep(50);
      // So that some of it has come: the reply takes twenty seconds.
      await sleep(1_000);
      await world().killServer();
      const { code, err } = await run.ended;
      expect(code).toBe(3);
      expect(messagesIn(err)).toHaveLength(1);
      await world().startServer();
    });

    it("knows an agent's next call over MCP without another greeting", async () => {
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "recall", arguments: { query: "Where does Mina live?" } },
      };
      const headers =
        "-H 'content-type: application/json' -H 'accept: application/json, text/event-stream' -H 'mcp-protocol-version: 2025-11-25'";
      const curl = `curl -sS -m 120 ${headers} -H "authorization: Bearer $SERVICE_API_KEY" -d '${JSON.stringify(call)}' ${world().url}/mcp`;
      const { code, out } = await world().shell(curl);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Lisbon") });
      await world().killServer();
      expect((await world().shell(curl)).code).toBe(7);
      await world().startServer();
      expect((await world().shell(curl)).out).toContain("Lisbon");
    });
  });
}
