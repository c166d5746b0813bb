/** A row of the screen: spans of one look each, together exactly as wide as their pane. */
import { printable } from "../terminal.ts";
import { cut, widthOf } from "../columns.ts";
import type { Tone } from "../workbench/line.ts";
import type { Marks } from "./marks.ts";

/** `accent` and `alarm` are the two colours of the sixteen that are readable on black and on white. */
export type Look = Tone | "accent" | "alarm" | "chosen" | "cursor";

export interface Span {
  readonly text: string;
  readonly look: Look;
}

export type Row = readonly Span[];

/** Names and questions on the screen are other people's: none of them may drive the terminal. */
export const span = (text: string, look: Look = "plain"): Span => ({ text: printable(text).replaceAll("\n", " "), look });
export const emptyRow: Row = [];

export function rowWidth(row: Row): number {
  return row.reduce((sum, { text }) => sum + widthOf(text), 0);
}

export function rowText(row: Row): string {
  return row.map(({ text }) => text).join("");
}

/** The row cut or filled to exactly `width`. */
export function fitRow(row: Row, width: number, marks: Marks): Row {
  const used = rowWidth(row);
  if (used <= width)
    return used === width ? row : [...row, span(" ".repeat(width - used), row.at(-1)?.look === "chosen" ? "chosen" : "plain")];
  const fitted: Span[] = [];
  let room = width;
  for (const part of row) {
    const columns = widthOf(part.text);
    if (columns < room) fitted.push(part);
    else {
      // What follows does not fit: the mark must stand even where this part itself ends at the edge.
      fitted.push(span(cut(`${part.text}${marks.cut}${marks.cut}`, room, marks.cut), part.look));
      room = 0;
      break;
    }
    room -= columns;
  }
  const lacking = width - rowWidth(fitted);
  return lacking > 0 ? [...fitted, span(" ".repeat(lacking))] : fitted;
}

/** The same row in one look: what is chosen in the pane that has the focus. */
export function inLook(row: Row, look: Look): Row {
  return row.map(({ text }) => span(text, look));
}
