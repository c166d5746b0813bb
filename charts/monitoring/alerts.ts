/** Alerts beside those of the objectives: what breaks before, or without, anybody's request going wrong. */
import type { Rule } from "./objectives.ts";
import { serverFaults } from "./surface.ts";

interface Alert {
  readonly name: string;
  /** How long it must have been so. */
  readonly after: string;
  readonly severity: "page" | "ticket";
  readonly runbook: string;
  readonly summary: string;
  readonly expr: string;
}

const ours = 'controller=~"memory.+"';

const groups: Readonly<Record<string, readonly Alert[]>> = {
  processes: [
    {
      ...{ name: "LociDown", after: "5m", severity: "page", runbook: "loci-is-down.md" },
      summary: "No process of Loci tells its metrics.",
      expr: "absent(loci_process_start_time_seconds)",
    },
    {
      ...{ name: "LociRestarts", after: "0m", severity: "ticket", runbook: "loci-is-down.md" },
      summary: "A process of Loci was started {{ $value }} times within an hour.",
      expr: "changes(loci_process_start_time_seconds[1h]) > 3",
    },
    {
      ...{ name: "LociDependencyDown", after: "2m", severity: "page", runbook: "dependency-is-down.md" },
      summary: "{{ $labels.dependency }} does not answer a process of Loci that cannot work without it.",
      expr: "min by (namespace, dependency) (loci_dependency_up) == 0",
    },
    {
      ...{ name: "LociDatabaseWaits", after: "5m", severity: "ticket", runbook: "database-is-slow.md" },
      summary: "{{ $value }} requests of one process wait for a connection to the database.",
      expr: "max by (namespace) (loci_database_waiting) > 5",
    },
    {
      ...{ name: "LociCertificateExpires", after: "1h", severity: "page", runbook: "certificate-expires.md" },
      summary: "A certificate for gRPC ends within {{ $value | humanizeDuration }}.",
      expr: "min by (namespace) (loci_certificate_expiry_timestamp_seconds) - time() < 7 * 86400",
    },
  ],
  recall: [
    {
      ...{ name: "LociRecallDegraded", after: "10m", severity: "ticket", runbook: "recall-is-degraded.md" },
      summary: "{{ $value | humanizePercentage }} of recalls miss one of their legs.",
      expr:
        "sum by (namespace) (rate(loci_recall_degraded_total[10m]))" +
        " / sum by (namespace) (rate(loci_recall_seconds_count[10m])) > 0.05",
    },
    {
      ...{ name: "LociIndexBehind", after: "5m", severity: "page", runbook: "index-is-behind.md" },
      summary: "What was written {{ $value | humanizeDuration }} ago is not in the search index.",
      expr: "max by (namespace) (loci_index_lag_seconds) > 60",
    },
    {
      ...{ name: "LociModelFails", after: "10m", severity: "ticket", runbook: "provider-down.md" },
      summary: "{{ $value | humanizePercentage }} of the calls of {{ $labels.provider }} for {{ $labels.stage }} fail.",
      expr:
        `sum by (namespace, stage, provider) (rate(loci_model_seconds_count{outcome=~"${serverFaults.outcome}|rate_limited"}[10m]))` +
        " / sum by (namespace, stage, provider) (rate(loci_model_seconds_count[10m])) > 0.2",
    },
  ],
  work: [
    {
      ...{ name: "LociWorkWaits", after: "10m", severity: "ticket", runbook: "queue-grows.md" },
      summary: "Work of the pipeline {{ $labels.pipeline }} has been due for {{ $value | humanizeDuration }}.",
      expr: 'max by (namespace, pipeline) (loci_jobs_oldest_seconds{state="queued"}) > 900',
    },
    {
      ...{ name: "LociWorkDied", after: "0m", severity: "ticket", runbook: "work-died.md" },
      summary: "{{ $value }} works of the pipeline {{ $labels.pipeline }} failed for good within an hour.",
      expr:
        'max by (namespace, pipeline) (loci_jobs{state="failed"})' +
        ' - (max by (namespace, pipeline) (loci_jobs{state="failed"} offset 1h)' +
        ' or 0 * max by (namespace, pipeline) (loci_jobs{state="failed"})) > 0',
    },
    {
      ...{ name: "LociDocumentsFail", after: "0m", severity: "ticket", runbook: "work-died.md" },
      summary: "{{ $value | humanize }} documents failed within an hour.",
      expr: 'sum by (namespace) (increase(loci_document_ready_seconds_count{outcome="failed"}[1h])) > 5',
    },
    {
      ...{ name: "LociTextsUnread", after: "1h", severity: "ticket", runbook: "queue-grows.md" },
      summary: "{{ $value }} texts wait to be read for facts.",
      expr: "max by (namespace) (loci_extractions_pending) > 500",
    },
    {
      ...{ name: "LociScheduledWorkStopped", after: "30m", severity: "page", runbook: "scheduled-work-stopped.md" },
      summary: "Nothing has done the scheduled work for an hour: erasures, expiry and decay stand still.",
      expr:
        "max by (namespace) (loci_contexts)" +
        ' unless on (namespace) sum by (namespace) (increase(loci_upkeep_runs_total{kind="purged",outcome="ok"}[1h])) > 0',
    },
  ],
  truth: [
    {
      ...{ name: "LociErasureOverdue", after: "5m", severity: "page", runbook: "erasure-is-overdue.md" },
      summary: "Something of a context that was deleted {{ $value | humanizeDuration }} ago is still there.",
      expr: "max by (namespace) (loci_erasures_oldest_seconds) > 3600",
    },
    {
      ...{ name: "LociContradictionsWait", after: "1h", severity: "ticket", runbook: "contradictions-wait.md" },
      summary: "A contradiction has waited for somebody's word for {{ $value | humanizeDuration }}.",
      expr: "max by (namespace) (loci_uncertainties_oldest_seconds) > 14 * 86400",
    },
    {
      ...{ name: "LociSuspiciousWrites", after: "0m", severity: "ticket", runbook: "suspicious-writes.md" },
      summary: "{{ $value | humanize }} statements were quarantined within an hour.",
      expr: 'sum by (namespace) (increase(loci_decisions_total{rule="quarantined"}[1h])) > 20',
    },
  ],
  operator: [
    {
      ...{ name: "LociOperatorLeaderless", after: "5m", severity: "page", runbook: "operator-is-stuck.md" },
      summary: "No replica of the operator leads: nothing is reconciled.",
      expr: 'max by (namespace) (leader_election_master_status{name="loci-operator"}) == 0',
    },
    {
      ...{ name: "LociOperatorStuck", after: "10m", severity: "page", runbook: "operator-is-stuck.md" },
      summary: "{{ $value }} resources wait, and the operator reconciles none.",
      expr:
        `sum by (namespace) (workqueue_depth{${ours}}) > 0` +
        ` unless on (namespace) sum by (namespace) (increase(controller_runtime_reconcile_total{${ours}}[10m])) > 0`,
    },
    {
      ...{ name: "LociOperatorFails", after: "15m", severity: "ticket", runbook: "operator-is-stuck.md" },
      summary: "{{ $value | humanizePercentage }} of the reconciliations of {{ $labels.controller }} fail.",
      expr:
        `sum by (namespace, controller) (rate(controller_runtime_reconcile_errors_total{${ours}}[10m]))` +
        ` / sum by (namespace, controller) (rate(controller_runtime_reconcile_total{${ours}}[10m])) > 0.5`,
    },
    {
      ...{ name: "LociOperatorDeaf", after: "5m", severity: "ticket", runbook: "operator-is-stuck.md" },
      summary: "The operator has heard nothing of {{ $labels.kind }} for {{ $value | humanizeDuration }}.",
      expr: 'time() - max by (namespace, kind) (watch_last_activity_timestamp_seconds{kind=~"Memory.+"}) > 900',
    },
  ],
};

/** The groups with their rules, as Prometheus reads them. */
export const alertGroups = Object.entries(groups).map(([name, alerts]) => ({
  name: `loci-${name}`,
  rules: alerts.map(({ name: alert, after, severity, runbook, summary, expr }): Rule => ({
    ...{ alert, expr, for: after, labels: { severity } },
    annotations: { summary, runbook_url: runbook },
  })),
}));
