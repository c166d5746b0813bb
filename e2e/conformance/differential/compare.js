import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { openPglite } from "@loci/adapters/pglite";
import { casesOf } from "../../../services/database/src/conformance/cases.ts";
import { differencesOf } from "../../../services/database/src/conformance/run-case.ts";
import { openStore } from "../../../services/database/src/session/open-store.ts";
import { openDatabases } from "../../../services/database/src/session/open.ts";

const store = await openStore(await openPglite({ folder: undefined }));
const databases = openDatabases({ store, unauthenticated: true });
let cases = 0;
let right = 0;
for (const path of process.argv.slice(2)) {
  for (const each of casesOf(basename(path), readFileSync(path, "utf8"))) {
    const differences = await differencesOf(databases, each);
    cases += 1;
    if (differences.length === 0) right += 1;
    else console.log(`${each.file}: ${each.title}`);
    for (const { statement, expected, given } of differences) console.log(`  ${statement}. ${expected}\n     ${given}`);
  }
}
console.log(`${right} of ${cases} cases`);
process.exit(0);
