import { lineOf } from "./normal-text.ts";

/**
 * Where a table's column names come from: its `first` row, `none`, or `guess`: the first row with two cells or more, where these
 * look like names.
 */
export type HeaderRule = "first" | "none" | "guess";

/** Takes a table row by row. */
export interface RowReader {
  row(cells: readonly string[]): void;
  end(): void;
}

/**
 * Writes each row as a line that makes sense alone: "name: value; name: value". Rows above the header stand as they are.
 * @param emit called with each line
 */
export function readRows(rule: HeaderRule, emit: (line: string) => void): RowReader {
  let names: readonly string[] | undefined = rule === "none" ? [] : undefined;
  let alone: string | undefined;

  return {
    row(raw) {
      const cells = raw.map(lineOf);
      const filled = cells.filter((cell) => cell !== "");
      if (filled.length === 0) return;
      if (names === undefined && (filled.length > 1 || rule === "first")) {
        names = rule === "first" || looksLikeNames(filled) ? cells : [];
        if (names.length > 0) {
          alone = filled.join("; ");
          return;
        }
      }
      alone = undefined;
      emit(line(cells, names ?? []));
    },
    end() {
      if (alone !== undefined) emit(alone);
      alone = undefined;
    },
  };
}

function line(cells: readonly string[], names: readonly string[]): string {
  return cells
    .map((cell, i) => (cell !== "" && names[i] !== undefined && names[i] !== "" ? `${names[i]}: ${cell}` : cell))
    .filter((cell) => cell !== "")
    .join("; ");
}

const year = /^(19|20)\d\d$/;
const hasLetter = /\p{L}/u;
const date = /^\d{4}-\d\d-\d\d/;

/** Names are short, differ, and are words; a year names a column too. */
function looksLikeNames(cells: readonly string[]): boolean {
  if (new Set(cells).size < cells.length) return false;
  if (!cells.some((cell) => hasLetter.test(cell))) return false;
  return cells.every((cell) => cell.length <= 100 && !date.test(cell) && (hasLetter.test(cell) || year.test(cell)));
}
