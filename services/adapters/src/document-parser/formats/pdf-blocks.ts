import { bodySize, commonest, headingRatio, type Line } from "./pdf-lines.ts";

export type Block =
  /** From here on, text without a heading is of this page. */
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "heading"; readonly level: number; readonly text: string; readonly page: number }
  | { readonly kind: "paragraph"; readonly text: string };

const maxHeadingCharacters = 150;
/** Where headings are rarer than this, their sections would span too many pages to say where something stands. */
const pagesForHeading = 5;

/** Headings and paragraphs of a document's pages. Where headings are rare, each page is a section too. */
export function blocksOf(pages: readonly (readonly Line[])[]): Block[] {
  const levels = headingLevels(pages.flat());
  const headings = pages.flat().filter((line) => levelOf(line, levels) > 0).length;
  const byPage = headings * pagesForHeading < pages.length;
  const spacing = usualSpacing(pages);
  const blocks: Block[] = [{ kind: "page", page: 1 }];
  let last: Line | undefined;

  pages.forEach((lines, i) => {
    const page = i + 1;
    if (byPage) {
      blocks.push({ kind: "page", page });
      last = undefined;
    }
    lines.forEach((line, row) => {
      const level = levelOf(line, levels);
      const open = last === undefined ? undefined : blocks.at(-1);
      const together = last !== undefined && continues(last, line, row === 0, spacing);
      last = line;
      if (level > 0) {
        if (open?.kind === "heading" && open.level === level && together) {
          blocks.splice(-1, 1, { ...open, text: `${open.text} ${line.text}` });
        } else blocks.push({ kind: "heading", level, text: line.text, page });
      } else if (open?.kind === "paragraph" && together) {
        blocks.splice(-1, 1, { kind: "paragraph", text: joined(open.text, line.text) });
      } else blocks.push({ kind: "paragraph", text: line.text });
    });
  });
  return blocks;
}

/** The levels of the font sizes that headings have; none where most of the text would be a heading, as on slides. */
function headingLevels(lines: readonly Line[]): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  const body = bodySize(lines);
  const sizes = [...characters.keys()].filter((size) => size >= body * headingRatio).sort((a, b) => b - a);
  const larger = sizes.reduce((sum, size) => sum + (characters.get(size) ?? 0), 0);
  const all = [...characters.values()].reduce((sum, count) => sum + count, 0);
  if (larger > all / 3) return new Map();
  return new Map(sizes.map((size, i) => [size, Math.min(i + 1, 6)]));
}

function levelOf({ size, text }: Line, levels: ReadonlyMap<number, number>): number {
  return text.length <= maxHeadingCharacters && /\p{L}/u.test(text) ? (levels.get(size) ?? 0) : 0;
}

/** From line to line, in font sizes: the commonest, as a paragraph's lines are more than its ends. */
function usualSpacing(pages: readonly (readonly Line[])[]): number {
  const counts = new Map<number, number>();
  for (const lines of pages) {
    lines.forEach((line, i) => {
      const before = lines[i - 1];
      if (before === undefined || before.size !== line.size || before.y <= line.y) return;
      const spacing = Math.round(((before.y - line.y) / line.size) * 10) / 10;
      counts.set(spacing, (counts.get(spacing) ?? 0) + 1);
    });
  }
  return Math.min(commonest(counts) || 1.2, 2.5);
}

/** Whether a line goes on with the paragraph, or heading, of the line before it. */
function continues(before: Line, line: Line, newPage: boolean, spacing: number): boolean {
  if (Math.abs(before.size - line.size) > 0.5 || /^[•‣▪◦●–-] /.test(line.text)) return false;
  const sentenceEnded = /[.!?:;][)"'”’»]?$/.test(before.text);
  const down = (before.y - line.y) / line.size;
  // On another page, or in another column, only the words can tell.
  if (newPage || down <= 0) return !sentenceEnded && /^[\p{Ll}\d(]/u.test(line.text);
  if (down > spacing * 1.35) return false;
  const indented = line.x - before.x > line.size * 0.8;
  return !(sentenceEnded && indented);
}

/** A word that was broken at the line's end is one again. */
function joined(before: string, line: string): string {
  if (before.endsWith("\u00AD")) return before.slice(0, -1) + line;
  return /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : `${before} ${line}`;
}
