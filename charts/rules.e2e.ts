/**
 * The chart's alert rules in Prometheus' own hands: promtool reads them, and runs each alert over made-up series, some where it must fire
 * and some where it must not. The dashboards' expressions go through its parser too.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { stringify } from "yaml";
import { dashboards } from "./monitoring/dashboards/index.ts";
import { ruleGroups } from "./monitoring/rules.ts";
import { cases, type Case, type Given } from "./monitoring/testing/cases.ts";

const rules = join(import.meta.dirname, "loci/rules.yaml");
const alerts = ruleGroups().flatMap((group) =>
  group.rules.flatMap(({ alert, labels }) => (alert ? [`${alert} ${labels?.["burn"] ?? ""}`.trim()] : [])),
);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-rules-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function promtool(...args: readonly string[]): Promise<string> {
  const program = process.env["LOCI_PROMTOOL"];
  if (program === undefined) throw new Error("LOCI_PROMTOOL is not set; run this with 'npm run e2e', which gets the part");
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`promtool ${args.join(" ")} ended with ${child.exitCode ?? "a signal"}:\n${output}`);
  return output;
}

describe("the rules", () => {
  it("are rules as Prometheus reads them", async () => {
    expect(await promtool("check", "rules", "--lint-fatal", rules)).toContain("SUCCESS");
  });

  it("have a case each, that fires and that does not", () => {
    expect(cases.map(({ alert, burn }) => `${alert} ${burn ?? ""}`.trim()).sort()).toEqual([...alerts].sort());
  });

  it.each(cases.map((one) => [`${one.alert} ${one.burn ?? ""}`.trim(), one] as const))("%s", async (name, one) => {
    const at = join(folder, name.replaceAll(/\W/g, "-"));
    // Its group alone: days of all of them take minutes.
    const groups = ruleGroups().filter((group) => group.rules.some(({ alert }) => alert === one.alert));
    await writeFile(`${at}.rules.yaml`, stringify({ groups }));
    const test = { rule_files: [`${at}.rules.yaml`], evaluation_interval: one.interval, tests: testsOf(one) };
    await writeFile(`${at}.yaml`, stringify(test));
    expect(await promtool("test", "rules", `${at}.yaml`)).toContain("SUCCESS");
  });
});

describe("the dashboards", () => {
  it("ask what Prometheus understands", async () => {
    const asked = dashboards.flatMap(({ rows }) =>
      rows.flatMap((row) => row.panels.flatMap(({ curves }) => curves.map(([expr]) => expr))),
    );
    // Grafana puts a time in the variable's place.
    const recorded = asked.map((expr, i) => ({ record: `panel:${i}`, expr: expr.replaceAll("$__rate_interval", "5m") }));
    const file = join(folder, "panels.yaml");
    await writeFile(file, stringify({ groups: [{ name: "panels", rules: recorded }] }));
    expect(await promtool("check", "rules", file)).toContain(`${asked.length} rules found`);
  });
});

/** Asks for the alert alone: the sentence that it says is not what is tested. */
function testsOf({ alert, burn, interval, at, fires, quiet }: Case): object[] {
  const labels = { alertname: alert, alertstate: "firing", ...(burn === undefined ? {} : { burn }) };
  const matchers = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const test = (name: string, series: Given, firing: number) => ({
    ...{ name, interval },
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        ...{ expr: `count(ALERTS{${matchers.join(",")}}) or vector(0)`, eval_time: at },
        exp_samples: [{ labels: "{}", value: firing }],
      },
    ],
  });
  return [
    ...[fires].flat().map((series, i) => test(`fires ${i}`, series, 1)),
    ...[quiet].flat().map((series, i) => test(`does not ${i}`, series, 0)),
  ];
}
