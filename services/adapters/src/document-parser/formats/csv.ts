import { parse } from "csv-parse/sync";
import { decodeText } from "../decode.ts";
import type { FormatReader } from "../reader.ts";
import { readRows } from "../rows.ts";

/** RFC 4180, with any of the usual delimiters. */
export const readCsv: FormatReader = async ({ bytes, charset }, writer) => {
  const text = decodeText(bytes, charset);
  const rows = readRows("guess", (line) => writer.line(line));
  parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    // Each record goes where it belongs at once, instead of all being kept.
    onRecord: (record: string[]) => {
      rows.row(record);
      return null;
    },
  });
  rows.end();
  return { title: "", pages: 0 };
};

/** The delimiter of which the first lines have most, and the same number in each; a comma where there is none. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 10);
  const rated = [",", ";", "\t", "|"].map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    return { delimiter, rating: first === 0 ? 0 : counts.filter((count) => count === first).length * 1000 + first };
  });
  return rated.reduce((best, other) => (other.rating > best.rating ? other : best)).delimiter;
}
