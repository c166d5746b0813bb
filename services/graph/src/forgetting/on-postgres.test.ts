import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { principalOf } from "@loci/platform/call";
import { lockContext } from "../store/feed.ts";
import { caller, openRoom, scopes, turn, write } from "../testing/room.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

it("waits for a statement over very many records as long as that takes: else no repetition would ever come to the end", async () => {
  const room = await openRoom(
    await openPostgres({ connectionString: await server.createDatabase("patience"), answerTimeoutMs: 5_000 }),
  );
  const call = caller(room.context(), { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] });
  await room.service.writeMemory(write({ turns: [turn("Ali lives in Rome.")], scopes: scopes(["ali"]) }), call);
  await room.database.asOwner((tx) =>
    tx.query(sql`create function graph.slowly() returns trigger language plpgsql as 'begin perform pg_sleep(6); return null; end';
        create trigger slowly after insert on graph.purged for each statement execute function graph.slowly()`),
  );
  const operation = { id: "once", hash: new Uint8Array([1]) };
  const done = await room.service.forgetScope({ path: "ali", operation, dryRun: false }, call);
  expect(done).toMatchObject({ deleted: 1, receipt: { erased: { turn: 1 } }, replayed: false });
  await room.database.close();
});

it("of a scope waits for who writes to a session under it, and for the context only then: they never wait for each other", async () => {
  const room = await openRoom(await openPostgres({ connectionString: await server.createDatabase("order") }));
  const call = caller(room.context(), { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] });
  const { contextId } = principalOf(call);
  await room.service.writeMemory(write({ turns: [turn("Ali lives in Rome.")], scopes: scopes(["ali"]) }), call);
  const waiting = async () => {
    const [row] = await room.database.asOwner((tx) =>
      tx.query<{ n: number }>(sql`select count(*)::int as n from pg_locks where not granted`),
    );
    return row?.n ?? 0;
  };
  let forgotten: Promise<unknown> = Promise.resolve();
  await room.database.inContext(contextId, async (tx) => {
    await tx.query(sql`select 1 from graph.session where ctx = ${contextId} for update`);
    forgotten = room.service.forgetScope({ path: "ali", operation: null, dryRun: false }, call);
    while ((await waiting()) === 0) await new Promise((go) => setTimeout(go, 10));
    await lockContext(tx, contextId);
  });
  expect(await forgotten).toMatchObject({ deleted: 1 });
  await room.database.close();
});
