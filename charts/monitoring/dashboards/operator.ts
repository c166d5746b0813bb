import { leads, waits } from "../leader.ts";
import { curves, number, perSecond, quantile, redFrom, type Dashboard } from "../panels.ts";

const ours = 'controller=~"memory.+"';

/** Does the cluster's state become Loci's? */
export const operator: Dashboard = {
  name: "operator",
  title: "Operator",
  about: "Reconciliation of MemoryContexts, MemoryPrincipals, MemoryKeys and backups, under controller-runtime's names.",
  rows: [
    {
      title: "Now",
      panels: [
        number("Leaders", "Of each Lease one replica leads.", "short", `sum by (namespace, name) (${leads})`, [
          { color: "red", value: null },
          { color: "green", value: 1 },
          { color: "red", value: 2 },
        ]),
        number("Waiting", "Resources in the leader's queue.", "short", `sum(${waits})`, redFrom(50, 500)),
        number(
          "Failing",
          "Share of reconciliations.",
          "percentunit",
          `${perSecond(`controller_runtime_reconcile_errors_total{${ours}}`)} / ${perSecond(`controller_runtime_reconcile_total{${ours}}`)}`,
          redFrom(0.05, 0.5),
        ),
        number(
          "Last heard of the cluster",
          "By the watch that is silent longest.",
          "s",
          'time() - min(min by (kind) (watch_last_activity_timestamp_seconds{kind=~"Memory.+"}))',
          redFrom(300, 900),
        ),
      ],
    },
    {
      title: "Reconciliation",
      panels: [
        curves("By result", "A second.", "ops", [
          [perSecond(`controller_runtime_reconcile_total{${ours}}`, ["controller", "result"]), "{{controller}} {{result}}"],
        ]),
        curves("How long it takes", "p95 by controller.", "s", [
          [quantile(0.95, "controller_runtime_reconcile_time_seconds", ["controller"], `{${ours}}`), "{{controller}}"],
        ]),
        curves("Failures", "terminal: they wait for a change of the resource.", "ops", [
          [perSecond(`controller_runtime_reconcile_errors_total{${ours}}`, ["controller"]), "{{controller}}"],
          [perSecond(`controller_runtime_terminal_reconcile_errors_total{${ours}}`, ["controller"]), "{{controller}} terminal"],
        ]),
      ],
    },
    {
      title: "The queue and the watches",
      panels: [
        curves("Waiting", "For the leader, by controller.", "short", [[`sum by (controller) (${waits})`, "{{controller}}"]]),
        curves("How long they wait", "p95 by controller.", "s", [
          [quantile(0.95, "workqueue_queue_duration_seconds", ["controller"], `{${ours}}`), "{{controller}}"],
        ]),
        curves("Tried again", "A second.", "ops", [
          [perSecond(`workqueue_retries_total{${ours}}`, ["controller"]), "{{controller}}"],
        ]),
        curves("At work", "Workers of each controller, and how many it has.", "short", [
          [`sum by (controller) (controller_runtime_active_workers{${ours}})`, "{{controller}}"],
          [`max by (controller) (controller_runtime_max_concurrent_reconciles{${ours}})`, "{{controller}} at most"],
        ]),
        curves(
          "Silence of the watches",
          "By kind.",
          "s",
          [['time() - min by (kind) (watch_last_activity_timestamp_seconds{kind=~"Memory.+|Secret"})', "{{kind}}"]],
          { thresholds: redFrom(300, 900) },
        ),
        curves("Age of the backups", "Since each was last whole.", "s", [
          ["time() - max by (backup) (loci_backup_last_success_timestamp_seconds)", "{{backup}}"],
        ]),
        curves("Added to the queue", "A second.", "ops", [
          [perSecond(`workqueue_adds_total{${ours}}`, ["controller"]), "{{controller}}"],
        ]),
      ],
    },
  ],
};
