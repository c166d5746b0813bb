/**
 * `npm run e2e` and its kin (`e2e:core`, `e2e:cluster`, `e2e:kind`, `e2e:full`): what needs more than npm brings, and what takes long.
 * What follows `--` goes to jest; only the parts that its test files need are waited for.
 */
import { fetchParts } from "./parts/index.js";
import { conclude, ensureInstalled, fail, listTests, runJest } from "./toolchain.js";

const [list = "", ...args] = process.argv.slice(2);
ensureInstalled();
const projects = [];
for (const project of list.split(",")) if ((await listTests(project, args)).length > 0) projects.push(project);
if (projects.length === 0) fail(`No test file of ${list} matches ${args.join(" ")}. Try 'npm run e2e -- e2e/suites/laptop'.`);

const parts = fetchParts(projects);
const sum = { passed: 0, failed: 0 };
for (const project of projects) {
  const { passed, failed } = await runJest(project, args, parts);
  sum.passed += passed;
  sum.failed += failed;
}
conclude(sum);
