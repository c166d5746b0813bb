/** Panes with a border and a title in it. */
import { cut, widthOf } from "../columns.ts";
import type { Marks } from "./marks.ts";
import { emptyRow, fitRow, span, type Look, type Row } from "./row.ts";

export interface FrameOptions {
  readonly title: string;
  /** Stands at the right end of the upper border. */
  readonly corner?: string;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly marks: Marks;
}

/** The rows of a pane with its border, exactly `height` of them; `ruleAt` draws a line across before that row. */
export function frame(content: readonly Row[], options: FrameOptions, ruleAt?: number): readonly Row[] {
  const { width, height, focused, marks } = options;
  const border = focused ? marks.focusBorder : marks.border;
  const look: Look = focused ? "accent" : "faint";
  const inner = width - 2;
  const rows: Row[] = [topRow(options)];
  const left = span(border.vertical, look);
  for (let i = 0; rows.length < height - 1; i += 1) {
    if (i === ruleAt) rows.push([span(border.ruleLeft + border.horizontal.repeat(inner) + border.ruleRight, look)]);
    else {
      const at = ruleAt !== undefined && i > ruleAt ? i - 1 : i;
      rows.push([left, ...fitRow(content[at] ?? emptyRow, inner, marks), left]);
    }
  }
  rows.push([span(border.bottomLeft + border.horizontal.repeat(inner) + border.bottomRight, look)]);
  return rows;
}

function topRow({ title, corner = "", width, focused, marks }: FrameOptions): Row {
  const border = focused ? marks.focusBorder : marks.border;
  const look: Look = focused ? "accent" : "faint";
  const room = width - 6;
  const name = cut(title, room, marks.cut);
  const note = corner !== "" && widthOf(name) + widthOf(corner) + 3 <= room ? ` ${corner} ` : "";
  const filled = width - widthOf(name) - widthOf(note) - 6;
  return [
    span(`${border.topLeft}${border.horizontal}`, look),
    span(` ${name} `, focused ? "accent" : "strong"),
    span(border.horizontal.repeat(Math.max(0, filled)), look),
    span(note, "faint"),
    span(`${border.horizontal}${border.topRight}`, look),
  ];
}
