/** Numbers under the names of Go's controller-runtime and client-go, so that dashboards made for those work. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { QueueObserver } from "./work-queue.ts";

export interface ControllerMetrics extends QueueObserver {
  /** Begins one reconciliation; the answer ends it. */
  began(): (result: "success" | "requeue_after" | "error") => void;
  failed(isTerminal: boolean): void;
  retried(): void;
  watch(parts: { readonly depth: () => number; readonly workers: number }): void;
}

export interface Metrics {
  readonly registry: Registry;
  controller(name: string): ControllerMetrics;
  /** Called whenever a watch of this kind heard something. */
  activity(kind: string): () => void;
  leading(lease: string, isLeader: boolean): void;
  /** Numbers that are read whenever they are asked for, each with the value of its one label. */
  numbers(of: { readonly name: string; readonly help: string; readonly label: string }, read: NumbersReader): void;
}

export type NumbersReader = () => Iterable<readonly [label: string, value: number]>;

export function createMetrics(clock: () => number = Date.now): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) => new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name, help, labelNames, registers });
  const seconds = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const short = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

  const total = counter("controller_runtime_reconcile_total", "Reconciliations by controller and result", ["controller", "result"]);
  const errors = counter("controller_runtime_reconcile_errors_total", "Reconciliations that failed", ["controller"]);
  const terminal = counter("controller_runtime_terminal_reconcile_errors_total", "Failures that wait for a change", ["controller"]);
  const time = seconds("controller_runtime_reconcile_time_seconds", "Seconds for a reconciliation", ["controller"], short);
  const most = gauge("controller_runtime_max_concurrent_reconciles", "Workers of a controller", ["controller"]);
  const active = gauge("controller_runtime_active_workers", "Workers at work", ["controller"]);
  const adds = counter("workqueue_adds_total", "Keys added to a queue", ["name", "controller"]);
  const retries = counter("workqueue_retries_total", "Keys added again after a failure", ["name", "controller"]);
  const waited = seconds("workqueue_queue_duration_seconds", "Seconds that a key waited", ["name", "controller"], short);
  const worked = seconds("workqueue_work_duration_seconds", "Seconds that a key was worked on", ["name", "controller"], short);
  const depths = new Map<string, () => number>();
  new Gauge({
    name: "workqueue_depth",
    help: "Keys that wait",
    labelNames: ["name", "controller"],
    registers,
    collect() {
      for (const [name, depth] of depths) this.set({ name, controller: name }, depth());
    },
  });
  const heard = gauge("watch_last_activity_timestamp_seconds", "When a watch of this kind last heard something", ["kind"]);
  const leader = gauge("leader_election_master_status", "1 on the replica that leads", ["name"]);

  return {
    registry,
    controller(name) {
      const queue = { name, controller: name };
      active.set({ controller: name }, 0);
      for (const result of ["success", "requeue_after", "error"]) total.inc({ controller: name, result }, 0);
      errors.inc({ controller: name }, 0);
      terminal.inc({ controller: name }, 0);
      retries.inc(queue, 0);
      return {
        added: () => adds.inc(queue),
        taken: (waitedMs) => waited.observe(queue, waitedMs / 1_000),
        began() {
          const since = clock();
          active.inc({ controller: name });
          return (result) => {
            const took = (clock() - since) / 1_000;
            active.dec({ controller: name });
            total.inc({ controller: name, result });
            time.observe({ controller: name }, took);
            worked.observe(queue, took);
          };
        },
        failed(isTerminal) {
          errors.inc({ controller: name });
          if (isTerminal) terminal.inc({ controller: name });
        },
        retried: () => retries.inc(queue),
        watch({ depth, workers }) {
          depths.set(name, depth);
          most.set({ controller: name }, workers);
        },
      };
    },
    activity: (kind) => () => heard.set({ kind }, clock() / 1_000),
    leading: (name, isLeader) => leader.set({ name }, isLeader ? 1 : 0),
    numbers({ name, help, label }, read) {
      new Gauge({
        ...{ name, help, labelNames: [label], registers },
        collect() {
          this.reset();
          for (const [labelled, value] of read()) this.set({ [label]: labelled }, value);
        },
      });
    },
  };
}
