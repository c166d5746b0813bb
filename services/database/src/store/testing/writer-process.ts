/** Opens the store in the folder that the command line names and commits pairs of records, telling each, until it is killed. */
import { openPglite } from "@loci/adapters/pglite";
import { RecordId } from "../../values/value.ts";
import { openStore } from "../open.ts";
import type { WrittenRecord } from "../port.ts";
import { definePlace, defineTable, parseDefinition } from "./definitions.ts";

const [folder, told = "0"] = process.argv.slice(2);
if (folder === undefined) throw new Error("the folder is not named");
const place = { namespace: "n", database: "d" };
const store = await openStore(await openPglite({ folder }), { parseDefinition });
const record = (table: string, key: bigint): WrittenRecord => ({
  id: new RecordId(table, key),
  document: new Map([["text", "x".repeat(3_000)]]),
  entries: new Map(),
});

const first = await store.begin({ writes: true });
if ((await first.definitions(place)).database === undefined) {
  await definePlace(first, place);
  for (const table of ["left", "right"]) await defineTable(first, place, table);
}
await first.commit();
for (let n = BigInt(told); ; n++) {
  const tx = await store.begin({ writes: true });
  for (const table of ["left", "right"]) await tx.write(place, table, [record(table, n)], "upsert");
  await tx.commit();
  process.stdout.write(`${n}\n`);
}
