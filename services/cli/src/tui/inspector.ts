/** The inspector: lines of which some name a record that can be opened, and the way back. */
import type { Line } from "../workbench/line.ts";
import { wrapped } from "./wrapped.ts";

export interface Page {
  readonly lines: readonly Line[];
  /** The line that Enter opens; -1 where none is chosen. */
  readonly chosen: number;
  /** The first row that is shown. */
  readonly top: number;
}

export interface Inspector {
  readonly page: Page | undefined;
  readonly back: readonly Page[];
}

const backKept = 30;
export const emptyInspector: Inspector = { page: undefined, back: [] };

export function show(inspector: Inspector, lines: readonly Line[]): Inspector {
  const back = inspector.page === undefined ? inspector.back : [...inspector.back, inspector.page].slice(-backKept);
  return { page: { lines, chosen: -1, top: 0 }, back };
}

/** Other lines for the same record: what was loaded in the place of what was known at once. */
export function replace(inspector: Inspector, lines: readonly Line[]): Inspector {
  return { ...inspector, page: { lines, chosen: -1, top: 0 } };
}

export function goBack({ page, back }: Inspector): Inspector {
  const before = back.at(-1);
  return before === undefined ? { page, back } : { page: before, back: back.slice(0, -1) };
}

export interface ShownRow {
  readonly text: string;
  /** Index of the line that it belongs to. */
  readonly line: number;
}

export function shownRows(lines: readonly Line[], width: number): readonly ShownRow[] {
  return lines.flatMap((line, i) => wrapped(line, width).map((text) => ({ text, line: i })));
}

/** Moves to the next line that can be opened, or scrolls where none is near: nothing is stepped over unseen. */
export function step(inspector: Inspector, by: 1 | -1, width: number, height: number): Inspector {
  const { page } = inspector;
  if (page === undefined) return inspector;
  const rows = shownRows(page.lines, width);
  const next = by === 1 ? page.lines.findIndex((line, i) => i > page.chosen && line.ref !== undefined) : lastOpenable(page);
  const row = rows.findIndex(({ line }) => line === next);
  const isNear = next >= 0 && row >= page.top - 1 && row <= page.top + height;
  const chosen = isNear ? next : page.chosen;
  const wanted = isNear ? Math.min(Math.max(page.top, row - height + 1), row) : page.top + by;
  return { ...inspector, page: { ...page, chosen, top: clampTop(wanted, rows.length, height) } };
}

export function scrollBy(inspector: Inspector, rows: number, width: number, height: number): Inspector {
  const { page } = inspector;
  if (page === undefined) return inspector;
  const length = shownRows(page.lines, width).length;
  return { ...inspector, page: { ...page, top: clampTop(page.top + rows, length, height) } };
}

function lastOpenable({ lines, chosen }: Page): number {
  return chosen <= 0 ? -1 : lines.findLastIndex((line, i) => i < chosen && line.ref !== undefined);
}

function clampTop(top: number, length: number, height: number): number {
  return Math.max(0, Math.min(top, length - height));
}
