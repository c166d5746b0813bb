import { expect, it } from "@jest/globals";
import { isTest, read, sources } from "./repository.ts";

/** Where texts are made, or looked at, as they go to the database. */
const apart = [
  "services/ports/src/database/sql.ts",
  "services/ports/src/database/sql.test.ts",
  "services/platform/src/telemetry/watched.test.ts",
];
const all = sources.filter((file) => !apart.includes(file) && !file.startsWith("e2e/tidy/"));

/** Behind what stands before a value in SQL: an operator, a bracket, a comma, a word. In a replacement for `replace` it is a quote. */
const written = /(?:[=<>|&+*(,]|\b(?:and|or|select|limit|offset|interval|like|in|set|between|where|values)) ?\$\d+\b/i;
const workedOut = /[=<>(, ]\$\$\{[^}]*(?:\.length|\bi\b|index)/;

it("no statement numbers its parameters by hand", () => {
  expect("where a = $1").toMatch(written);
  expect(all.filter((file) => written.test(read(file)) || workedOut.test(read(file)))).toEqual([]);
});

it("SQL that is not written out where it is asked stands in migrations, and in names and types of our own", () => {
  const takesRaw = (text: string): boolean => /\braw\b[^;]*"@loci\/ports\/database"/.test(text) && /(?<![.\w])raw\(/.test(text);
  expect(all.filter((file) => !isTest(file) && takesRaw(read(file)))).toEqual([
    "bench/src/database/sides.ts",
    "services/database/src/store/sql.ts",
    "services/graph/src/store/bulk.ts",
    "services/graph/src/store/export-lines.ts",
    "services/graph/src/store/import-lines.ts",
    "services/platform/src/db/migrate.ts",
  ]);
});
