import { bodySize, headingRatio, type Line } from "./pdf-lines.ts";

/** A head or foot of a page has a few lines at most. */
const maxLines = 3;
/** Left and right pages may differ in their heads. */
const leastShare = 0.4;

/**
 * The pages without the heads and feet that run through them: lines at a page's edge, apart from the rest and no larger, which
 * stand at the same height with the same words on many pages; numbers in them may differ.
 */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const largest = bodySize(pages.flat()) * headingRatio;
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const keys = new Set([...outermost(lines, 1), ...outermost(lines, -1)].map(keyOf));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * leastShare);
  const runs = (line: Line) => line.size < largest && (counts.get(keyOf(line)) ?? 0) >= least;
  return pages.map((lines) => {
    const running = new Set([outermost(lines, 1), outermost(lines, -1)].filter((edge) => edge.every(runs)).flat());
    return lines.filter((line) => !running.has(line));
  });
}

const keyOf = ({ text, y }: Line): string => `${Math.round(y / 4)} ${text.replace(/\d+/g, "#")}`;

/** The lines at the upper edge (1) or the lower (-1), up to the first gap; none where that is farther in than a head or foot. */
function outermost(lines: readonly Line[], direction: 1 | -1): Line[] {
  const inwards = lines.toSorted((a, b) => (b.y - a.y) * direction).slice(0, maxLines + 1);
  const gap = inwards.findIndex((line, i) => {
    const next = inwards[i + 1];
    return next !== undefined && Math.abs(line.y - next.y) > 1.6 * Math.max(line.size, next.size);
  });
  return inwards.slice(0, gap + 1);
}
