/**
 * `npm run e2e`, `npm run e2e:cluster` and `npm run e2e:full`: what needs more than npm brings, and what takes long. What follows `--`
 * goes to jest.
 */
import { fetchParts } from "./parts/index.js";
import { conclude, ensureInstalled, runJest } from "./toolchain.js";

const [list = "", ...args] = process.argv.slice(2);
const projects = list.split(",");
ensureInstalled();
const parts = fetchParts(projects);
const sum = { passed: 0, failed: 0 };
for (const project of projects) {
  const { passed, failed } = await runJest(project, projects.length > 1 ? ["--passWithNoTests", ...args] : args, parts);
  sum.passed += passed;
  sum.failed += failed;
}
conclude(sum);
