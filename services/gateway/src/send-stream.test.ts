import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { sendBytes, sendEvents } from "./send-stream.ts";

/** A response that was ended and still waits for its turn on its connection: the answer to the request before it is not whole. */
async function endedResponse(): Promise<{ readonly response: ServerResponse; readonly close: () => Promise<void> }> {
  const found = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === "/second") found.resolve(response.writeHead(504));
    else response.write("not whole");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined).resume();
  client.write("GET /first HTTP/1.1\r\nhost: x\r\n\r\nGET /second HTTP/1.1\r\nhost: x\r\n\r\n");
  const response = await found.promise;
  response.end("the time was up");
  return {
    response,
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function* pieces<T>(piece: T): AsyncGenerator<T> {
  yield piece;
  yield piece;
}

async function* failing<T>(): AsyncGenerator<T> {
  throw new LociError("cancelled", "Nobody waits.");
}

it("what a service says after its request was answered otherwise is dropped, and harms nothing", async () => {
  const { response, close } = await endedResponse();
  const faults: unknown[] = [];
  response.on("error", (fault) => faults.push(fault));
  const neverAborted = new AbortController().signal;
  const problemOf = () => ({ type: "", title: "", status: 500, detail: "", instance: "", traceId: "" });
  await sendBytes(response, 200, {}, pieces(Buffer.from("late")));
  await sendEvents(response, pieces({ event: "delta", data: {} }), problemOf, neverAborted);
  await expect(sendBytes(response, 200, {}, failing())).rejects.toMatchObject({ code: "cancelled" });
  await expect(sendEvents(response, failing(), problemOf, neverAborted)).rejects.toMatchObject({ code: "cancelled" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults).toEqual([]);
  expect(response.destroyed).toBe(false);
  await close();
});
