import wrapAnsi from "wrap-ansi";
import { printable } from "../terminal.ts";
import type { Line } from "./line.ts";

/** A line in rows of at most `width` columns; the rest of a long one is indented. A word wider than a row is broken. */
export function wrapLine(line: Line, width: number): readonly string[] {
  const indent = Math.min(line.indent ?? 0, Math.max(0, width - 10));
  const rows: string[] = [];
  for (const paragraph of printable(line.text).split("\n")) {
    const lead = /^ */.exec(paragraph)?.[0].length ?? 0;
    const hang = Math.max(indent, Math.min(lead, Math.max(0, width - 10)));
    const [first = "", ...rest] = wrapAnsi(paragraph, width, { hard: true, trim: false }).split("\n");
    rows.push(first.trimEnd());
    if (rest.length === 0) continue;
    const left = rest.join("").trimStart();
    rows.push(
      ...wrapAnsi(left, Math.max(1, width - hang), { hard: true })
        .split("\n")
        .map((row) => " ".repeat(hang) + row),
    );
  }
  return rows;
}
