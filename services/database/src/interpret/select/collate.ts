import { compareTexts } from "../../values/order.ts";

/** Numbers within texts by their value: `a9` before `a10`. */
export function compareNatural(a: string, b: string): number {
  return comparePieces(piecesOf(a), piecesOf(b)) || compareTexts(a, b);
}

/** As people sort: accents and case count only where all else is equal. */
export function compareCollated(a: string, b: string, numeric: boolean): number {
  const [plainA, plainB] = [plain(a), plain(b)];
  return (numeric ? comparePieces(piecesOf(plainA), piecesOf(plainB)) : compareTexts(plainA, plainB)) || compareTexts(a, b);
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
}

/** Runs of digits, and the characters between them one by one. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\d+|\D/gu) ?? [];
}

function comparePieces(a: readonly string[], b: readonly string[]): number {
  for (const [index, piece] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = isDigits(piece) && isDigits(other) ? compareDigits(piece, other) : compareTexts(piece, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function isDigits(piece: string): boolean {
  return piece >= "0" && piece < ":";
}

function compareDigits(a: string, b: string): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
