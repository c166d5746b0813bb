/** `npm run e2e` and `npm run e2e:cluster`: what needs more than npm brings, and what takes long. What follows `--` goes to jest. */
import { fetchParts } from "./parts/index.js";
import { conclude, ensureInstalled, runJest } from "./toolchain.js";

const [project, ...args] = process.argv.slice(2);
ensureInstalled();
conclude(await runJest(project, args, fetchParts(project)));
