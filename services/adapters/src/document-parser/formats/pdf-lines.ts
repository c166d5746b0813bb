/** A line of a page. Lengths are in points, y from the page's lower edge. */
export interface Line {
  readonly text: string;
  /** The font's, of most of its characters. */
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** What pdf.js gives: pieces of text, and marks of their structure, which have none. */
type Item =
  | { readonly str: string; readonly transform: readonly number[]; readonly width: number; readonly hasEOL: boolean }
  | { readonly type: string };

interface OpenLine {
  text: string;
  readonly x: number;
  readonly y: number;
  end: number;
  readonly sizes: Map<number, number>;
}

/** Pieces that stand at one height and follow one another are a line. */
export function linesOfItems(items: readonly Item[]): Line[] {
  const lines: Line[] = [];
  let line: OpenLine | undefined;
  const endLine = () => {
    if (line !== undefined && line.text.trim() !== "") {
      lines.push({ text: line.text.trim(), size: commonest(line.sizes), x: line.x, y: line.y });
    }
    line = undefined;
  };
  for (const item of items) {
    if (!("str" in item)) continue;
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.round(Math.hypot(c, d) * 2) / 2;
    if (item.str.trim() !== "") {
      if (line !== undefined && Math.abs(line.y - y) > size / 2) endLine();
      line ??= { text: "", x, y, end: x, sizes: new Map() };
      const apart = x - line.end > size / 5 && !line.text.endsWith(" ") && !item.str.startsWith(" ");
      line.text += line.text !== "" && apart ? ` ${item.str}` : item.str;
      line.end = x + item.width;
      line.sizes.set(size, (line.sizes.get(size) ?? 0) + item.str.length);
    } else if (line !== undefined && item.str !== "") line.text += " ";
    if (item.hasEOL) endLine();
  }
  endLine();
  return lines;
}

/** The font size of most of the text. */
export function bodySize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  return commonest(characters);
}

/** How much larger than the text a heading is at least. */
export const headingRatio = 1.15;

/** The key with the highest count; 0 where there is none. */
export function commonest(counts: ReadonlyMap<number, number>): number {
  let best = 0;
  let most = 0;
  for (const [value, count] of counts) {
    if (count > most) [best, most] = [value, count];
  }
  return best;
}
