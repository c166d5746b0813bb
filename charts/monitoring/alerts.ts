/** Alerts beside those of the objectives: what breaks before, or without, anybody's request going wrong. */
import { leads, ours, waits } from "./leader.ts";
import type { Rule } from "./objectives.ts";
import { serverFaults } from "./surface.ts";

interface Told {
  readonly summary: string;
  readonly expr: string;
}

const alert =
  (severity: "page" | "ticket") =>
  /** @param after how long it must have been so */
  (name: string, after: string, runbook: string, { summary, expr }: Told): Rule => ({
    ...{ alert: name, expr, for: after, labels: { severity } },
    annotations: { summary, runbook_url: `${runbook}.md` },
  });
/** Somebody is woken, or finds it in the morning. */
const page = alert("page");
const ticket = alert("ticket");

/** For each installation, which is a namespace, and of these labels. */
const by = (of: string, labels: readonly string[]) => `${of} by (${["namespace", ...labels].join(", ")})`;
const highest = (gauge: string, ...labels: string[]) => `${by("max", labels)} (${gauge})`;
const lowest = (gauge: string, ...labels: string[]) => `${by("min", labels)} (${gauge})`;
const within = (over: string, counter: string) => `${by("sum", [])} (increase(${counter}[${over}]))`;
/** Which share of a counter's steps within ten minutes another's are. */
const shareOf = (part: string, whole: string, ...labels: string[]) =>
  [part, whole].map((counter) => `${by("sum", labels)} (rate(${counter}[10m]))`).join(" / ");
/** Installations that had this within a day, and have it no more: what is gone cannot say so itself. */
const gone = (series: string) => `${highest(`max_over_time(${series}[1d])`)} unless on (namespace) ${series}`;

/** The processes that answer requests; all, where nothing tells what each is: the label comes from the pods, by the PodMonitor. */
const answering = 'loci_process_start_time_seconds{app_kubernetes_io_component=~"api|"}';
const reconciled = `controller_runtime_reconcile_total${ours}`;
const asked = "loci_model_seconds_count";
const failed = 'loci_jobs{state="failed"}';

const groups: Readonly<Record<string, readonly Rule[]>> = {
  processes: [
    page("LociDown", "5m", "loci-is-down", {
      summary: "No process of Loci that answers requests tells its metrics{{ with $labels.namespace }} in {{ . }}{{ end }}.",
      expr: `${gone(answering)} or on () absent(loci_process_start_time_seconds)`,
    }),
    ticket("LociRestarts", "0m", "loci-is-down", {
      summary: "A process of Loci was started {{ $value }} times within an hour.",
      expr: "changes(loci_process_start_time_seconds[1h]) > 3",
    }),
    page("LociDependencyDown", "2m", "dependency-is-down", {
      summary: "{{ $labels.dependency }} does not answer a process of Loci that cannot work without it.",
      expr: `${lowest("loci_dependency_up", "dependency")} == 0`,
    }),
    ticket("LociDatabaseWaits", "5m", "database-is-slow", {
      summary: "{{ $value }} requests of one process wait for a connection to the database.",
      expr: `${highest("loci_database_waiting")} > 5`,
    }),
    page("LociCertificateExpires", "1h", "certificate-expires", {
      summary: "A certificate for gRPC ends within {{ $value | humanizeDuration }}.",
      expr: `${lowest("loci_certificate_expiry_timestamp_seconds")} - time() < 7 * 86400`,
    }),
  ],
  recall: [
    ticket("LociRecallDegraded", "10m", "recall-is-degraded", {
      summary: "{{ $value | humanizePercentage }} of recalls miss one of their legs.",
      expr: `${shareOf("loci_recall_degraded_total", "loci_recall_seconds_count")} > 0.05`,
    }),
    page("LociIndexBehind", "5m", "index-is-behind", {
      summary: "What was written {{ $value | humanizeDuration }} ago is not in the search index.",
      expr: `${highest("loci_index_lag_seconds")} > 60`,
    }),
    ticket("LociModelFails", "10m", "provider-down", {
      summary: "{{ $value | humanizePercentage }} of the calls of {{ $labels.provider }} for {{ $labels.stage }} fail.",
      expr: `${shareOf(`${asked}{outcome=~"${serverFaults.outcome}|rate_limited"}`, asked, "stage", "provider")} > 0.2`,
    }),
  ],
  work: [
    ticket("LociWorkWaits", "10m", "queue-grows", {
      summary: "Work of the pipeline {{ $labels.pipeline }} has been due for {{ $value | humanizeDuration }}.",
      expr: `${highest('loci_jobs_oldest_seconds{state="queued"}', "pipeline")} > 900`,
    }),
    ticket("LociWorkDied", "0m", "work-died", {
      summary: "{{ $value }} works of the pipeline {{ $labels.pipeline }} failed for good within an hour.",
      // Where there was none an hour ago there is no series either.
      expr:
        `${highest(failed, "pipeline")} - ` +
        `(${highest(`${failed} offset 1h`, "pipeline")} or 0 * ${highest(failed, "pipeline")}) > 0`,
    }),
    ticket("LociDocumentsFail", "0m", "work-died", {
      summary: "{{ $value | humanize }} documents failed within an hour.",
      expr: `${within("1h", 'loci_document_ready_seconds_count{outcome="failed"}')} > 5`,
    }),
    ticket("LociTextsUnread", "1h", "queue-grows", {
      summary: "{{ $value }} texts wait to be read for facts.",
      expr: `${highest("loci_extractions_pending")} > 500`,
    }),
    ticket("LociReadersEnd", "0m", "queue-grows", {
      summary:
        "{{ $value | humanize }} times within an hour a text ended the process that read it: a fault of the rules, or an attack.",
      expr: `${within("1h", "loci_readers_ended_total")} > 20`,
    }),
    page("LociScheduledWorkStopped", "30m", "scheduled-work-stopped", {
      summary: "Nothing has done the scheduled work for an hour: erasures, expiry and decay stand still.",
      expr:
        `${highest("loci_contexts")} unless on (namespace) ` +
        `${within("1h", 'loci_upkeep_runs_total{kind="purged",outcome="ok"}')} > 0`,
    }),
  ],
  truth: [
    page("LociErasureOverdue", "5m", "erasure-is-overdue", {
      summary: "Something of a context that was deleted {{ $value | humanizeDuration }} ago is still there.",
      expr: `${highest("loci_erasures_oldest_seconds")} > 3600`,
    }),
    ticket("LociContradictionsWait", "1h", "contradictions-wait", {
      summary: "A contradiction has waited for somebody's word for {{ $value | humanizeDuration }}.",
      expr: `${highest("loci_uncertainties_oldest_seconds")} > 14 * 86400`,
    }),
    page("LociAuditChainBroken", "0m", "audit-chain-broken", {
      summary: "{{ $value }} chains of the audit take no rows: somebody wrote to the audit in the database.",
      expr: `${highest("loci_audit_chains_broken")} > 0`,
    }),
    ticket("LociSuspiciousWrites", "0m", "suspicious-writes", {
      summary: "{{ $value | humanize }} statements were quarantined within an hour.",
      expr: `${within("1h", 'loci_decisions_total{rule="quarantined"}')} > 20`,
    }),
  ],
  operator: [
    page("LociOperatorLeaderless", "5m", "operator-is-stuck", {
      summary: "No replica of the operator leads in {{ $labels.namespace }}: nothing is reconciled.",
      expr: `${highest(leads, "name")} == 0 or ${gone(`workqueue_depth${ours}`)}`,
    }),
    page("LociOperatorStuck", "10m", "operator-is-stuck", {
      summary: "{{ $value }} resources wait, and the operator reconciles none.",
      expr: `${by("sum", [])} (${waits}) > 0 unless on (namespace) ${within("10m", reconciled)} > 0`,
    }),
    ticket("LociOperatorFails", "15m", "operator-is-stuck", {
      summary: "{{ $value | humanizePercentage }} of the reconciliations of {{ $labels.controller }} fail.",
      expr: `${shareOf(`controller_runtime_reconcile_errors_total${ours}`, reconciled, "controller")} > 0.5`,
    }),
    ticket("LociOperatorDeaf", "5m", "operator-is-stuck", {
      summary: "The operator has heard nothing of {{ $labels.kind }} for {{ $value | humanizeDuration }}.",
      expr: `time() - ${lowest('watch_last_activity_timestamp_seconds{kind=~"Memory.+"}', "kind")} > 900`,
    }),
    ticket("LociBackupOverdue", "10m", "backup-is-overdue", {
      summary: "The MemoryBackup {{ $labels.backup }} has owed a whole backup for {{ $value | humanizeDuration }}.",
      expr: `time() - ${highest("loci_backup_owed_timestamp_seconds", "backup")} > 3600`,
    }),
  ],
};

/** The groups with their rules, as Prometheus reads them. */
export const alertGroups = Object.entries(groups).map(([name, rules]) => ({ name: `loci-${name}`, rules }));
