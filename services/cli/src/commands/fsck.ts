import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { choice, examples, share, wholeNumber } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";

const checks = ["all", "contradictions", "duplicates", "injection", "unscoped", "index"] as const;

interface Flags extends GlobalFlags {
  readonly check?: (typeof checks)[number];
  readonly repair?: boolean;
  readonly max?: number;
  readonly threshold?: number;
}

export function define(command: Command, session: Session): void {
  command
    .addOption(choice("--check <check>", "only this", checks))
    .option("--repair", "put right what can be")
    .option("--threshold <share>", "how alike duplicates are, from 0.5 to 1", share)
    .option("--max <n>", "at most this many findings of a kind", wholeNumber)
    .addHelpText("after", examples("loci fsck", "loci fsck --check index --repair"))
    .action(async () => {
      const { check, repair, max: maxResults, threshold: duplicateThreshold } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.call("fsck", { body: { check, repair, maxResults, duplicateThreshold } });
      session.show(command, answer, (report) => reportText(report, session.terminal));
    });
}

function reportText(report: Schemas["FsckReport"], { style, columns }: Terminal): string {
  const { contradictions, duplicates, injection, unscopedContent, index } = report;
  const section = (title: string, count: number, texts: readonly string[] = []) =>
    count === 0 ? [] : [style.bold(`${title} (${count})`), ...texts.map((text) => wrap(text, columns, "  "))];
  const lines = [
    ...section(
      "contradictions",
      contradictions.length,
      contradictions.map((one) => `${one.entity} ${one.key}: ${one.values.join(" / ")}`),
    ),
    ...section(
      "perhaps the same",
      duplicates.length,
      duplicates.map((one) => `${one.entityA} and ${one.entityB} (${one.similarity.toFixed(2)})`),
    ),
    ...section(
      "texts that give orders",
      injection.length,
      injection.map((one) => `${one.rowId} ${one.kind}: ${one.snippet}`),
    ),
    ...section(
      "without a scope",
      unscopedContent.length,
      unscopedContent.map((one) => `${one.table}: ${one.count}`),
    ),
    ...section("missing in the index", index.missingCount),
    ...section("only in the index", index.orphanedCount),
  ];
  if (report.repaired > 0) lines.push(`${report.repaired} put right.`);
  return lines.length === 0 ? "All is as it ought to be." : lines.join("\n");
}
