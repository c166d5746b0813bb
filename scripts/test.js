/** `npm test`: types, lint, generated files, then every test beside the code. What follows `--` goes to jest. */
import { conclude, ensureInstalled, runJest, runNode } from "./toolchain.js";

// The native compiler. The package `typescript` is the last with an interface for programs, which ESLint's parser asks for.
const tsc = "node_modules/@typescript/native/bin/tsc";
const redocly = "node_modules/@redocly/cli/bin/cli.js";
const checks = [
  ["types (tsc)", [tsc, "--noEmit"]],
  ["types of the console (tsc)", [tsc, "-p", "clients/console"]],
  ["format (oxfmt); npm run format mends it", ["node_modules/oxfmt/bin/oxfmt", "--check"]],
  ["lint (oxlint)", ["node_modules/oxlint/bin/oxlint", "--disable-nested-config"]],
  ["lint of what oxlint cannot judge (eslint)", ["node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "."]],
  ["generated from the .proto files: current", ["protos/generate.ts", "--check"]],
  ["generated from the routes: current", ["services/gateway/generate.ts", "--check"]],
  ["lint of the API document (redocly)", [redocly, "lint", "clients/openapi.json", "--config", "services/gateway/redocly.yaml"]],
  ["generated from the API document: current", ["clients/typescript/generate.ts", "--check"]],
  ["reference in docs/: current", ["docs/generate.ts", "--check"]],
  ["generated from the operator's schemas: current", ["operator/generate.ts", "--check"]],
  ["dashboards and rules of the chart: current", ["charts/generate.ts", "--check"]],
  ["built from the console: current", ["clients/console/check-build.ts"]],
];

ensureInstalled();
let passed = 0;
let failed = 0;
await Promise.all(
  checks.map(async ([name, args]) => {
    const { code, output } = await runNode(args, { capture: true });
    if (code === 0) passed++;
    else failed++;
    process.stderr.write(code === 0 ? `ok      ${name}\n` : `FAILED  ${name}\n${output}\n`);
  }),
);
const tests = await runJest("unit", process.argv.slice(2));
conclude({ passed: passed + tests.passed, failed: failed + tests.failed });
