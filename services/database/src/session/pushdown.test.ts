import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Store } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import { openStore } from "./open-store.ts";
import { openDatabases } from "./open.ts";
import type { Session } from "./port.ts";

const records = `
  CREATE t:1 SET n = 2, s = 'b', d = d'2024-01-01T00:00:00Z', a = ['x','y'], r = t:2, b = true;
  CREATE t:2 SET n = 2.0, s = 'c', d = d'2025-01-01T00:00:00Z', a = 'xyz', r = t:1, b = false;
  CREATE t:3 SET n = 2dec, s = 5, a = {x: 1}, r = 't:1'; CREATE t:4 SET n = 'z', s = NULL, a = [];
  CREATE t:5 SET n = [1], s = /b/, a = [/x/]; CREATE t:6 SET n = 2.5, s = 'B'; CREATE t:7 SET n = 9007199254740993;
  CREATE t:8 SET n = NULL, d = 1d; CREATE t:9 SET n = true, d = 5; CREATE t:10; CREATE t:11 SET n = '2', s = '/b/'; CREATE t:12 SET n = '{"$int":"2"}', s = '{a';
  CREATE k:1 SET g = 'a', n = 2; CREATE k:2 SET g = 'a', n = 3; CREATE k:3 SET g = NULL, n = 'x'; CREATE k:4 SET n = -3;
  CREATE m:1 SET g = 'a', n = 2; CREATE m:2 SET g = 'b', n = -3; CREATE m:3 SET g = 'a', n = 5;`;
const operators = ["=", "!=", "<", "<=", ">", ">=", "CONTAINS", "IN"];
const values = [
  "2",
  "'2'",
  "9007199254740993",
  "2.5",
  "2dec",
  "'b'",
  "'x'",
  "d'2024-06-01T00:00:00Z'",
  "t:1",
  "true",
  "NONE",
  "NULL",
  "['b', 2, NONE]",
  "'{a'",
];
const conditions = ["n", "s", "d", "a", "r", "b"].flatMap((field) =>
  operators.flatMap((operator) => values.map((value) => `${field} ${operator} ${value}`)),
);
const programs: readonly string[] = [
  conditions.map((condition) => `SELECT VALUE id FROM t WHERE ${condition};`).join("\n"),
  conditions.map((condition) => `SELECT count() FROM t WHERE ${condition} GROUP ALL;`).join("\n"),
  conditions
    .map((condition, i) => `SELECT count() FROM t WHERE ${condition} OR ${conditions[(i * 7) % conditions.length]} GROUP ALL;`)
    .join("\n"),
  "SELECT VALUE id FROM t WHERE n = 2 AND s = 'b'; SELECT VALUE id FROM t WHERE n = 2 OR s = 5; SELECT VALUE id FROM t WHERE 2 < n",
  "SELECT VALUE id FROM t WHERE id = t:3; SELECT VALUE id FROM t WHERE id IN [t:9, t:2, t:99]; SELECT VALUE id FROM t WHERE id > t:3",
  "SELECT * FROM t LIMIT 3 START 2; SELECT * FROM t ORDER BY id DESC LIMIT 2; SELECT VALUE id FROM t WHERE n = 2 LIMIT 1 START 1",
  "SELECT g, count(), math::sum(n) AS s, math::mean(n) AS m, math::min(n) AS a, math::max(n) AS b FROM k GROUP BY g",
  // A text among the numbers fails a statement: what was written before it stays.
  "BEGIN; UPSERT k:5 SET g = 'b', n = 7; SELECT math::sum(n) AS s FROM k GROUP ALL; SELECT VALUE n FROM k:5; COMMIT; SELECT VALUE n FROM k:5",
  "SELECT g, math::mean(n) AS m, math::max(n) AS b FROM m GROUP BY g; SELECT math::sum(n) AS s, math::sum(absent) AS a FROM m GROUP ALL",
  "SELECT count(), math::sum(n) AS s FROM k GROUP ALL; SELECT math::sum(n) AS s FROM t GROUP ALL; SELECT n, count() FROM t GROUP BY n",
];

/** What the store is asked to leave out, and what the interpreter leaves out alone. */
describe("with and without pushdown", () => {
  let store: Store;
  let [on, off]: Session[] = [];
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }));
    [on, off] = [true, false].map((pushdown) =>
      openDatabases({ store, unauthenticated: true, pushdown }).openSession({ ip: undefined, origin: undefined }),
    );
    await on?.use("test", "test");
    await off?.use("test", "test");
    await on?.query(records, undefined);
  });
  afterAll(() => store.close());

  it.each(programs)("the same is read: %#", async (program) => {
    expect(await shown(on, program)).toEqual(await shown(off, program));
  });
});

async function shown(session: Session | undefined, program: string): Promise<readonly string[]> {
  const results = await session?.query(program, undefined);
  return (results ?? []).map((result) => ("error" in result ? result.error.message : printValue(result.result)));
}
