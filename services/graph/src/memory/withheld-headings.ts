/** What is left of a heading when words of the passage are withheld in which it stands. */
import type { Span } from "@loci/text";
import { isWithheld, withhold, withoutMarks } from "./withholding.ts";

/**
 * The heading without the words that the passage loses.
 * @param at where in the passage it begins, below 0 where that is in the passage before
 * @param passage as it was before; where another text stands in that place the heading loses nothing
 */
export function headingWithout(
  heading: string,
  at: number,
  { text, spans }: { readonly text: string; readonly spans: readonly Span[] },
): string {
  const from = Math.max(0, -at);
  const until = Math.min(heading.length, text.length - at);
  if (until <= from) return heading;
  const isThere = heading.slice(from, until) === text.slice(at + from, at + until) || hasMark(heading);
  if (!isThere) return heading;
  const own = spans.map(({ start, end }) => ({ start: Math.max(from, start - at), end: Math.min(until, end - at) }));
  return withhold(heading, own);
}

/** The heading as a stored passage that begins with it shows it, which may have lost words since. */
export function headingAsShown(heading: string, shown: string): string {
  const differs = Array.from({ length: heading.length }, (_, i) => i).filter((i) => heading[i] !== shown[i]);
  const [first, last] = [differs[0], differs.at(-1)];
  return first === undefined || last === undefined ? heading : withhold(heading, [{ start: first, end: last + 1 }]);
}

/** Whether nothing is left of a text but marks. */
export function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(withoutMarks(text));
}

function hasMark(text: string): boolean {
  return isWithheld(text) || text.includes("\u2026");
}
