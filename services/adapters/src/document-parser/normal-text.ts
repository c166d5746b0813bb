/** Characters that are not seen but would keep words from being found: soft hyphen, zero-width space, byte-order mark. */
const unseen = /[\u00AD\u200B\uFEFF]/g;
const lineEnds = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
const controls = /[\p{Cc}--\n]/gv;
const blanks = /[\p{Zs}\t]/gu;

/**
 * Lines as they stand: "\n" line ends, NFC, no control characters, every blank a space, none at a line's end, at most one empty
 * line in a row, none at the beginning and the end. What stands between words is kept.
 */
export function linesOf(raw: string): string {
  return raw
    .replace(lineEnds, "\n")
    .replace(blanks, " ")
    .replace(controls, "")
    .replace(unseen, "")
    .toWellFormed()
    .normalize("NFC")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|(?<!\n)\n+$/g, "");
}

/** Running text: lines as above, without empty ones, and one space between words. */
export function proseOf(raw: string): string {
  return linesOf(raw)
    .split("\n")
    .map((line) => line.trim().replace(/ {2,}/g, " "))
    .filter((line) => line !== "")
    .join("\n");
}

/** One line, whatever came. */
export function lineOf(raw: string): string {
  return proseOf(raw).replaceAll("\n", " ");
}
