/** Writes the chart's dashboards and rules from monitoring/. `--check` fails when what is committed differs. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { dashboards } from "./monitoring/dashboards/index.ts";
import { grafana } from "./monitoring/panels.ts";
import { ruleGroups } from "./monitoring/rules.ts";

const chart = join(import.meta.dirname, "loci");
const folder = join(chart, "dashboards");
const made = "# Made from charts/monitoring by `npm run generate`: change it there.\n";

const files = new Map<string, string>([
  [join(chart, "rules.yaml"), made + stringify({ groups: ruleGroups() }, { lineWidth: 0 })],
  ...dashboards.map((one) => [join(folder, `${one.name}.json`), `${JSON.stringify(grafana(one), undefined, 2)}\n`] as const),
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

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
