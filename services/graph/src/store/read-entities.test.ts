import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { param, sql, type Sql, type StatementOptions, type Transaction } from "@loci/ports/database";
import { openRoom, type Room } from "../testing/room.ts";
import { entitiesNamed, groupsOfSame, idsOfSame, listEntities } from "./read-entities.ts";
import { present } from "./time-view.ts";

const many = 2_000;
const now = "2024-01-01T00:00:00.000Z";
let room: Room;
let ctx: string;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());
beforeEach(() => void (ctx = room.context()));

/** Entities entity:1 and on, each under a ScopeSet of its own; `name` is SQL over `i`. */
async function write(name: Sql): Promise<void> {
  const nowParam = param(now);
  await room.database.inContext(ctx, (tx) =>
    tx.query(sql`insert into graph.entity (ctx, id, scope_set, type, name, type_norm, name_norm, first_word, given, family, person,
          memory_category, importance, known_at, recorded_at, updated_at)
        select ${ctx}, 'entity:' || i, 's' || i, 'Person', ${name}, 'person', ${name}, ${name}, ${name}, '', '', 'identity', 1, ${nowParam}, ${nowParam}, ${nowParam}
          from generate_series(1, ${many}::int) as each (i)`),
  );
}

/** entity:1 into entity:2, that into entity:3, and so on. */
async function mergeInChain(): Promise<void> {
  await room.database.inContext(ctx, (tx) =>
    tx.query(sql`insert into graph.entity_merge (ctx, id, kept_id, merged_id, recorded_at, reason, principal, undone_by, undo_reason)
        select ${ctx}, 'merge:' || i, 'entity:' || i + 1, 'entity:' || i, ${now}, '', '', '', '' from generate_series(1, ${many}::int - 1) as each (i)`),
  );
}

interface PlanNode {
  readonly "Actual Loops": number;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that Postgres handled in all steps of a plan, those that it threw away too. */
function handled(node: PlanNode): number {
  const each = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0);
  return (node.Plans ?? []).reduce((sum, inner) => sum + handled(inner), each * node["Actual Loops"]);
}

/** What is read, if that handles some rows for each entity, and not for each two of them: 4,000,000 and more. */
async function soon<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  let rows = 0;
  const result = await room.database.inContext(ctx, (tx) =>
    work({
      async query<Row>(statement: Sql, options?: StatementOptions) {
        const [explained] = await tx.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
          sql`explain (analyze, format json) ${statement}`,
        );
        if (explained !== undefined) rows += handled(explained["QUERY PLAN"][0].Plan);
        return tx.query<Row>(statement, options);
      },
    }),
  );
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(100 * many);
  return result;
}

describe.each([
  ["of one name under as many ScopeSets", "ann", () => write(sql`'ann'`)],
  ["merged one into the other", "p1", () => write(sql`'p' || i`).then(mergeInChain)],
])("thousands of entities %s", (_, name, prepare) => {
  // The planner knows of the contexts before, and of this one nothing.
  beforeEach(async () => {
    await room.database.asOwner((tx) => tx.query(sql`analyze graph.entity, graph.entity_merge`));
    await prepare();
  });

  it.each([
    ["to one who sees all", null],
    ["to one who sees each of their ScopeSets", Array.from({ length: many }, (_set, i) => `s${i + 1}`)],
  ])("are one, and soon found, %s", async (_who, scopeSets) => {
    const sight = { contextId: ctx, scopeSets, view: present };
    const { entities, total } = await soon((tx) => listEntities(tx, sight, { typeNorm: "", limit: 10, offset: 0 }));
    expect([entities.length, total]).toEqual([1, 1]);
    expect(await soon((tx) => entitiesNamed(tx, sight, "person", name))).toHaveLength(many);
    expect(new Set(await soon((tx) => idsOfSame(tx, sight, ["entity:1"]))).size).toBe(many);
    const groups = await soon((tx) => groupsOfSame(tx, sight, ["entity:1", "entity:7"]));
    expect(groups.get("entity:7")).toHaveLength(many);
  });

  it("are not one through those that the reader does not see", async () => {
    const sight = { contextId: ctx, scopeSets: ["s1", "s2", "s4"], view: present };
    const seen = name === "ann" ? ["entity:1", "entity:2", "entity:4"] : ["entity:1", "entity:2"];
    expect((await soon((tx) => idsOfSame(tx, sight, ["entity:1"]))).sort()).toEqual(seen);
  });
});
