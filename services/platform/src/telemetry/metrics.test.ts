import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Meter } from "./meter.ts";
import { metrics } from "./metrics.ts";
import { prometheusMeter } from "./prometheus.ts";

let meter: Meter;
const failures: unknown[] = [];
const open = () => (meter = prometheusMeter((error) => void failures.push(error)));
afterEach(() => {
  meter.close();
  failures.length = 0;
});
const lines = async () => (await meter.text()).body.split("\n");

describe("the metrics of a process", () => {
  it("have names that say whose they are and in which unit, and labels with few values", () => {
    open();
    for (const [name, { kind, labels }] of Object.entries(metrics)) {
      expect(name).toMatch(
        kind === "histogram" ? /^loci_[a-z_]+_seconds$/ : kind === "counter" ? /^loci_[a-z_]+_total$/ : /^loci_[a-z_]+$/,
      );
      for (const label of labels) expect(["principal", "key", "scope", "trace", "id", "path", "url"]).not.toContain(label);
    }
  });

  it("are told apart by context only where somebody pays for it", () => {
    const byContext = Object.entries(metrics).filter(([, { labels }]) => labels.some((label) => label === "context"));
    expect(byContext.map(([name]) => name)).toEqual(["loci_model_tokens_total", "loci_model_cost_total"]);
  });

  it("are measured and told in Prometheus' format", async () => {
    open();
    meter.observe("loci_rpc_server_seconds", { method: "a/B", code: "OK" }, 0.02);
    meter.add("loci_writes_total", { kind: "remember", outcome: "ok" });
    meter.add("loci_writes_total", { kind: "remember", outcome: "ok" }, 2);
    const told = await lines();
    expect(told).toContain('loci_rpc_server_seconds_bucket{le="0.025",method="a/B",code="OK"} 1');
    expect(told).toContain('loci_writes_total{kind="remember",outcome="ok"} 3');
    expect((await meter.text()).type).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it("say nothing of a gauge that nobody read, or that could not be read", async () => {
    open();
    let reads = 0;
    meter.onScrape(["loci_uncertainties_open"], async () => {
      reads++;
      throw new Error("the database is down");
    });
    expect((await lines()).filter((line) => line.startsWith("loci_uncertainties") || line.startsWith("loci_jobs"))).toEqual([]);
    expect(failures).toHaveLength(1);
    await lines();
    // Once in fifteen seconds, whoever asks.
    expect(reads).toBe(1);
  });

  it("read a gauge anew: what is gone is gone", async () => {
    open();
    meter.onScrape(["loci_jobs"], async () => [{ name: "loci_jobs", labels: { pipeline: "document", state: "queued" }, value: 2 }]);
    expect(await lines()).toContain('loci_jobs{pipeline="document",state="queued"} 2');
  });

  it("tell of the process itself by how much its timers were late, and nothing that costs all the time", async () => {
    open();
    // A look or two at an idle loop, and one at a busy one.
    await sleep(450);
    for (const end = performance.now() + 3_000; performance.now() < end;);
    await sleep(250);
    const told = new Map((await lines()).map((line): [string, number] => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]));
    const lag = (name: string) => told.get(`loci_nodejs_eventloop_lag_${name}_seconds`) ?? Number.NaN;
    expect(lag("max")).toBeGreaterThan(2.5);
    // Not the time between two looks, in which nothing was late.
    expect(lag("p50")).toBeLessThan(lag("max") / 2);
    for (const name of [
      "process_cpu_seconds_total",
      "process_resident_memory_bytes",
      "process_open_fds",
      "process_start_time_seconds",
    ])
      expect(told.get(`loci_${name}`)).toBeGreaterThan(0);
    expect([...told.keys()].filter((name) => name.includes("gc_duration"))).toEqual([]);
  });

  it("stand in a registry of their own", async () => {
    const first = open();
    const second = prometheusMeter(() => undefined);
    second.add("loci_recall_degraded_total", {});
    expect((await first.text()).body).toContain("\nloci_recall_degraded_total 0\n");
    second.close();
  });
});
