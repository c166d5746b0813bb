/**
 * Every metric that a process of Loci exports, in one table: names, help, labels. Labels have few values each, none of which anybody from
 * outside can make up: never a principal, a key, a scope or a trace. A context is one of what models took alone, as somebody pays for it.
 */

interface Row {
  readonly kind: "histogram" | "counter" | "gauge";
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[];
}

/** From what an index answers in to what a request may take. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const statementSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const stageSeconds = [0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];
/** From a write that is indexed at once to a feed that nobody follows. */
const searchableSeconds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600];
/** From the next round of the scheduled work to a month, which is what laws give. */
const erasureSeconds = [1, 60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_592_000];

export const metrics = {
  loci_http_request_seconds: {
    kind: "histogram",
    help: "HTTP requests, from their headers to the end of their answer, by the route's template.",
    labels: ["route", "method", "status"],
    buckets: requestSeconds,
  },
  loci_mcp_tool_seconds: {
    kind: "histogram",
    help: "Calls of tools over MCP, and how they ended (ok, or the error's code).",
    labels: ["tool", "outcome"],
    buckets: requestSeconds,
  },
  loci_rpc_server_seconds: {
    kind: "histogram",
    help: "gRPC calls that this process answered, by method and gRPC status.",
    labels: ["method", "code"],
    buckets: requestSeconds,
  },
  loci_rpc_client_seconds: {
    kind: "histogram",
    help: "gRPC calls that this process made, by method and gRPC status, with what was tried again.",
    labels: ["method", "code"],
    buckets: requestSeconds,
  },
  loci_recall_seconds: {
    kind: "histogram",
    help: "Recalls, by the tier that answered and the mode that was asked for (auto where none was).",
    labels: ["tier", "mode"],
    buckets: requestSeconds,
  },
  loci_recall_empty_total: {
    kind: "counter",
    help: "Recalls that found nothing, by tier and mode.",
    labels: ["tier", "mode"],
  },
  loci_recall_degraded_total: {
    kind: "counter",
    help: "Recalls that were answered without one of their legs, or by an index that is less than it should be.",
    labels: [],
  },
  loci_recall_leg_seconds: {
    kind: "histogram",
    help: "Parts of a recall: head, index (waiting for it), graph, search, hydrate, context, and so on.",
    labels: ["leg"],
    buckets: statementSeconds,
  },
  loci_recall_hits_total: {
    kind: "counter",
    help: "Hits that queries about the present were answered with.",
    labels: [],
  },
  loci_recall_duplicate_hits_total: {
    kind: "counter",
    help: "Those of them that say what a hit above says, in the same words.",
    labels: [],
  },
  loci_recall_stale_hits_total: {
    kind: "counter",
    help: "Those of them that are facts which by their own word had ended.",
    labels: [],
  },
  loci_memory_operation_seconds: {
    kind: "histogram",
    help: "Operations on memory by their GenAI name, and how they ended (ok, or the error's code).",
    labels: ["operation", "outcome"],
    buckets: requestSeconds,
  },
  loci_writes_total: {
    kind: "counter",
    help: "Writes to memory by their kind (remember, upload, forget, …), and how they ended (ok, or the error's code).",
    labels: ["kind", "outcome"],
  },
  loci_extraction_failures_total: {
    kind: "counter",
    help: "Extractions that the model did not finish, by the error's code; their texts are kept and tried again.",
    labels: ["code"],
  },
  loci_extractions_pending: {
    kind: "gauge",
    help: "Turns whose extraction is still to come. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_texts_set_aside_total: {
    kind: "counter",
    help: "Turns and passages of documents that were set aside, as their reading had to be ended again and again: kept as text, read when asked.",
    labels: ["of"],
  },
  loci_readers_ended_total: {
    kind: "counter",
    help: "Processes of the built-in rules that were ended by what they read (time, memory), or died. Another takes their place.",
    labels: [],
  },
  loci_decisions_total: {
    kind: "counter",
    help: "Decisions on what is true, by kind (create, update, supersede) and the rule that made them.",
    labels: ["kind", "rule"],
  },
  loci_facts_reopened_total: {
    kind: "counter",
    help: "Facts whose end was taken back, as what ended them was forgotten, corrected or came too late. Over the decisions of kind supersede: the false-close rate.",
    labels: [],
  },
  loci_uncertainties_open: {
    kind: "gauge",
    help: "Contradictions that wait for somebody's word. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_uncertainties_oldest_seconds: {
    kind: "gauge",
    help: "Since when the oldest of them waits; 0 without one. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_index_lag_positions: {
    kind: "gauge",
    help: "How many positions of the change feed this process knows of that are not in the search index.",
    labels: [],
  },
  loci_index_lag_seconds: {
    kind: "gauge",
    help: "For how long the context that waits longest has been behind its change feed; 0 where none is.",
    labels: [],
  },
  loci_searchable_seconds: {
    kind: "histogram",
    help: "From a change of memory to when the search index has it. What is indexed anew, in a rebuild, does not count.",
    labels: [],
    buckets: searchableSeconds,
  },
  loci_erasure_seconds: {
    kind: "histogram",
    help: "From a purge to when traces and originals hold nothing of it either; of a deleted context, to when no service holds anything.",
    labels: ["of"],
    buckets: erasureSeconds,
  },
  loci_erasures_open: {
    kind: "gauge",
    help: "Deleted contexts of which something is left. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_erasures_oldest_seconds: {
    kind: "gauge",
    help: "Since when the oldest of them is deleted; 0 without one. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_audit_chains_broken: {
    kind: "gauge",
    help: "Chains of the audit that take no rows, as one stands behind their end. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_contexts: {
    kind: "gauge",
    help: "Contexts that there are. Alike in every process that reports it: use max().",
    labels: [],
  },
  loci_jobs: {
    kind: "gauge",
    help: "Background work by pipeline and state (queued, running, failed). Alike in every process that reports it: use max().",
    labels: ["pipeline", "state"],
  },
  loci_jobs_oldest_seconds: {
    kind: "gauge",
    help: "Since when the oldest work of the pipeline and state is due. Alike in every process that reports it: use max().",
    labels: ["pipeline", "state"],
  },
  loci_document_stage_seconds: {
    kind: "histogram",
    help: "Stages of documents' pipeline, and how they ended (ok, or the error's code).",
    labels: ["stage", "outcome"],
    buckets: stageSeconds,
  },
  loci_document_ready_seconds: {
    kind: "histogram",
    help: "From a document's upload (of a later version: from when work on it began) to when it was ready, or had failed.",
    labels: ["outcome"],
    buckets: stageSeconds,
  },
  loci_upkeep_runs_total: {
    kind: "counter",
    help: "Scheduled work that was done, one for each context, by its kind and how it ended (ok, or the error's code).",
    labels: ["kind", "outcome"],
  },
  loci_upkeep_seconds: {
    kind: "histogram",
    help: "How long it took, by its kind.",
    labels: ["kind"],
    buckets: stageSeconds,
  },
  loci_model_seconds: {
    kind: "histogram",
    help: "Calls of language models and embedders, by stage and provider, and how they ended (ok, or the error's code).",
    labels: ["stage", "provider", "outcome"],
    buckets: requestSeconds,
  },
  loci_model_tokens_total: {
    kind: "counter",
    help: "Tokens of language models by context, stage, provider and direction (input, output), as the provider counts them.",
    labels: ["context", "stage", "provider", "direction"],
  },
  loci_model_cost_total: {
    kind: "counter",
    help: "What those tokens cost, by the prices in SERVICE_MODEL_PRICES, in their currency.",
    labels: ["context", "stage", "provider"],
  },
  loci_model_unpriced_tokens_total: {
    kind: "counter",
    help: "Tokens of models that have no price there: the cost leaves them out.",
    labels: ["stage", "provider"],
  },
  loci_database_query_seconds: {
    kind: "histogram",
    help: "Statements on the database.",
    labels: [],
    buckets: statementSeconds,
  },
  loci_database_transaction_seconds: {
    kind: "histogram",
    help: "Transactions with the wait for a connection, and whether they were committed (committed, rolled_back).",
    labels: ["end"],
    buckets: requestSeconds,
  },
  loci_database_connections: {
    kind: "gauge",
    help: "Connections of this process to the database by state (idle, busy); none where it is embedded.",
    labels: ["state"],
  },
  loci_database_waiting: {
    kind: "gauge",
    help: "Requests of this process that wait for a connection to the database.",
    labels: [],
  },
  loci_surrealql_statement_seconds: {
    kind: "histogram",
    help: "Statements of the database beside the memory by their kind, and how they ended (ok, or what kind of error); `text` is a whole text that was not run to its end.",
    labels: ["statement", "outcome"],
    buckets: requestSeconds,
  },
  loci_surrealql_open: {
    kind: "gauge",
    help: "What clients of that database have open in this process: sessions, transactions, live queries.",
    labels: ["what"],
  },
  loci_dependency_up: {
    kind: "gauge",
    help: "1 where what this process cannot work without (the database, another service) answers it, else 0.",
    labels: ["dependency"],
  },
  loci_certificate_expiry_timestamp_seconds: {
    kind: "gauge",
    help: "When the certificate ends that this process shows to other services, in seconds since 1970.",
    labels: [],
  },
} as const satisfies Record<string, Row>;

export type MetricName = keyof typeof metrics;
type OfKind<Kind extends Row["kind"]> = {
  [Name in MetricName]: (typeof metrics)[Name]["kind"] extends Kind ? Name : never;
}[MetricName];
export type HistogramName = OfKind<"histogram">;
export type CounterName = OfKind<"counter">;
export type GaugeName = OfKind<"gauge">;
/** One value for each of the metric's labels. */
export type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof metrics)[Name]["labels"][number], string>>;
