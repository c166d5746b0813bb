/** For each alert series over which it must fire, and series, as close to them as makes sense, over which it must not. */
import { burnAlerts, objectives, type Objective } from "../objectives.ts";

/** Series, and their values in promtool's notation: `start+stepxtimes`. */
export type Given = Readonly<Record<string, string>>;

export interface Case {
  readonly alert: string;
  /** Of alerts that are there at several rates. */
  readonly burn?: string;
  /** Between two values, and between two evaluations. */
  readonly interval: string;
  /** When it is looked at. */
  readonly at: string;
  /** Or several, each by itself. */
  readonly fires: Given | readonly Given[];
  readonly quiet: Given | readonly Given[];
}

const ours = 'namespace="memory"';
const steady = (value: number, times: number) => `${value}+0x${times}`;
/** After a quarter of an hour its process is gone, or has come. */
const gone = (value: number) => `${steady(value, 15)} stale`;
const come = (value: number) => `_x14 ${steady(value, 60)}`;
const growing = (step: number, times: number) => `0+${step}x${times}`;

/** Of ten thousand a step so many are bad: the series of an objective. */
const broken: Readonly<Record<string, (bad: number, times: number) => Given>> = {
  recall_availability: (bad, times) => byStatus('route="/api/v1/{contextId}/query",method="POST"', bad, times),
  recall_latency: (bad, times) => {
    const of = `{${ours},route="/api/v1/{contextId}/query",method="POST",status="200"`;
    return {
      [`loci_http_request_seconds_count${of}}`]: growing(10_000, times),
      [`loci_http_request_seconds_bucket${of},le="0.5"}`]: growing(10_000 - bad, times),
    };
  },
  // By agents.
  write_availability: (bad, times) => ({
    [`loci_mcp_tool_seconds_count{${ours},tool="remember",outcome="ok"}`]: growing(10_000 - bad, times),
    [`loci_mcp_tool_seconds_count{${ours},tool="remember",outcome="unavailable"}`]: growing(bad, times),
  }),
  documents: (bad, times) => ({
    [`loci_document_ready_seconds_count{${ours},outcome="ready"}`]: growing(10_000, times),
    [`loci_document_ready_seconds_bucket{${ours},outcome="ready",le="300"}`]: growing(10_000 - bad, times),
  }),
  feed: (bad, times) => ({
    [`loci_searchable_seconds_count{${ours}}`]: growing(10_000, times),
    [`loci_searchable_seconds_bucket{${ours},le="60"}`]: growing(10_000 - bad, times),
  }),
};

function byStatus(labels: string, bad: number, times: number): Given {
  return {
    [`loci_http_request_seconds_count{${ours},${labels},status="200"}`]: growing(10_000 - bad, times),
    // What the caller can do nothing about counts; what is the caller's own fault does not.
    [`loci_http_request_seconds_count{${ours},${labels},status="503"}`]: growing(bad, times),
    [`loci_http_request_seconds_count{${ours},${labels},status="400"}`]: growing(100, times),
  };
}

/** For each rate: as long as its long time, at half as much again as the rate allows, and at half of it. */
function burning(objective: Objective): Case[] {
  const long: Readonly<Record<string, Pick<Case, "interval" | "at">>> = {
    "14.4": { interval: "1m", at: "2h" },
    "6": { interval: "5m", at: "7h" },
    "3": { interval: "20m", at: "26h" },
    "1": { interval: "1h", at: "75h" },
  };
  return burnAlerts(objective).map(({ labels }) => {
    const burn = labels?.["burn"] ?? "";
    const allowed = Number(burn) * (1 - objective.target) * 10_000;
    const series = (share: number) => bothSpellings(broken[objective.name]?.(Math.round(allowed * share), 1_000) ?? {});
    return { alert: objective.alert, burn, ...(long[burn] ?? { interval: "", at: "" }), fires: series(1.5), quiet: series(0.5) };
  });
}

/** As it is told, and as Prometheus 3 keeps it, where bounds of buckets all have a point. */
function bothSpellings(given: Given): readonly Given[] {
  const pointed = Object.entries(given).map(([series, values]) => [series.replace(/le="(\d+)"/, 'le="$1.0"'), values] as const);
  return pointed.some(([series]) => !(series in given)) ? [given, Object.fromEntries(pointed)] : [given];
}

const minutely = { interval: "1m" } as const;
const day = 86_400;

const single: readonly Case[] = [
  {
    ...{ alert: "LociDown", ...minutely, at: "30m" },
    fires: [
      {},
      // Each namespace has its own, and what else runs there answers nobody.
      { ...running("memory", "api", gone(5)), ...running("memory", "worker"), ...running("team-b", "api") },
      // Nothing tells which is which.
      { ...running("memory", "", gone(5)), ...running("team-b", "") },
    ],
    quiet: [
      running("memory", ""),
      // One pod took the place of another.
      { ...running("memory", "api", gone(5)), ...running("memory", "api", come(900), "b"), ...running("memory", "worker") },
    ],
  },
  {
    ...{ alert: "LociRestarts", ...minutely, at: "30m" },
    fires: { [`loci_process_start_time_seconds{${ours},pod="a"}`]: "0+60x30" },
    quiet: { [`loci_process_start_time_seconds{${ours},pod="a"}`]: "0x10 600x20" },
  },
  {
    ...{ alert: "LociDependencyDown", ...minutely, at: "10m" },
    fires: up(1, 0),
    quiet: up(1, 1),
  },
  {
    ...{ alert: "LociDatabaseWaits", ...minutely, at: "10m" },
    fires: { [`loci_database_waiting{${ours},pod="a"}`]: steady(20, 20) },
    quiet: { [`loci_database_waiting{${ours},pod="a"}`]: "0x8 20 0x10" },
  },
  {
    // promtool's clock begins at 0.
    ...{ alert: "LociCertificateExpires", interval: "10m", at: "2h" },
    fires: { [`loci_certificate_expiry_timestamp_seconds{${ours},pod="a"}`]: steady(6 * day, 20) },
    quiet: { [`loci_certificate_expiry_timestamp_seconds{${ours},pod="a"}`]: steady(30 * day, 20) },
  },
  { alert: "LociRecallDegraded", ...minutely, at: "30m", fires: degraded(20), quiet: degraded(2) },
  {
    ...{ alert: "LociIndexBehind", ...minutely, at: "10m" },
    fires: { [`loci_index_lag_seconds{${ours},pod="a"}`]: steady(0, 20), [`loci_index_lag_seconds{${ours},pod="b"}`]: "0+60x20" },
    quiet: { [`loci_index_lag_seconds{${ours},pod="a"}`]: "0 70 80 0x20" },
  },
  { alert: "LociModelFails", ...minutely, at: "30m", fires: failing("unavailable", 50), quiet: failing("invalid", 50) },
  {
    ...{ alert: "LociWorkWaits", ...minutely, at: "40m" },
    fires: { [`loci_jobs_oldest_seconds{${ours},pipeline="document",state="queued"}`]: growing(60, 60) },
    quiet: { [`loci_jobs_oldest_seconds{${ours},pipeline="document",state="running"}`]: growing(60, 60) },
  },
  {
    ...{ alert: "LociWorkDied", ...minutely, at: "2h" },
    fires: { [`loci_jobs{${ours},pipeline="decay",state="failed"}`]: "3x100 4x60" },
    // It failed yesterday, and somebody knows.
    quiet: { [`loci_jobs{${ours},pipeline="decay",state="failed"}`]: steady(4, 200) },
  },
  {
    ...{ alert: "LociDocumentsFail", ...minutely, at: "2h" },
    fires: { [`loci_document_ready_seconds_count{${ours},outcome="failed"}`]: growing(1, 200) },
    quiet: { [`loci_document_ready_seconds_count{${ours},outcome="ready"}`]: growing(1, 200) },
  },
  {
    ...{ alert: "LociTextsUnread", ...minutely, at: "3h" },
    fires: { [`loci_extractions_pending{${ours}}`]: steady(800, 200) },
    quiet: { [`loci_extractions_pending{${ours}}`]: "0x60 800x30 10x200" },
  },
  {
    ...{ alert: "LociReadersEnd", ...minutely, at: "2h" },
    fires: { [`loci_readers_ended_total{${ours}}`]: growing(1, 200) },
    quiet: { [`loci_readers_ended_total{${ours}}`]: "0x60 3x140" },
  },
  { alert: "LociScheduledWorkStopped", ...minutely, at: "3h", fires: scheduled("0x200"), quiet: scheduled("0+1x200") },
  {
    ...{ alert: "LociErasureOverdue", ...minutely, at: "2h" },
    fires: { [`loci_erasures_oldest_seconds{${ours}}`]: growing(60, 200) },
    quiet: { [`loci_erasures_oldest_seconds{${ours}}`]: "0+60x12 0x200" },
  },
  {
    ...{ alert: "LociContradictionsWait", ...minutely, at: "2h" },
    fires: { [`loci_uncertainties_oldest_seconds{${ours}}`]: steady(15 * day, 200) },
    quiet: { [`loci_uncertainties_oldest_seconds{${ours}}`]: steady(2 * day, 200) },
  },
  {
    ...{ alert: "LociAuditChainBroken", ...minutely, at: "2h" },
    fires: { [`loci_audit_chains_broken{${ours}}`]: steady(1, 200) },
    quiet: { [`loci_audit_chains_broken{${ours}}`]: steady(0, 200) },
  },
  {
    ...{ alert: "LociSuspiciousWrites", ...minutely, at: "2h" },
    fires: { [`loci_decisions_total{${ours},kind="create",rule="quarantined"}`]: growing(1, 200) },
    quiet: { [`loci_decisions_total{${ours},kind="create",rule="first_mention"}`]: growing(100, 200) },
  },
  {
    ...{ alert: "LociOperatorLeaderless", ...minutely, at: "30m" },
    fires: [
      { ...replica("a", 0), ...replica("b", 0) },
      // Of two releases in the namespace one is without.
      { ...replica("a", 1), ...replica("b", 0, { lease: "other-operator" }) },
      // All of its pods are gone, those of another namespace are not.
      { ...replica("a", 1, { during: gone }), ...replica("a", 1, { namespace: "team-b" }) },
    ],
    quiet: [
      { ...replica("a", 0), ...replica("b", 1) },
      // Another pod took over, under a Lease of another name.
      { ...replica("a", 1, { during: gone }), ...replica("b", 1, { during: come, lease: "other-operator" }) },
      // Not Loci's.
      { ...replica("a", 1), [`leader_election_master_status{${ours},name="certificates",pod="c"}`]: steady(0, 60) },
    ],
  },
  {
    ...{ alert: "LociOperatorStuck", ...minutely, at: "40m" },
    fires: { ...reconciled("7x60"), ...replica("a", 1, { waits: 5 }) },
    quiet: [
      { ...reconciled("0+1x60"), ...replica("a", 1, { waits: 5 }) },
      // Nothing to do; and what the one that waits has heard of is not for it to do.
      { ...reconciled("7x60"), ...replica("a", 1), ...replica("b", 0, { waits: 5 }) },
    ],
  },
  {
    ...{ alert: "LociOperatorFails", ...minutely, at: "40m" },
    fires: {
      ...reconciled("0+10x60"),
      [`controller_runtime_reconcile_errors_total{${ours},controller="memorykey"}`]: growing(8, 60),
    },
    quiet: {
      ...reconciled("0+10x60"),
      [`controller_runtime_reconcile_errors_total{${ours},controller="memorykey"}`]: growing(1, 60),
    },
  },
  {
    ...{ alert: "LociOperatorDeaf", ...minutely, at: "40m" },
    // Also where only the leader is deaf.
    fires: {
      [`watch_last_activity_timestamp_seconds{${ours},pod="a",kind="MemoryKey"}`]: steady(1, 60),
      [`watch_last_activity_timestamp_seconds{${ours},pod="b",kind="MemoryKey"}`]: growing(60, 60),
    },
    quiet: { [`watch_last_activity_timestamp_seconds{${ours},kind="MemoryKey"}`]: growing(60, 60) },
  },
  {
    ...{ alert: "LociBackupOverdue", ...minutely, at: "2h" },
    fires: { [`loci_backup_owed_timestamp_seconds{${ours},pod="a",backup="team-a/nightly"}`]: steady(60, 200) },
    // The hour's backup came half an hour late; the next is owed at two.
    quiet: { [`loci_backup_owed_timestamp_seconds{${ours},pod="a",backup="team-a/nightly"}`]: "3600x90 7200x200" },
  },
];

export const cases: readonly Case[] = [...objectives.flatMap(burning), ...single];

function up(database: number, graph: number): Given {
  const of = (dependency: string) => `loci_dependency_up{${ours},pod="a",dependency="${dependency}"}`;
  return { [of("database")]: steady(database, 20), [of("graph")]: steady(graph, 20) };
}

function degraded(percent: number): Given {
  return {
    [`loci_recall_seconds_count{${ours},tier="hybrid",mode="auto"}`]: growing(100, 60),
    [`loci_recall_degraded_total{${ours}}`]: growing(percent, 60),
  };
}

function failing(outcome: string, percent: number): Given {
  const of = (how: string) => `loci_model_seconds_count{${ours},stage="extraction",provider="openai",outcome="${how}"}`;
  return { [of("ok")]: growing(100 - percent, 60), [of(outcome)]: growing(percent, 60) };
}

function scheduled(runs: string): Given {
  return { [`loci_contexts{${ours}}`]: steady(3, 200), [`loci_upkeep_runs_total{${ours},kind="purged",outcome="ok"}`]: runs };
}

/** A process of this role; "": nothing tells which it is. */
function running(namespace: string, role: string, values = steady(5, 60), pod = "a"): Given {
  const component = role === "" ? "" : `,app_kubernetes_io_component="${role}"`;
  return { [`loci_process_start_time_seconds{namespace="${namespace}"${component},pod="${role}-${pod}"}`]: values };
}

interface Replica {
  readonly namespace?: string;
  readonly lease?: string;
  readonly waits?: number;
  /** How long it is there. */
  readonly during?: (value: number) => string;
}

/** A replica of the operator. @param leads 1 or 0 */
function replica(pod: string, leads: number, rest: Replica = {}): Given {
  const { namespace = "memory", lease = "loci-operator", waits = 0, during = (value) => steady(value, 60) } = rest;
  const of = `namespace="${namespace}",pod="${pod}"`;
  return {
    [`leader_election_master_status{${of},name="${lease}"}`]: during(leads),
    [`workqueue_depth{${of},name="memorykey",controller="memorykey"}`]: during(waits),
  };
}

function reconciled(total: string): Given {
  return { [`controller_runtime_reconcile_total{${ours},controller="memorykey",result="success",pod="a"}`]: total };
}
