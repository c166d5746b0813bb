import { curves, number, perSecond, quantile, redFrom, type Dashboard } from "../panels.ts";

const share = (counter: string, of: string) => `${perSecond(counter)} / ${perSecond(of)}`;

/** Is what is recalled fast, whole and worth something? */
export const recall: Dashboard = {
  name: "recall",
  title: "Recall quality",
  about: "How fast recall is, tier by tier and leg by leg, and what its answers are worth as far as they show it.",
  rows: [
    {
      title: "Now",
      panels: [
        number(
          "Nothing found",
          "Share of recalls without a hit.",
          "percentunit",
          share("loci_recall_empty_total", "loci_recall_seconds_count"),
          redFrom(0.2, 0.5),
        ),
        number(
          "Degraded",
          "Share of recalls that missed a leg.",
          "percentunit",
          share("loci_recall_degraded_total", "loci_recall_seconds_count"),
          redFrom(0.01, 0.05),
        ),
        number(
          "duplicates@k",
          "Share of hits that say in the same words what a hit above says.",
          "percentunit",
          share("loci_recall_duplicate_hits_total", "loci_recall_hits_total"),
          redFrom(0.05, 0.2),
        ),
        number(
          "stale@k",
          "Share of hits that are facts which by their own word had ended.",
          "percentunit",
          share("loci_recall_stale_hits_total", "loci_recall_hits_total"),
          redFrom(0.02, 0.1),
        ),
      ],
    },
    {
      title: "How long it takes",
      panels: [
        curves(
          "Recall",
          "Without what HTTP takes.",
          "s",
          [
            [quantile(0.5, "loci_recall_seconds"), "p50"],
            [quantile(0.95, "loci_recall_seconds"), "p95"],
            [quantile(0.99, "loci_recall_seconds"), "p99"],
          ],
          { thresholds: redFrom(0.25, 0.5) },
        ),
        curves("p95 by tier", "direct: the graph alone. full_context: all that is visible. hybrid: a search.", "s", [
          [quantile(0.95, "loci_recall_seconds", ["tier"]), "{{tier}}"],
        ]),
        curves("p95 by leg", "index: waiting for what was just written.", "s", [
          [quantile(0.95, "loci_recall_leg_seconds", ["leg"]), "{{leg}}"],
        ]),
      ],
    },
    {
      title: "What is answered",
      panels: [
        curves("Recalls by tier", "A second.", "reqps", [[perSecond("loci_recall_seconds_count", ["tier"]), "{{tier}}"]], {
          stacked: true,
        }),
        curves(
          "Recalls by mode",
          "auto: none was asked for.",
          "reqps",
          [[perSecond("loci_recall_seconds_count", ["mode"]), "{{mode}}"]],
          { stacked: true },
        ),
        curves("Nothing found, by mode", "Share of recalls.", "percentunit", [
          [`${perSecond("loci_recall_empty_total", ["mode"])} / ${perSecond("loci_recall_seconds_count", ["mode"])}`, "{{mode}}"],
        ]),
        curves("duplicates@k and stale@k", "Shares of the hits of queries about the present.", "percentunit", [
          [share("loci_recall_duplicate_hits_total", "loci_recall_hits_total"), "duplicates"],
          [share("loci_recall_stale_hits_total", "loci_recall_hits_total"), "stale"],
        ]),
        curves("Degraded recalls", "A second.", "reqps", [[perSecond("loci_recall_degraded_total"), "degraded"]]),
        curves("Operations of agents", "Tools over MCP.", "reqps", [
          [perSecond("loci_mcp_tool_seconds_count", ["tool", "outcome"]), "{{tool}} {{outcome}}"],
        ]),
      ],
    },
    {
      title: "The search index",
      panels: [
        curves(
          "From a change to when it is found",
          "Searchable lag. A question waits for what it must not miss.",
          "s",
          [
            [quantile(0.5, "loci_searchable_seconds"), "p50"],
            [quantile(0.95, "loci_searchable_seconds"), "p95"],
            [quantile(0.99, "loci_searchable_seconds"), "p99"],
          ],
          { thresholds: redFrom(2, 60) },
        ),
        curves(
          "How long the index has been behind",
          "The context that waits longest.",
          "s",
          [["max(loci_index_lag_seconds)", "behind"]],
          { thresholds: redFrom(5, 60) },
        ),
        curves("Changes that are not indexed", "Positions of the feed.", "short", [["max(loci_index_lag_positions)", "positions"]]),
      ],
    },
  ],
};
