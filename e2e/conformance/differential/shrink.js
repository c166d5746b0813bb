/** Of each case of the files that our database answers otherwise than the peer: the shortest program that it still does for, by leaving out statements. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { openPglite } from "@loci/adapters/pglite";
import { casesOf } from "../../../services/database/src/conformance/cases.ts";
import { differencesOf } from "../../../services/database/src/conformance/run-case.ts";
import { openStore } from "../../../services/database/src/session/open-store.ts";
import { openDatabases } from "../../../services/database/src/session/open.ts";
import { recordCase, splitCases } from "./recorded.js";
import { statementsOf } from "./statements.js";

const store = await openStore(await openPglite({ folder: undefined }));
const databases = openDatabases({ store, unauthenticated: true });

/** The lines of a program by what ends on one of them: several statements of one line stay together. */
function unitsOf(lines) {
  const ends = [...new Set(statementsOf(`${lines.join("\n")}\n`).map(({ line }) => line))];
  return ends.map((end, i) => lines.slice(i === 0 ? 0 : ends[i - 1] + 1, end + 1));
}

/** @returns the case as recorded where the two differ; undefined where they agree */
async function differing(title, units, file) {
  if (units.length === 0) return undefined;
  const lines = await recordCase([title, ...units.flat()], file);
  const [one] = casesOf(file, lines.join("\n"));
  return one !== undefined && (await differencesOf(databases, one)).length > 0 ? lines : undefined;
}

/** Leaves out halves, then quarters, … then single statements, as long as the two differ (Zeller and Hildebrandt 2002, without complements). */
async function shrunk(title, program, file) {
  let units = program;
  let found = await differing(title, units, file);
  for (let size = Math.ceil(units.length / 2); found !== undefined && size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < units.length;) {
      const fewer = [...units.slice(0, at), ...units.slice(at + size)];
      const still = await differing(title, fewer, file);
      if (still === undefined) at += size;
      else [units, found] = [fewer, still];
    }
  }
  return found;
}

for (const path of process.argv.slice(2)) {
  const [, ...cases] = splitCases(readFileSync(path, "utf8"));
  for (const [title, ...lines] of cases) {
    const bare = lines.filter((line) => !/^--(?:>|!|\?|\|)/.test(line) && line.trim() !== "");
    const found = await shrunk(title, unitsOf(bare), basename(path));
    if (found !== undefined) console.log(found.join("\n"));
  }
}
process.exit(0);
