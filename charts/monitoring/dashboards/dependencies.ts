import { curves, greenFrom, number, perSecond, quantile, redFrom, type Dashboard } from "../panels.ts";

const week = 7 * 86_400;

/** Is it us, or what we rest on? */
export const dependencies: Dashboard = {
  name: "dependencies",
  title: "Dependencies",
  about: "The database, the services among themselves, models and certificates.",
  rows: [
    {
      title: "Now",
      panels: [
        number(
          "What does not answer",
          "Dependencies that some process misses.",
          "short",
          "count(min by (dependency) (loci_dependency_up) == 0) or vector(0)",
          redFrom(1, 1),
        ),
        number(
          "Waiting for a connection",
          "To the database; requests of the process that waits most.",
          "short",
          "max(loci_database_waiting)",
          redFrom(1, 5),
        ),
        number(
          "Certificate for gRPC",
          "Until the first ends.",
          "s",
          "min(loci_certificate_expiry_timestamp_seconds) - time()",
          greenFrom(week, 2 * week),
        ),
        number(
          "Models that fail",
          "Share of calls.",
          "percentunit",
          `${perSecond('loci_model_seconds_count{outcome!="ok"}')} / ${perSecond("loci_model_seconds_count")}`,
          redFrom(0.05, 0.2),
        ),
      ],
    },
    {
      title: "What answers",
      panels: [
        curves("Dependencies", "1: it answers every process that needs it.", "short", [
          ["min by (dependency) (loci_dependency_up)", "{{dependency}}"],
        ]),
        curves("Recalls without the search index, or with less of it", "A second.", "reqps", [
          [perSecond("loci_recall_degraded_total"), "degraded"],
        ]),
        curves("Certificates", "Seconds until they end.", "s", [["loci_certificate_expiry_timestamp_seconds - time()", "{{pod}}"]]),
      ],
    },
    {
      title: "The database",
      panels: [
        curves("Statements", "Their time.", "s", [
          [quantile(0.5, "loci_database_query_seconds"), "p50"],
          [quantile(0.95, "loci_database_query_seconds"), "p95"],
          [quantile(0.99, "loci_database_query_seconds"), "p99"],
        ]),
        curves("Transactions", "With the wait for a connection; p95.", "s", [
          [quantile(0.95, "loci_database_transaction_seconds", ["end"]), "{{end}}"],
        ]),
        curves("Transactions by their end", "A second.", "ops", [
          [perSecond("loci_database_transaction_seconds_count", ["end"]), "{{end}}"],
        ]),
        curves("Connections", "By state.", "short", [["sum by (state) (loci_database_connections)", "{{state}}"]], {
          stacked: true,
        }),
        curves("Requests that wait for one", "By process.", "short", [["loci_database_waiting", "{{pod}}"]]),
        curves("Statements a second", "Over all processes.", "ops", [
          [perSecond("loci_database_query_seconds_count"), "statements"],
        ]),
      ],
    },
    {
      title: "The database beside the memory",
      panels: [
        curves("SurrealQL statements", "p95 by kind.", "s", [
          [quantile(0.95, "loci_surrealql_statement_seconds", ["statement"]), "{{statement}}"],
        ]),
        curves("SurrealQL statements that fail", "A second, by kind and error.", "ops", [
          [
            perSecond('loci_surrealql_statement_seconds_count{outcome!="ok"}', ["statement", "outcome"]),
            "{{statement}} {{outcome}}",
          ],
        ]),
        curves("Sessions, transactions, live queries", "Open, over all processes.", "short", [
          ["sum by (what) (loci_surrealql_open)", "{{what}}"],
        ]),
      ],
    },
    {
      title: "Between the services (shape services)",
      panels: [
        curves("Calls", "p95 by method, as the caller sees them.", "s", [
          [quantile(0.95, "loci_rpc_client_seconds", ["method"]), "{{method}}"],
        ]),
        curves("Calls that fail", "By status.", "reqps", [
          [perSecond('loci_rpc_client_seconds_count{code!="OK"}', ["method", "code"]), "{{method}} {{code}}"],
        ]),
        curves("What services answer", "A second.", "reqps", [[perSecond("loci_rpc_server_seconds_count", ["code"]), "{{code}}"]]),
      ],
    },
    {
      title: "The processes",
      panels: [
        curves("Processor", "Seconds of it a second, by process.", "short", [
          ["rate(loci_process_cpu_seconds_total[$__rate_interval])", "{{pod}} {{instance}}"],
        ]),
        curves("Event loop", "By how much timers are late at the 99th percentile.", "s", [
          ["loci_nodejs_eventloop_lag_p99_seconds", "{{pod}} {{instance}}"],
        ]),
        curves("File descriptors", "Open ones.", "short", [["loci_process_open_fds", "{{pod}} {{instance}}"]]),
      ],
    },
  ],
};
