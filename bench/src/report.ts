/** Numbers as a bench prints them. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function heading(title: string): void {
  print(`\n${title}\n${"-".repeat(title.length)}`);
}

/** A table with its columns as wide as they need to be. */
export function table(rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toFixed(cell >= 100 ? 0 : 2) : cell)));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells)
    print(
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "),
    );
}
