/** Text in terminal columns: wide characters count two, combining marks none. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { printable } from "../terminal.ts";
import type { Line } from "./line.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text in at most `width` columns; where it is longer it ends in `mark`. */
export function cut(text: string, width: number, mark: string): string {
  const flat = printable(text).replaceAll("\n", " ");
  if (widthOf(flat) <= width) return flat;
  const room = width - widthOf(mark);
  if (room < 0) return "";
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(flat)) {
    const columns = widthOf(segment);
    if (used + columns > room) break;
    kept += segment;
    used += columns;
  }
  return kept + mark;
}

/** The text cut or filled with spaces to exactly `width` columns. */
export function fit(text: string, width: number, mark: string): string {
  const short = cut(text, width, mark);
  return short + " ".repeat(Math.max(0, width - widthOf(short)));
}

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
