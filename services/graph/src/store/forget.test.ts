import { param, sql, type Sql } from "@loci/ports/database";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { noTargets } from "../forgetting/forgetting.ts";
import { openRoom, type Room } from "../testing/room.ts";
import { forgetRecords } from "./forget.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

it("looks each of thousands of entities up once: all others wait for as long on the embedded database", async () => {
  const ctx = room.context();
  const now = "2024-01-01T00:00:00.000Z";
  const write = (statement: Sql) => room.database.inContext(ctx, (tx) => tx.query(statement));
  const at = param(now);
  /** Entities that a turn named first. */
  const name = async (from: number, to: number) => {
    await write(
      sql`insert into graph.entity (ctx, id, scope_set, type, name, type_norm, name_norm, first_word, given, family, person,
          memory_category, importance, known_at, recorded_at, updated_at)
        select ${ctx}, 'entity:' || i, '', 'Person', 'P' || i, 'person', 'p' || i, 'p' || i, '', '', '', 'identity', 1, ${at}, ${at}, ${at}
          from generate_series(${from}::int, ${to}::int) as each (i)`,
    );
    await write(
      sql`insert into graph.decision (ctx, id, recorded_at, kind, rule, record_id, turn_id, principal, delegated, trace_id, evidence)
        select ${ctx}, 'decision:' || i, ${at}, 'create', 'first_mention', 'entity:' || i, 'turn:naming', '', '', '', '{}'
          from generate_series(${from}::int, ${to}::int) as each (i)`,
    );
  };
  await name(1, 1000);
  await room.database.asOwner((tx) => tx.query(sql`analyze graph.entity`));
  await name(1001, 5000);
  const begun = performance.now();
  const { entities } = await room.database.inContext(ctx, (tx) =>
    forgetRecords(tx, ctx, { ...noTargets, turns: ["turn:naming"] }, { now, withForgotten: false }),
  );
  expect(entities).toHaveLength(5000);
  expect(performance.now() - begun).toBeLessThan(2_500);
});
