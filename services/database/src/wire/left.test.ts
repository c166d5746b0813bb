import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { ClientLeft } from "./left.ts";
import { served } from "./testing/served.ts";

/** Sleeps in steps, between which it is seen that nobody waits any more. */
const slow = "FOR $i IN 0..100 { SLEEP 20ms; SELECT * FROM nowhere:1 }";

describe("a client that leaves within a statement is no fault of the server", () => {
  const database = served();
  beforeAll(async () => void (await (await database.asRoot("main")).call("query", "CREATE nowhere:1")));

  const leaves: Readonly<Record<string, (afterMs: number) => Promise<void>>> = {
    "over HTTP": async (afterMs) => {
      const leaving = new AbortController();
      const asked = database.send("/sql", { method: "POST", body: slow, signal: leaving.signal });
      await pause(afterMs);
      leaving.abort();
      await asked.catch(() => undefined);
    },
    "over a WebSocket": async (afterMs) => {
      const client = await database.asRoot("main");
      void client.call("query", slow).catch(() => undefined);
      await pause(afterMs);
      client.end();
    },
  };

  it.each(Object.entries(leaves))("%s", async (_, leave) => {
    const before = database.leavers.length;
    // On a busy machine a statement may not have begun when its client leaves: then nothing was ended.
    for (let afterMs = 50; afterMs < 2_000 && database.leavers.length === before; afterMs *= 2) {
      await leave(afterMs);
      await pause(200);
    }
    expect(database.leavers.slice(before)).toContainEqual(expect.any(ClientLeft));
    expect(database.failures).toEqual([]);
  });
});
