import type { Term } from "./filters.ts";

/** Where a word stands in a text, in characters (code points). */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The places of wanted words, each once: of whole tokens, or of just the part of them that is the word. */
export function placesIn(terms: readonly Term[], wanted: ReadonlySet<string>, isPartial: boolean): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { text, offset, token } of terms) {
    if (!wanted.has(text)) continue;
    const start = token.start + offset;
    const place = isPartial
      ? { start, end: Math.min(start + [...text].length, token.end) }
      : { start: token.start, end: token.end };
    places.set(`${place.start} ${place.end}`, place);
  }
  return [...places.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** A text with marks around places in it. A place that begins within another has its first mark one character later. */
export function highlighted(
  text: string,
  places: readonly Place[],
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const characters = [...text];
  let shown = "";
  for (const [at, character] of [...characters, ""].entries()) {
    const late = places.filter((place, i) => place.start === at - 1 && isWithin(place, places.slice(0, i)));
    const ends = places.filter(({ end }) => end === at);
    const starts = places.filter((place, i) => place.start === at && !isWithin(place, places.slice(0, i)));
    shown += before.repeat(late.length) + after.repeat(ends.length) + before.repeat(starts.length) + character;
  }
  return shown;
}

function isWithin({ start }: Place, others: readonly Place[]): boolean {
  return others.some((other) => other.start <= start && start < other.end);
}
