import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { type Database, sql } from "@loci/ports/database";
import { indexKeyBytes } from "../values/codec/key.ts";
import { intEntries } from "./int-key.ts";

let database: Database;
beforeAll(async () => {
  database = await openPglite({ folder: undefined });
});
afterAll(() => database.close());

it("an int has the same entry whether SQL makes it or we do", async () => {
  const powers = Array.from({ length: 16 }, (_, i) => 10n ** BigInt(i));
  const near = powers.flatMap((power) => [power - 1n, power, power + 1n, power * 7n, power * 123n]);
  const ints = [0n, 2n ** 53n - 1n, ...near].filter((int) => int < 2n ** 53n).flatMap((int) => [int, -int]);
  const numbered = sql`select at as id, a from unnest(${ints.map(String)}::int8[]) with ordinality n(a, at)`;
  const rows = await database.asOwner((tx) =>
    tx.query<{ entry: Uint8Array }>(sql`select entry from (${intEntries(numbered)}) e order by id`),
  );
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
  expect(rows.map(({ entry }) => hex(entry))).toEqual(ints.map((int) => hex(indexKeyBytes([int]))));
});
