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
  const write = (text: string, ...values: unknown[]) =>
    room.database.inContext(ctx, (tx) => tx.query({ text, values: [ctx, now, ...values] }));
  /** Entities that a turn named first. */
  const name = async (from: number, to: number) => {
    await write(
      `insert into graph.entity (ctx, id, scope_set, type, name, type_norm, name_norm, first_word, given, family, person,
          memory_category, importance, known_at, recorded_at, updated_at)
        select $1, 'entity:' || i, '', 'Person', 'P' || i, 'person', 'p' || i, 'p' || i, '', '', '', 'identity', 1, $2, $2, $2
          from generate_series($3::int, $4::int) as each (i)`,
      from,
      to,
    );
    await write(
      `insert into graph.decision (ctx, id, recorded_at, kind, rule, record_id, turn_id, principal, delegated, trace_id, evidence)
        select $1, 'decision:' || i, $2, 'create', 'first_mention', 'entity:' || i, 'turn:naming', '', '', '', '{}'
          from generate_series($3::int, $4::int) as each (i)`,
      from,
      to,
    );
  };
  await name(1, 1000);
  await room.database.asOwner((tx) => tx.query({ text: "analyze graph.entity" }));
  await name(1001, 5000);
  const begun = performance.now();
  const { entities } = await room.database.inContext(ctx, (tx) =>
    forgetRecords(tx, ctx, { ...noTargets, turns: ["turn:naming"] }, { now, withForgotten: false }),
  );
  expect(entities).toHaveLength(5000);
  expect(performance.now() - begun).toBeLessThan(2_500);
});
