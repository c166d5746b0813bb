/** Text in terminal columns: wide characters count two, combining marks none. */
import stringWidth from "string-width";
import { printable } from "./terminal.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What people see as single characters: an accent or an emoji of several signs is one. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

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
  for (const grapheme of graphemesOf(flat)) {
    const columns = widthOf(grapheme);
    if (used + columns > room) break;
    kept += grapheme;
    used += columns;
  }
  return kept.trimEnd() + mark;
}

/** The text cut or filled with spaces to exactly `width` columns. */
export function fit(text: string, width: number, mark: string): string {
  const short = cut(text, width, mark);
  return short + " ".repeat(Math.max(0, width - widthOf(short)));
}
