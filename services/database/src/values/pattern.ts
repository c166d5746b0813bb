import type { Matcher, RE2JS } from "re2js";
import { patternTooLong } from "../messages/interpret.ts";

/** What a search costs at most: the steps of the pattern's program for each character. So many take about a quarter of a second, without a pause. */
const mostSteps = 10_000_000;

/**
 * Looks for a pattern in a text. RE2's time is linear in the text, but also in the program of the pattern, which counted repetitions make long.
 * @throws QueryError where both are too long together
 */
export function matcherOf(pattern: RE2JS, text: string): Matcher {
  if (pattern.programSize() * text.length > mostSteps) throw patternTooLong();
  return pattern.matcher(text);
}
