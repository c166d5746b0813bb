/** `npm run e2e`: what needs more than npm brings, and what takes long. What follows `--` goes to jest. */
import { fetchParts } from "./parts/index.js";
import { conclude, ensureInstalled, listTests, runJest } from "./toolchain.js";

ensureInstalled();
const args = process.argv.slice(2);
conclude(await runJest("e2e", args, fetchParts(await listTests("e2e", args))));
