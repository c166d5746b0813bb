import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createGateway, defaultGatewaySettings, type Listener } from "@loci/gateway";
import { idSource } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const contextId = "kept";
let whole: Whole;
let listener: Listener;
let contextKey = "";

beforeAll(async () => {
  whole = await openWhole();
  ({ contextKey } = await whole.auth.bootstrap({ contextId, contextKey, managementKey: "" }, loci("")));
  const { auth, graph, ingest, retrieval, clock } = whole;
  const gateway = createGateway({
    ...{ auth, graph, ingest, retrieval, logger: silentLogger(), settings: defaultGatewaySettings },
    clock: () => clock.now,
    ids: idSource(() => clock.now, randomBytes),
    ready: async () => ({ ok: true, parts: {} }),
  });
  listener = await gateway.listen("127.0.0.1", 0);
}, 60_000);
afterAll(async () => {
  await listener.close(100);
  await whole.close();
});

async function post(path: string, body: object, key = "") {
  const reply = await fetch(`http://127.0.0.1:${listener.port}/api/v1/${contextId}${path}`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${contextKey}`, "content-type": "application/json" },
      ...(key === "" ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify(body),
  });
  const isReplayed = reply.headers.get("idempotency-replayed") === "true";
  return { status: reply.status, isReplayed, text: await reply.text() };
}

describe("an answer that is kept under an Idempotency-Key", () => {
  it("stays when something else is purged, and goes when what it quotes is", async () => {
    await post("/facts", { text: "Kurt owns shipqz." });
    await post("/facts", { text: "The canteen serves soup on Mondays." });
    const chat = { message: "What does Kurt own?", k: 1 };
    const [first, links] = [await post("/chat", chat, "chat"), await post("/documents/recompute-links", {}, "links")];
    expect([first.text, links.status]).toEqual([expect.stringContaining("shipqz"), 200]);
    const other = await post("/forget", { query: "canteen soup", purge: true });
    const { receipt } = JSON.parse(other.text) as { receipt: { erased: object } };
    expect(Object.keys(receipt.erased)).not.toContain("reservation");
    expect(await post("/chat", chat, "chat")).toEqual({ ...first, isReplayed: true });
    expect(await post("/documents/recompute-links", {}, "links")).toMatchObject({ isReplayed: true });

    await post("/forget", { query: "Kurt owns shipqz", purge: true });
    const again = await post("/chat", chat, "chat");
    expect(again).toMatchObject({ status: 200, isReplayed: false });
    expect(again.text).not.toContain("shipqz");
    expect(await post("/documents/recompute-links", {}, "links")).toMatchObject({ isReplayed: true });
  }, 60_000);
});
