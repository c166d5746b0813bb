/** Runs a TypeScript file of this repository with the pinned Node: `node scripts/run.js <file> [arguments]`. */
import { ensureInstalled, fail, runNode } from "./toolchain.js";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("usage: node scripts/run.js <file.ts> [arguments]");
ensureInstalled();
const { code } = await runNode([file, ...args]);
process.exitCode = code;
