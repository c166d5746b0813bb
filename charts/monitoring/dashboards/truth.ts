import { curves, number, perSecond, quantile, redFrom, type Dashboard } from "../panels.ts";

const day = 86_400;

/** Is what is known decided well, and is what must go gone? */
export const truth: Dashboard = {
  name: "truth",
  title: "Truth and lifecycle",
  about: "Decisions on what is true, contradictions that wait, forgetting, and the work that the clock asks for.",
  rows: [
    {
      title: "Now",
      panels: [
        number("Contradictions that wait", "For somebody's word.", "short", "max(loci_uncertainties_open)", redFrom(10, 100)),
        number(
          "The oldest of them",
          "Since when it waits.",
          "s",
          "max(loci_uncertainties_oldest_seconds)",
          redFrom(3 * day, 14 * day),
        ),
        number(
          "False-close rate",
          "Facts whose end was taken back, of those that were ended, within a week.",
          "percentunit",
          '(sum(increase(loci_facts_reopened_total[7d])) or vector(0)) / sum(increase(loci_decisions_total{kind="supersede"}[7d]))',
          redFrom(0.02, 0.1),
        ),
        number(
          "Oldest erasure that is not done",
          "Of a deleted context.",
          "s",
          "max(loci_erasures_oldest_seconds)",
          redFrom(1_200, 3_600),
        ),
      ],
    },
    {
      title: "Decisions",
      panels: [
        curves(
          "By kind",
          "create: first known. update: said again, or more of it. supersede: ended by another.",
          "ops",
          [[perSecond("loci_decisions_total", ["kind"]), "{{kind}}"]],
          { stacked: true },
        ),
        curves("By rule", "Why it was decided so.", "ops", [[perSecond("loci_decisions_total", ["rule"]), "{{rule}}"]]),
        curves("Ended, and taken back", "An hour.", "short", [
          ['sum(increase(loci_decisions_total{kind="supersede"}[1h]))', "ended"],
          ["sum(increase(loci_facts_reopened_total[1h]))", "taken back"],
        ]),
        curves("Contradictions that wait", "Over all contexts.", "short", [["max(loci_uncertainties_open)", "open"]]),
        curves(
          "Since when the oldest waits",
          "Fourteen days call somebody.",
          "s",
          [["max(loci_uncertainties_oldest_seconds)", "oldest"]],
          { thresholds: redFrom(3 * day, 14 * day) },
        ),
        curves("Quarantined statements", "An hour: text that looks like instructions, or a stream that is not trusted.", "short", [
          ['sum(increase(loci_decisions_total{rule="quarantined"}[1h]))', "quarantined"],
        ]),
      ],
    },
    {
      title: "Forgetting",
      panels: [
        curves("What is forgotten", "Requests an hour, by kind.", "short", [
          ['sum by (kind) (increase(loci_writes_total{kind=~"forget|forget_scope|delete_.+"}[1h]))', "{{kind}}"],
        ]),
        curves(
          "From erasure to proof",
          "record: until traces and originals hold nothing of it. context: until no service holds anything.",
          "s",
          [
            ["histogram_quantile(0.5, sum by (le, of) (rate(loci_erasure_seconds_bucket[1d])))", "{{of}} p50"],
            ["histogram_quantile(0.99, sum by (le, of) (rate(loci_erasure_seconds_bucket[1d])))", "{{of}} p99"],
          ],
        ),
        curves(
          "Deleted contexts of which something is left",
          "They go two minutes after they were deleted, at the next round.",
          "short",
          [["max(loci_erasures_open)", "contexts"]],
        ),
      ],
    },
    {
      title: "What the clock asks for",
      panels: [
        curves("Runs", "An hour, one for each context.", "short", [
          ["sum by (kind) (increase(loci_upkeep_runs_total[1h]))", "{{kind}}"],
        ]),
        curves("Runs that fail", "An hour.", "short", [
          ['sum by (kind, outcome) (increase(loci_upkeep_runs_total{outcome!="ok"}[1h]))', "{{kind}} {{outcome}}"],
        ]),
        curves("How long they take", "p95 by kind.", "s", [[quantile(0.95, "loci_upkeep_seconds", ["kind"]), "{{kind}}"]]),
      ],
    },
  ],
};
