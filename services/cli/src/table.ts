/** Rows in columns that fit the terminal. */
import { cut, widthOf } from "./columns.ts";
import { shortened, type Terminal } from "./terminal.ts";

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  /** Cut down where the terminal is too narrow. Ids are not: who copies one needs all of it. */
  readonly shrinks?: boolean;
  readonly right?: boolean;
  /** Left out where even then there is no room, the last such column first. */
  readonly spare?: boolean;
}

const gap = 2;
const narrowest = 12;

/** The rows under a head line; `none` where there are no rows. */
export function table<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[], none: string): string {
  if (rows.length === 0) return none;
  const all = columns.map((column) => ({ column, cells: rows.map((row) => shortened(column.of(row), 1_000)) }));
  const shown = fitted(
    all.filter(({ cells }) => cells.some((cell) => cell !== "")),
    terminal.columns,
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => {
        const { width = 0, right = false } = shown[i] ?? {};
        const text = cut(cell, width, "…");
        const rest = " ".repeat(width - widthOf(text));
        return right ? rest + text : text + rest;
      })
      .join(" ".repeat(gap))
      .trimEnd();
  const head = terminal.style.dim(line(shown.map(({ title }) => title)));
  return [head, ...rows.map((_, i) => line(shown.map(({ cells }) => cells[i] ?? "")))].join("\n");
}

interface Shown {
  readonly title: string;
  readonly cells: readonly string[];
  readonly width: number;
  readonly right: boolean;
}

function fitted<Row>(all: readonly { column: Column<Row>; cells: readonly string[] }[], room: number): Shown[] {
  const wanted = all.map(({ column, cells }) => ({
    column,
    cells,
    width: Math.max(column.title.length, ...cells.map(widthOf)),
  }));
  const sum = () => wanted.reduce((width, one) => width + one.width, gap * (wanted.length - 1));
  const least = ({ column }: (typeof wanted)[number]) => Math.max(narrowest, column.title.length);
  const leastSum = () =>
    sum() - wanted.reduce((spare, one) => spare + (one.column.shrinks ? Math.max(0, one.width - least(one)) : 0), 0);
  for (let at = wanted.findLastIndex((one) => one.column.spare); at >= 0 && leastSum() > room;) {
    wanted.splice(at, 1);
    at = wanted.findLastIndex((one) => one.column.spare);
  }
  // The widest gives way first, column by column, until the line fits.
  for (let over = sum() - room; over > 0; over--) {
    const widest = wanted.filter((one) => one.column.shrinks && one.width > least(one)).sort((a, b) => b.width - a.width)[0];
    if (widest === undefined) break;
    widest.width--;
  }
  return wanted.map(({ column, cells, width }) => ({ title: column.title, cells, width, right: column.right ?? false }));
}
