/** Wrapped lines, kept: a screen is drawn many times a second, its lines seldom change. */
import type { Line } from "../workbench/line.ts";
import { wrapLine } from "../workbench/wrap-line.ts";

/** In narrower panes an id is shown by its kind and end: it can be opened, and would take rows. */
const idsInFullFrom = 60;

const known = new WeakMap<Line, { width: number; rows: readonly string[] }>();

export function wrapped(line: Line, width: number): readonly string[] {
  const had = known.get(line);
  if (had?.width === width) return had.rows;
  const rows = wrapLine(width < idsInFullFrom ? { ...line, text: shortIds(line.text) } : line, width);
  known.set(line, { width, rows });
  return rows;
}

function shortIds(text: string): string {
  return text.replace(/\b([a-z_]+):[0-9a-z]{20}([0-9a-z]{6})\b/g, "$1:..$2");
}
