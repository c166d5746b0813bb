/** Texts of a provider as Postgres can hold them: NUL and halves of a character become U+FFFD. */

const nul = /\0/g;

export function storableText(text: string): string {
  return text.replace(nul, "\uFFFD").toWellFormed();
}

/** As a reviver of JSON: an escape within it stands for a character too. */
export function storableValue(_name: string, value: unknown): unknown {
  return typeof value === "string" ? storableText(value) : value;
}

/** The pieces of one text in order: a character may be cut in two by their border. */
export interface StorablePieces {
  /** @returns what is whole by now, "" where that is nothing */
  add(piece: string): string;
  /** What is left when no piece follows. */
  end(): string;
}

export function storablePieces(): StorablePieces {
  let half = "";
  return {
    add(piece) {
      const text = half + piece;
      const isCut = /[\uD800-\uDBFF]$/.test(text);
      half = isCut ? text.slice(-1) : "";
      return storableText(isCut ? text.slice(0, -1) : text);
    },
    end: () => storableText(half),
  };
}
