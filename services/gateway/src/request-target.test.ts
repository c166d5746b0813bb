import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startGateway, type RunningGateway } from "./testing/gateway.ts";

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ graph: { listEntities: async () => ({ entities: [], total: 0 }) } });
});
afterAll(() => gateway.close());

/** Sends a request many times over one connection before it reads; gives the answers' text and what Node warned of meanwhile. */
async function pipelined(
  times: number,
  target: string,
  host = "host: x",
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  const warn = ({ message }: Error) => void warnings.push(message);
  process.on("warning", warn);
  const socket = connect(gateway.port, "127.0.0.1");
  let text = "";
  socket.on("data", (data: Buffer) => (text += data.toString()));
  socket.write(`GET ${target} HTTP/1.1\r\n${host}\r\n\r\n`.repeat(times - 1));
  socket.write(`GET ${target} HTTP/1.1\r\n${host}\r\nconnection: close\r\n\r\n`);
  await once(socket, "close");
  process.off("warning", warn);
  return { text, warnings };
}

describe("a request's target", () => {
  it.each(["http://[::1/healthz", "http://a b", "http://", "foo://bar", "http://x:99999/"])(
    "that is neither a path nor a URL is refused as all else is, and with no warning: %s",
    async (target) => {
      const { text, warnings } = await pipelined(50, target.replace(" ", "%20"));
      expect(text.match(/HTTP\/1\.1 400 Bad Request/g)).toHaveLength(50);
      expect(text.match(/content-type: application\/problem\+json/g)).toHaveLength(50);
      expect(text).toContain('"type":"urn:loci:problem:invalid-request"');
      expect(warnings).toEqual([]);
    },
  );

  it.each(["", "http://loci.example", "HTTPS://[::1]:9090"])(
    "means the same as a path and behind an authority: '%s'",
    async (before) => {
      expect(await gateway.send(`${before}/api/v1/acme/entities?limit=1`)).toMatchObject({ status: 200, json: { entities: [] } });
      const { text } = await gateway.send(`${before}/nowhere?x=1`);
      expect(text).toContain('"instance":"/nowhere"');
    },
  );

  it("may leave the path out", async () => {
    expect(await gateway.send("http://loci.example?x=1")).toMatchObject({ status: 404, json: { instance: "/" } });
  });
});

it("a request with two Host headers is refused: a proxy may have gone by the other one", async () => {
  const { text } = await pipelined(2, "/healthz", "host: x\r\nHost: y");
  expect(text.match(/HTTP\/1\.1 400 Bad Request/g)).toHaveLength(2);
  expect(text).toContain("more than one Host header");
});
