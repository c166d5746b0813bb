import { upTo } from "../objectives.ts";
import { curves, number, perSecond, quantile, redFrom, type Dashboard } from "../panels.ts";

/** Is what is written taken, read and searchable? */
export const ingest: Dashboard = {
  name: "ingest",
  title: "Ingest",
  about: "Writes, extraction, documents and the queue behind them.",
  rows: [
    {
      title: "Now",
      panels: [
        number(
          "Texts to be read",
          "Turns whose facts a model has yet to find.",
          "short",
          "max(loci_extractions_pending)",
          redFrom(100, 500),
        ),
        number(
          "Oldest due work",
          "Since when it could have been begun.",
          "s",
          'max(loci_jobs_oldest_seconds{state="queued"})',
          redFrom(300, 900),
        ),
        number(
          "Failed for good",
          "Works that wait for somebody to try them again.",
          "short",
          'sum(max by (pipeline) (loci_jobs{state="failed"}))',
          redFrom(1, 10),
        ),
        number(
          "Documents within 5 minutes",
          "Of those that became ready within a day.",
          "percentunit",
          `sum(rate(loci_document_ready_seconds_bucket{outcome="ready",${upTo(300)}}[1d])) / sum(rate(loci_document_ready_seconds_count{outcome="ready"}[1d]))`,
        ),
      ],
    },
    {
      title: "Writes",
      panels: [
        curves("Writes by kind", "A second.", "ops", [[perSecond("loci_writes_total", ["kind"]), "{{kind}}"]], { stacked: true }),
        curves("Writes that fail", "By the error's code.", "ops", [
          [perSecond('loci_writes_total{outcome!="ok"}', ["kind", "outcome"]), "{{kind}} {{outcome}}"],
        ]),
        curves("Time of operations", "p95 by the operation.", "s", [
          [quantile(0.95, "loci_memory_operation_seconds", ["operation"]), "{{operation}}"],
        ]),
      ],
    },
    {
      title: "Reading",
      panels: [
        curves("Texts to be read", "What a model has yet to look at.", "short", [["max(loci_extractions_pending)", "turns"]]),
        curves("Extractions that fail", "They are kept, and tried again.", "ops", [
          [perSecond("loci_extraction_failures_total", ["code"]), "{{code}}"],
        ]),
        curves("Texts that end their reader", "Set aside when it happens again: kept as text, read when somebody asks.", "ops", [
          [perSecond("loci_readers_ended_total", []), "readers ended"],
          [perSecond("loci_texts_set_aside_total", ["of"]), "set aside: {{of}}"],
        ]),
        curves("Calls of models", "p95 by stage.", "s", [[quantile(0.95, "loci_model_seconds", ["stage"]), "{{stage}}"]]),
      ],
    },
    {
      title: "Documents",
      panels: [
        curves(
          "From upload to ready",
          "Searchable a little before.",
          "s",
          [
            [quantile(0.5, "loci_document_ready_seconds", [], '{outcome="ready"}'), "p50"],
            [quantile(0.95, "loci_document_ready_seconds", [], '{outcome="ready"}'), "p95"],
          ],
          { thresholds: redFrom(120, 300) },
        ),
        curves("Stages", "p95 of each.", "s", [[quantile(0.95, "loci_document_stage_seconds", ["stage"]), "{{stage}}"]]),
        curves("Documents that end", "An hour.", "short", [
          ["sum by (outcome) (increase(loci_document_ready_seconds_count[1h]))", "{{outcome}}"],
        ]),
      ],
    },
    {
      title: "The queue (where Temporal runs the work, its own metrics tell this)",
      panels: [
        curves("Works", "By pipeline and state.", "short", [["max by (pipeline, state) (loci_jobs)", "{{pipeline}} {{state}}"]]),
        curves(
          "Since when the oldest is due",
          "By pipeline.",
          "s",
          [['max by (pipeline) (loci_jobs_oldest_seconds{state="queued"})', "{{pipeline}}"]],
          { thresholds: redFrom(300, 900) },
        ),
        curves("Stages that fail", "By the error's code.", "ops", [
          [perSecond('loci_document_stage_seconds_count{outcome!="ok"}', ["stage", "outcome"]), "{{stage}} {{outcome}}"],
        ]),
      ],
    },
  ],
};
