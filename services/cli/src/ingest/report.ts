/** What a folder's upload came to. */
import { bytesText } from "../progress.ts";
import { shortened, type Terminal } from "../terminal.ts";
import type { Reason } from "./walk.ts";

export interface Report {
  readonly dryRun: boolean;
  readonly uploaded: readonly { readonly file: string; readonly id?: string }[];
  readonly bytes: number;
  /** Files that the server has already. */
  readonly known: readonly string[];
  /** Nothing that could be a document. */
  readonly leftOut: readonly Reason[];
  readonly failed: readonly Reason[];
  /** Not sent, as it was stopped before. */
  readonly open: number;
}

const shownReasons = 20;

export function reportText({ dryRun, uploaded, bytes, known, leftOut, failed, open }: Report, terminal: Terminal): string {
  const { style } = terminal;
  const head = `${dryRun ? "Would upload" : "Uploaded"} ${filesText(uploaded.length)} (${bytesText(bytes)}).`;
  const lines = [style.bold(head)];
  if (dryRun) lines.push(...some(uploaded.map(({ file }) => shortened(`  ${file}`, terminal.columns))));
  if (known.length > 0) lines.push(`Already there: ${filesText(known.length)}.`);
  if (leftOut.length > 0)
    lines.push(`Left out: ${filesText(leftOut.length)}.`, ...reasonLines(leftOut, terminal).map((line) => style.dim(line)));
  if (failed.length > 0) lines.push(style.warn(`Failed: ${filesText(failed.length)}.`), ...reasonLines(failed, terminal));
  if (open > 0) lines.push(`Not sent: ${filesText(open)}.`);
  return lines.join("\n");
}

function reasonLines(reasons: readonly Reason[], { columns }: Terminal): string[] {
  return some(reasons.map(({ file, reason }) => `  ${shortened(`${file}: ${reason}`, columns - 2)}`));
}

function some(lines: readonly string[]): string[] {
  const rest = lines.length - shownReasons;
  return rest <= 0 ? [...lines] : [...lines.slice(0, shownReasons), `  … and ${rest} more; --json lists all`];
}

export const filesText = (count: number) => `${count} ${count === 1 ? "file" : "files"}`;
