import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { createOperatorMetrics } from "@loci/operator/metrics";
import { metrics } from "@loci/platform/telemetry";
import { dashboards } from "./dashboards/index.ts";
import { objectives } from "./objectives.ts";
import { grafana, inNamespace } from "./panels.ts";
import { ruleGroups, runbooks } from "./rules.ts";
import { groupings, matches, selectors, seriesOf } from "./testing/expressions.ts";

const root = join(import.meta.dirname, "../..");
const rules = ruleGroups().flatMap((group) => group.rules);
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
const panels = dashboards.flatMap(({ name, rows }) => rows.flatMap((row) => row.panels.map((panel) => ({ name, ...panel }))));
const expressions = [
  ...rules.map(({ record, alert, expr }) => ({ where: record ?? alert ?? "", expr })),
  ...panels.flatMap(({ name, title, curves }) => curves.map(([expr]) => ({ where: `${name}: ${title}`, expr }))),
];
/** The metric's own name, of what a histogram makes of it. */
const base = (metric: string) => metric.replace(/_(bucket|count|sum)$/, "");

/** What processes that ran export, and under which labels. */
let exported: Set<string>;
let server: RunningLoci;
let folder: string;
let page = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-monitoring-"));
  const address = `127.0.0.1:${await freePort()}`;
  server = await startDev(`pglite:${folder}`, await freePort(), { SERVICE_METRICS_ADDRESS: address });
  const { contextId, contextKey } = printedKeys(server.output());
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const json = { authorization: `Bearer ${contextKey}`, "content-type": "application/json", ...headers };
    const answer = await fetch(`${server.url}${path}`, { method: "POST", headers: json, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 200]);
  };
  const api = `/api/v1/${contextId}`;
  await send(`${api}/facts`, { text: "Mina lives in Lisbon." });
  await send(`${api}/facts`, { text: "Mina lives in Porto now." });
  await send(`${api}/query`, { query: "Where does Mina live?" });
  await send(`${api}/chat`, { message: "Where does Mina live?" });
  const call = (name: string, args: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const accept = { accept: "application/json, text/event-stream" };
  await send("/mcp", call("recall", { query: "Where does Mina live?" }), accept);
  await send("/mcp", call("remember", { text: "Mina has a cat." }), accept);
  const form = new FormData();
  form.set("file", new Blob(["# Cats\n\nMina's cat is called Tuna.\n"]), "cats.md");
  const headers = { authorization: `Bearer ${contextKey}` };
  expect((await fetch(`${server.url}${api}/documents`, { method: "POST", headers, body: form })).status).toBe(202);
  // Until what it takes longest to do is done.
  do page = await (await fetch(`http://${address}/metrics`)).text();
  while (!page.includes('loci_document_ready_seconds_count{outcome="ready"}'));

  const names = (text: string) => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name);
  exported = new Set([...names(page), ...names(await createOperatorMetrics().registry.metrics())]);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("every expression", () => {
  it("names a metric that a running server or operator exports, or that a rule records", () => {
    for (const { where, expr } of expressions) {
      const asked = selectors(expr).map(({ metric }) => metric);
      expect([where, asked.length > 0]).toEqual([where, true]);
      expect([where, asked.filter((name) => !exported.has(base(name)) && !exported.has(name) && !recorded.has(name))]).toEqual([
        where,
        [],
      ]);
    }
  });

  it("asks for labels that the metric has, or that Prometheus adds", () => {
    const table: Readonly<Record<string, { readonly labels: readonly string[] }>> = metrics;
    const added = ["namespace", "pod", "instance"];
    for (const { where, expr } of expressions) {
      const asked = selectors(expr).filter(({ metric }) => base(metric) in table);
      const known = new Set([...asked.flatMap(({ metric }) => table[base(metric)]?.labels ?? []), "le", "class", ...added]);
      const used = [...asked.flatMap(({ matchers }) => matchers.map(({ label }) => label)), ...groupings(expr)];
      if (asked.length > 0) expect([where, used.filter((label) => !known.has(label))]).toEqual([where, []]);
    }
  });

  it("of what is promised finds what the main job made, so that a route or a tool of another name is noticed", () => {
    const series = seriesOf(page);
    for (const { name, all } of objectives)
      for (const selector of selectors(all("5m")))
        expect([name, selector, series.some((one) => matches(selector, one))]).toEqual([name, selector, true]);
  });

  it("is a part of some dashboard or rule for every metric that there is", () => {
    const asked = new Set(expressions.flatMap(({ expr }) => selectors(expr).map(({ metric }) => base(metric))));
    expect(Object.keys(metrics).filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe("every alert", () => {
  const alerts = rules.filter(({ alert }) => alert !== undefined);

  it("has a severity, a sentence, and a runbook that names it", () => {
    for (const { alert = "", labels, annotations } of alerts) {
      expect([alert, labels?.["severity"]]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect([alert, annotations?.["summary"]]).toEqual([alert, expect.stringMatching(/\.$/)]);
      const file = join(root, "docs/runbooks", annotations?.["runbook_url"]?.slice(runbooks.length) ?? "");
      expect([alert, existsSync(file)]).toEqual([alert, true]);
      expect([alert, readFileSync(file, "utf8").includes(`\`${alert}\``)]).toEqual([alert, true]);
    }
  });
});

describe("the dashboards", () => {
  it("are eight, each with places of its own for its panels", () => {
    expect(dashboards.map(({ name }) => name)).toEqual([
      ...["overview", "recall", "ingest", "truth", "models", "tenants", "operator", "dependencies"],
    ]);
    for (const dashboard of dashboards) {
      const { panels: drawn } = grafana(dashboard);
      expect(new Set(drawn.map(({ id }) => id)).size).toBe(drawn.length);
      const cells = drawn.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
      );
      expect([dashboard.name, new Set(cells).size]).toEqual([dashboard.name, cells.length]);
      expect(drawn.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
      expect(drawn.every(({ type, targets }) => type === "row" || (targets?.length ?? 0) > 0)).toBe(true);
    }
  });

  it("hold every metric to the namespaces that are chosen", () => {
    const of = 'namespace=~"$namespace"';
    expect(inNamespace('sum(rate(loci_recall_seconds_count[5m])) / max(loci:feed_bad:ratio_rate3d) + x{a="loci-operator"}')).toBe(
      `sum(rate(loci_recall_seconds_count{${of}}[5m])) / max(loci:feed_bad:ratio_rate3d{${of}}) + x{a="loci-operator"}`,
    );
    expect(inNamespace('workqueue_depth{controller="a"}')).toBe(`workqueue_depth{${of},controller="a"}`);
  });
});
