/** A part of a text, in UTF-16 units; the end is behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In order, and those that touch or overlap as one. */
export function joined(spans: readonly Span[]): Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** What of a text stands outside of the spans, with spaces in their places. */
export function masked(text: string, spans: readonly Span[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of joined(spans)) {
    rest += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\n]/g, " ");
    from = end;
  }
  return rest + text.slice(from);
}

/** Stands in a shown text for what was left out of it. */
const omission = " … ";

/** What of a text stands outside of the spans, closed up. @returns it, and where a place of the whole text is in it */
export function withoutSpans(
  text: string,
  spans: readonly Span[],
): { readonly text: string; readonly place: (at: number) => number } {
  if (spans.length === 0) return { text, place: (at) => at };
  const kept: { readonly from: number; readonly at: number; readonly length: number }[] = [];
  let shown = "";
  let from = 0;
  for (const { start, end } of [...joined(spans), { start: text.length, end: text.length }]) {
    const part = text.slice(from, start);
    if (part.trim() !== "") {
      const closed = part.trim();
      if (shown !== "") shown += omission;
      kept.push({ from: from + part.indexOf(closed), at: shown.length, length: closed.length });
      shown += closed;
    }
    from = end;
  }
  const place = (at: number): number => {
    const part = kept.findLast((one) => one.from <= at);
    return part === undefined ? 0 : part.at + Math.min(at - part.from, part.length);
  };
  return { text: shown, place };
}

/** As a turn's column has them. */
export function spansText(spans: readonly Span[]): string {
  return spans.map(({ start, end }) => `${start}-${end}`).join(" ");
}

export function parseSpans(text: string): Span[] {
  if (text === "") return [];
  return text.split(" ").map((span) => {
    const [start = 0, end = 0] = span.split("-").map(Number);
    return { start, end };
  });
}

export function isInside(place: Span, spans: readonly Span[]): boolean {
  return spans.some(({ start, end }) => start <= place.start && place.end <= end);
}
