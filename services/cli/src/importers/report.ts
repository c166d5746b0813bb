/** What an import came to. */
import { printable, shortened, type Terminal } from "../terminal.ts";
import type { Omission } from "./write.ts";

export interface Report {
  readonly tool: string;
  readonly file: string;
  readonly dryRun: boolean;
  /** Ids in the other tool. */
  readonly carried: readonly string[];
  /** Whole records that Loci has no place for. */
  readonly skipped: readonly Omission[];
  /** Parts of records that it has no place for. */
  readonly left: readonly Omission[];
  /** What the server refused. */
  readonly failed: readonly Omission[];
  /** Not sent, as it was stopped before. */
  readonly open: number;
}

const shownReasons = 12;
const shownExamples = 3;

export function reportText(report: Report, terminal: Terminal): string {
  const { tool, dryRun, carried, skipped, left, failed, open } = report;
  const dim = (line: string) => terminal.style.dim(line);
  const lines = [terminal.style.bold(`${dryRun ? "Would carry" : "Carried"} ${writesText(carried.length)} from ${tool}.`)];
  if (skipped.length > 0) lines.push(`Skipped ${skipped.length}:`, ...grouped(skipped, terminal).map(dim));
  if (left.length > 0) lines.push("Left behind, of what was carried:", ...grouped(left, terminal).map(dim));
  if (failed.length > 0) lines.push(terminal.style.warn(`Failed ${failed.length}:`), ...grouped(failed, terminal));
  if (open > 0) lines.push(`Not sent: ${writesText(open)}.`);
  return lines.join("\n");
}

/** One line for each reason, the most frequent first, with how many have it and which the first ones are. */
function grouped(omissions: readonly Omission[], { columns }: Terminal): string[] {
  const byReason = [...Map.groupBy(omissions, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const lines = byReason.slice(0, shownReasons).map(([reason, those]) => {
    const some = those.slice(0, shownExamples).map(({ id }) => printable(id));
    const more = those.length > shownExamples ? ", …" : "";
    return `  ${shortened(`${those.length} × ${printable(reason)} (${some.join(", ")}${more})`, columns - 2)}`;
  });
  const rest = byReason.length - shownReasons;
  return rest <= 0 ? lines : [...lines, `  … and ${rest} reasons more; --report keeps all`];
}

export const writesText = (count: number) => `${count} ${count === 1 ? "record" : "records"}`;
