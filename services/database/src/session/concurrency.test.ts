import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Store } from "../store/port.ts";
import { openDatabases } from "./open.ts";
import { openStore } from "./open-store.ts";
import type { Databases, Session } from "./port.ts";
import type { StatementResult } from "./state.ts";

const conflict = "Transaction conflict: Write conflict, retry the transaction. This transaction can be retried";

describe("sessions at the same time", () => {
  let store: Store;
  let databases: Databases;
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }), { idleMs: 2_000 });
    databases = openDatabases({ store, unauthenticated: true });
  });
  afterAll(() => store.close());

  const open = async (): Promise<Session> => {
    const session = databases.openSession({ ip: undefined, origin: undefined });
    await session.use("test", "test");
    return session;
  };
  const valuesOf = (results: readonly StatementResult[]): readonly unknown[] =>
    results.map((result) => ("error" in result ? result.error.message : result.result));

  it("lose no increment, each statement by itself", async () => {
    const sessions = await Promise.all([open(), open()]);
    await sessions[0].query("CREATE counter:one SET n = 0", undefined);
    await Promise.all(
      sessions.map(async (session) => {
        for (let i = 0; i < 100; i++) {
          const [result] = await session.query("UPDATE counter:one SET n += 1", undefined);
          if (result !== undefined && "error" in result) throw result.error;
        }
      }),
    );
    expect(valuesOf(await sessions[0].query("RETURN counter:one.n", undefined))).toEqual([200n]);
  });

  it("lose no increment of transactions that clients hold open: who was overtaken is told so and tries again", async () => {
    const sessions = await Promise.all([open(), open()]);
    await sessions[0].query("CREATE counter:two SET n = 0", undefined);
    const add = async (session: Session, think: boolean): Promise<void> => {
      const transaction = await session.begin();
      try {
        const [read] = valuesOf(await session.query("RETURN counter:two.n", undefined, { transaction }));
        if (typeof read !== "bigint") throw new Error(String(read));
        if (think) await pause(60);
        const [written] = valuesOf(
          await session.query("UPDATE counter:two SET n = $n", new Map([["n", read + 1n]]), { transaction }),
        );
        if (typeof written === "string") throw new Error(written);
        await session.commit(transaction);
      } catch (error) {
        await session.cancel(transaction).catch(() => undefined);
        throw error;
      }
    };
    const told = new Set<string>();
    await Promise.all(
      sessions.map(async (session, at) => {
        for (let added = 0; added < 20;) {
          await add(session, at === 0 && added % 5 === 0).then(
            () => (added += 1),
            (error: unknown) => told.add((error as Error).message),
          );
        }
      }),
    );
    expect(valuesOf(await sessions[0].query("RETURN counter:two.n", undefined))).toEqual([40n]);
    expect([...told].filter((text) => text !== conflict)).toEqual([]);
  }, 30_000);

  it("keep nothing of a client that leaves within a transaction, and go on", async () => {
    const [leaving, staying] = [await open(), await open()];
    await staying.query("CREATE left:one SET n = 0", undefined);
    const transaction = await leaving.begin();
    await leaving.query("UPDATE left:one SET n = 1; CREATE left:two", undefined, { transaction });
    await leaving.close();
    expect(
      valuesOf(await staying.query("UPDATE left:one SET n += 10 RETURN VALUE n; RETURN count(SELECT * FROM left)", undefined)),
    ).toEqual([[10n], 1n]);
  });

  it("do not wait for long for a transaction that another holds open", async () => {
    const [holding, asking] = [await open(), await open()];
    await asking.query("CREATE held:one SET n = 0; CREATE free:one SET n = 0", undefined);
    const transaction = await holding.begin();
    await holding.query("UPDATE held:one SET n = 1", undefined, { transaction });
    const start = performance.now();
    await asking.query("UPDATE free:one SET n = 1; SELECT * FROM held; UPDATE held:one SET n = 2", undefined);
    expect(performance.now() - start).toBeLessThan(5_000);
    await holding.close();
  });

  it("leave others a turn while one computes without an end, and stop it when its client leaves", async () => {
    const [computing, asking] = [await open(), await open()];
    const left = new AbortController();
    const endless = computing.query("FOR $i IN 0..1000000000000 { LET $n = $i }", undefined, { signal: left.signal });
    let longest = 0;
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      await asking.query("RETURN 1", undefined);
      longest = Math.max(longest, performance.now() - start);
    }
    expect(longest).toBeLessThan(3_000);
    left.abort(new Error("the client left"));
    await expect(endless).rejects.toThrow("the client left");
  }, 30_000);
});
