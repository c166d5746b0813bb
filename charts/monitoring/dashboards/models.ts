import { curves, number, perSecond, quantile, ranking, redFrom, type Dashboard } from "../panels.ts";

/** What do models take, whose is it, and what does it cost? */
export const models: Dashboard = {
  name: "models",
  title: "Model cost",
  about: "Tokens and what they cost, by context and stage, at the prices in SERVICE_MODEL_PRICES.",
  rows: [
    {
      title: "The last 30 days",
      panels: [
        number("Cost", "In the currency of the prices.", "currency", "sum(increase(loci_model_cost_total[30d]))"),
        number(
          "Cost at today's pace",
          "For 30 days, as the last day was.",
          "currency",
          "30 * sum(increase(loci_model_cost_total[1d]))",
        ),
        number("Tokens", "Read and written.", "short", "sum(increase(loci_model_tokens_total[30d]))"),
        number(
          "Tokens without a price",
          "The cost leaves them out: their models are not in SERVICE_MODEL_PRICES.",
          "short",
          "sum(increase(loci_model_unpriced_tokens_total[30d]))",
          redFrom(1, 1_000_000),
        ),
      ],
    },
    {
      title: "Whose it is",
      panels: [
        ranking(
          "Contexts that cost most",
          "Within 30 days.",
          "currency",
          "topk(20, sum by (context) (increase(loci_model_cost_total[30d])))",
        ),
        ranking(
          "Contexts that take most tokens",
          "Within 30 days.",
          "short",
          "topk(20, sum by (context) (increase(loci_model_tokens_total[30d])))",
        ),
      ],
    },
    {
      title: "What it is for",
      panels: [
        curves("Cost by stage", "An hour.", "currency", [["sum by (stage) (increase(loci_model_cost_total[1h]))", "{{stage}}"]], {
          stacked: true,
        }),
        curves(
          "Tokens by stage",
          "A second.",
          "short",
          [[perSecond("loci_model_tokens_total", ["stage", "direction"]), "{{stage}} {{direction}}"]],
          { stacked: true },
        ),
        curves("Calls by stage", "A second; embedding among them, of which no tokens are counted.", "reqps", [
          [perSecond("loci_model_seconds_count", ["stage"]), "{{stage}}"],
        ]),
      ],
    },
    {
      title: "How they do",
      panels: [
        curves("Time of a call", "p95 by stage and provider.", "s", [
          [quantile(0.95, "loci_model_seconds", ["stage", "provider"]), "{{stage}} {{provider}}"],
        ]),
        curves("Calls that fail", "By the error's code.", "reqps", [
          [perSecond('loci_model_seconds_count{outcome!="ok"}', ["provider", "outcome"]), "{{provider}} {{outcome}}"],
        ]),
        curves("Budgets that are used up", "Answers 429: the context's tokens of the month, or a limit of requests.", "reqps", [
          [perSecond('loci_http_request_seconds_count{status="429"}', ["route"]), "{{route}}"],
        ]),
      ],
    },
  ],
};
