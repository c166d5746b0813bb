import type { Row } from "./timeline.ts";

/** The rows of one key as they are made, found by their value, and those that stand: a key may have thousands. */
export class Rows {
  /** In the order in which they were made. */
  readonly all: Row[] = [];
  readonly #byValue = new Map<string, Row[]>();
  readonly #open = new Set<Row>();

  add(row: Row): void {
    this.all.push(row);
    this.#open.add(row);
    const same = this.#byValue.get(row.valueNorm);
    if (same) same.push(row);
    else this.#byValue.set(row.valueNorm, [row]);
  }

  ofValue(valueNorm: string): readonly Row[] {
    return this.#byValue.get(valueNorm) ?? [];
  }

  /** Those that did not end. What ends a row need not tell: it is noticed here. */
  *open(): Generator<Row, void> {
    for (const row of this.#open) {
      if (row.end === undefined) yield row;
      else this.#open.delete(row);
    }
  }
}
