/** Writes the chart's dashboards and rules from monitoring/. `--check` fails when what is committed differs. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { dashboards } from "./monitoring/dashboards/index.ts";
import { grafana, type GrafanaDashboard } from "./monitoring/panels.ts";
import { ruleGroups } from "./monitoring/rules.ts";

const chart = join(import.meta.dirname, "loci");
const folder = join(chart, "dashboards");
const made = "# Made from charts/monitoring by `npm run generate`: change it there.\n";

const files = new Map<string, string>([
  [join(chart, "rules.yaml"), made + stringify({ groups: ruleGroups() }, { lineWidth: 0, compat: "yaml-1.1" })],
  ...dashboards.map((one) => [join(folder, `${one.name}.json`), lineForEachPanel(grafana(one))] as const),
]);

mkdirSync(folder, { recursive: true });
const left = readdirSync(folder)
  .map((name) => join(folder, name))
  .filter((file) => !files.has(file));
if (process.argv.includes("--check")) {
  for (const file of [...[...files].filter(([file, text]) => read(file) !== text).map(([file]) => file), ...left]) {
    process.stderr.write(`${file} differs from charts/monitoring: run \`npm run generate\`\n`);
    process.exitCode = 1;
  }
} else {
  for (const file of left) rmSync(file);
  for (const [file, text] of files) writeFileSync(file, text);
}

/** So that a difference shows the panel that changed, and no more. */
function lineForEachPanel({ panels, ...rest }: GrafanaDashboard): string {
  const about = JSON.stringify(rest).slice(0, -1);
  return `${about},"panels":[\n${panels.map((panel) => JSON.stringify(panel)).join(",\n")}\n]}\n`;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
