import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { uuidText, type Plain } from "../testing/plain.ts";
import type { SocketClient } from "../testing/socket-client.ts";
import { served } from "../testing/served.ts";

const begin = async (client: SocketClient): Promise<string> => uuidText(await client.call("begin"));

describe("transactions that a client holds open, on Postgres", () => {
  let server: TestPostgres;
  beforeAll(async () => void (server = await startPostgres()));
  const database = served({ open: async () => openPostgres({ connectionString: await server.createDatabase("wire") }) });
  afterAll(() => server.stop());

  it("are seen by nobody else until they are committed, and never where they are cancelled", async () => {
    const [one, other] = [await database.asRoot("isolation"), await database.asRoot("isolation", "json")];
    await one.query("DEFINE TABLE t");
    const [kept, dropped] = [await begin(one), await begin(one)];
    await one.query("CREATE t:kept", {}, { txn: kept });
    await one.query("CREATE t:dropped", {}, { txn: dropped });
    expect(await one.query("SELECT VALUE id FROM t", {}, { txn: kept })).toEqual([["t:kept"]]);
    expect(await one.query("SELECT VALUE id FROM t")).toEqual([[]]);
    expect(await other.query("SELECT VALUE id FROM t")).toEqual([[]]);
    await expect(other.callIn({ txn: kept }, "query", "RETURN 1")).rejects.toThrow("Transaction not found");
    await one.call("commit", kept);
    await one.call("cancel", dropped);
    expect(await other.query("SELECT VALUE id FROM t")).toEqual([["t:kept"]]);
    await expect(one.call("commit", kept)).rejects.toThrow("Transaction not found");
    await expect(one.call("cancel", dropped)).rejects.toThrow("Transaction not found");
  });

  it("tell of a conflict before what failed with it, so that clients run the whole text again", async () => {
    const [one, other] = [await database.asRoot("retried"), await database.asRoot("retried")];
    await one.query("CREATE t:1 SET n = 0");
    const add = "BEGIN; LET $n = t:1.n; SLEEP 100ms; UPDATE t:1 SET n = $n + 1; COMMIT";
    const answers = await Promise.all([one, other].map((client) => client.call("query", add)));
    const failures = answers.map((answer) => (answer as Record<string, Plain>[]).find(({ status }) => status === "ERR"));
    expect(failures.filter((failure) => failure !== undefined)).toMatchObject([
      { kind: "Query", details: { kind: "TransactionConflict" } },
    ]);
    expect(await one.query("RETURN t:1.n")).toEqual([1]);
  });

  it("tell live queries of what they changed once they are committed", async () => {
    const [one, other] = [await database.asRoot("told"), await database.asRoot("told")];
    await one.query("DEFINE TABLE t");
    await other.query("LIVE SELECT * FROM t");
    const [txn, lost] = [await begin(one), await begin(one)];
    await one.query("CREATE t:1; UPDATE t:1 SET a = 1", {}, { txn });
    await one.query("CREATE t:2", {}, { txn: lost });
    await one.call("cancel", lost);
    await new Promise((go) => setTimeout(go, 100));
    expect(other.notifications).toEqual([]);
    await one.call("commit", txn);
    expect(((await other.notified(2)) as Record<string, Plain>[]).map((told) => told["action"])).toEqual(["CREATE", "UPDATE"]);
  });

  it("commit while a query of the same connection waits for them", async () => {
    const one = await database.asRoot("waiting");
    await one.query("DEFINE TABLE t; CREATE t:1 SET n = 0");
    const txn = await begin(one);
    await one.query("UPDATE t:1 SET n += 1", {}, { txn });
    const waits = one.query("UPDATE t:1 SET n += 1");
    await new Promise((go) => setTimeout(go, 100));
    await one.call("commit", txn);
    await waits;
    expect(await one.query("SELECT VALUE n FROM ONLY t:1")).not.toEqual([0]);
  });

  it("leave no lock and no connection behind when the client leaves inside one", async () => {
    const one = await database.asRoot("left");
    await one.query("DEFINE TABLE t; CREATE t:1 SET n = 0");
    for (let n = 0; n < 30; n++) {
      const leaver = await database.asRoot("left");
      await leaver.query("UPDATE t:1 SET n = 9", {}, { txn: await begin(leaver) });
      leaver.end();
    }
    const start = performance.now();
    const results = [];
    for (let tries = 0; tries < 20 && results.at(-1) !== 1; tries++) {
      const [first] = (await one.query("UPDATE ONLY t:1 SET n = 1")) as [{ n?: number }];
      results.push(first.n);
    }
    expect(results.at(-1)).toBe(1);
    expect(performance.now() - start).toBeLessThan(9_000);
  }, 60_000);

  it("end with their session, and are at most 8 of all, so that others still find a connection", async () => {
    const [one, other] = [await database.asRoot("many"), await database.asRoot("many")];
    const session = randomUUID();
    await one.callIn({ session }, "attach");
    await one.callIn({ session }, "signin", { user: "root", pass: "secret" });
    for (let n = 0; n < 8; n++) await one.callIn({ session }, "begin");
    await expect(one.callIn({ session }, "begin")).rejects.toThrow("A connection may have 8 open transactions");
    await expect(other.call("begin")).rejects.toThrow("The server has 8 open transactions");
    expect(await other.query("RETURN 1")).toEqual([1]);
    await one.callIn({ session }, "detach");
    await one.call("commit", await begin(one));
  });

  it("blame nobody", () => {
    expect(database.failures).toEqual([]);
  });
});

describe("a transaction on PGlite, which has one connection", () => {
  const database = served();

  it("makes others wait, and ends although they do", async () => {
    const [one, other] = [await database.asRoot("one"), await database.asRoot("one")];
    await one.query("DEFINE TABLE t");
    const txn = await begin(one);
    await one.query("CREATE t:1", {}, { txn });
    const waiting = [one.query("SELECT VALUE id FROM t"), other.query("SELECT VALUE id FROM t")];
    await one.query("CREATE t:2", {}, { txn });
    await one.call("commit", txn);
    expect(await Promise.all(waiting)).toEqual([[["t:1", "t:2"]], [["t:1", "t:2"]]]);
  });

  it("gives way at once when its client leaves", async () => {
    const [one, other] = [await database.asRoot("one"), await database.asRoot("one")];
    await one.query("CREATE t:3", {}, { txn: await begin(one) });
    one.end();
    const start = performance.now();
    expect(await other.query("SELECT VALUE id FROM t:3")).toEqual([[]]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
