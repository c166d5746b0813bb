/** `npm run e2e`: what needs more than npm brings, and what takes long. What follows `--` goes to jest. */
import { fetchParts } from "./parts.js";
import { conclude, ensureInstalled, runJest } from "./toolchain.js";

ensureInstalled();
conclude(await runJest("e2e", process.argv.slice(2), fetchParts()));
