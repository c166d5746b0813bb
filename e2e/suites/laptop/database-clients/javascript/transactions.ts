import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
  isRetryableConflict,
  QueryError,
  RecordId,
  ServerError,
  UnsupportedFeatureError,
  type SurrealTransaction,
} from "surrealdb";
import { fails, root, same, type Check, type Checks } from "./checks.ts";

const account = (id: number) => new RecordId("account", id);

/** A transaction is held open by a socket alone. */
const onSocket = (check: Check): Check => {
  return async (world) => {
    if (world.isWebSocket) await check(world);
    else await fails(world.db.beginTransaction(), UnsupportedFeatureError);
  };
};

export const transactions: Checks = {
  "are seen by others once they are committed": onSocket(async ({ db, connect }) => {
    await db.query("DEFINE TABLE OVERWRITE account; DELETE account");
    const other = await connect({ authentication: root });
    const txn = await db.beginTransaction();
    await txn.create<{ n: number }>(account(1)).content({ n: 1 });
    await txn.query("UPDATE account:1 SET n += 1");
    same(await txn.select<{ n: number }>(account(1)), { id: account(1), n: 2 });
    same(await other.select(account(1)), undefined);
    await txn.commit();
    same(await other.select<{ n: number }>(account(1)), { id: account(1), n: 2 });
    await fails(txn.commit(), ServerError, /Transaction not found/);
  }),
  "leave nothing behind when they are cancelled": onSocket(async ({ db }) => {
    await db.query("DEFINE TABLE OVERWRITE account; DELETE account");
    const txn = await db.beginTransaction();
    await txn.create(account(2));
    await txn.cancel();
    same(await db.select(account(2)), undefined);
    await fails(txn.query("RETURN 1"), ServerError, /Transaction not found/);
  }),
  "of a session are its own": onSocket(async ({ db }) => {
    await db.query("DEFINE TABLE OVERWRITE account; DELETE account");
    const session = await db.forkSession();
    await session.set("id", account(3));
    const txn = await session.beginTransaction();
    await txn.query("CREATE $id");
    await txn.commit();
    same(await db.select(account(3)), { id: account(3) });
    await session.closeSession();
  }),
  "that wrote the same record conflict, and one is run again": onSocket(async ({ db, connect }) => {
    await db.query("REMOVE TABLE IF EXISTS account; CREATE account:4 SET n = 0");
    const other = await connect({ authentication: root });
    const add = async (txn: SurrealTransaction) => {
      await txn.query("UPDATE account:4 SET n += 1");
      await sleep(100);
      await txn.commit();
    };
    const ended = await Promise.allSettled([add(await db.beginTransaction()), add(await other.beginTransaction())]);
    const [lost, ...rest] = ended.filter((each) => each.status === "rejected");
    const error = await fails(Promise.reject(lost?.reason as Error), QueryError, /can be retried/);
    assert.deepEqual([rest, error.isTransactionConflict, isRetryableConflict(error)], [[], true, true]);
    await add(await other.beginTransaction());
    same(await db.query("RETURN account:4.n"), [2]);
  }),
  "of one text are run again by the client": async ({ db, connect }) => {
    await db.query("REMOVE TABLE IF EXISTS account; CREATE account:5 SET n = 0");
    const others = await Promise.all([1, 2, 3].map(() => connect({ authentication: root })));
    const retry = { attempts: -1, retryDelay: 5 };
    const add = "BEGIN; LET $n = account:5.n; SLEEP 5ms; UPDATE account:5 SET n = $n + 1; COMMIT";
    await Promise.all([db, ...others].flatMap((each) => [each.query(add).retry(retry), each.query(add).retry(retry)]));
    same(await db.query("RETURN account:5.n"), [8]);
  },
};
