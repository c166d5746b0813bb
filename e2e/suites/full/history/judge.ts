/**
 * What a history of requests and the tables at its end may not show, whatever failed meanwhile. A request that was not answered may have
 * had its effect, may have it later, or never (as in Knossos and Jepsen's checkers for sets: an unknown outcome is open for ever).
 */

/** What its sender knows of a request: its effect is there, is not there, or may come. */
export type Outcome = "done" | "refused" | "unknown";

/** Each word is remembered once, in one context. Times are milliseconds of one clock. */
export type Step = { readonly word: string; readonly from: number; readonly until: number } & (
  | { readonly does: "remember" | "forget"; readonly outcome: Outcome }
  /** Asked in the context that was told the word, or in another one; the answer may say itself that it is not whole. */
  | { readonly does: "look"; readonly found: boolean; readonly isAbroad: boolean; readonly isWhole: boolean }
);

/**
 * @param kept how often each word is in the tables at the end
 * @returns what is wrong, a line each
 */
export function judge(steps: readonly Step[], kept: ReadonlyMap<string, number>): string[] {
  const byWord = Map.groupBy(steps, ({ word }) => word);
  const never = [...kept.keys()].filter((word) => !byWord.has(word)).map((word) => `${word}: kept, and nobody wrote it`);
  return [...never, ...[...byWord].flatMap(([word, own]) => judgeWord(own, kept.get(word) ?? 0).map((what) => `${word}: ${what}`))];
}

function judgeWord(steps: readonly Step[], kept: number): string[] {
  const wrong: string[] = [];
  const writes = steps.filter((step) => step.does === "remember" && step.outcome !== "refused");
  const written = writes.find((step) => step.does === "remember" && step.outcome === "done");
  const begun = Math.min(...writes.map(({ from }) => from));
  const endings = steps.filter((step) => step.does === "forget" && step.outcome !== "refused");
  const ended = Math.min(...endings.map((step) => (step.does === "forget" && step.outcome === "done" ? step.until : Infinity)));
  const endBegun = Math.min(...endings.map(({ from }) => from));

  for (const step of steps) {
    if (step.does !== "look") continue;
    const asked = `by the question of ${step.from.toFixed(0)}-${step.until.toFixed(0)} ms`;
    if (step.found && step.isAbroad) wrong.push(`found in another context, ${asked}`);
    else if (step.found && step.until < begun) wrong.push(`found before it was written, ${asked}`);
    else if (step.found && step.from > ended) wrong.push(`found after it was forgotten, ${asked}`);
    else if (!step.found && !step.isAbroad && step.isWhole && written && step.from > written.until && step.until < endBegun)
      wrong.push(`not found although it was acknowledged at ${written.until.toFixed(0)} ms, ${asked}`);
  }
  if (kept > 1) wrong.push(`kept ${kept} times`);
  if (kept > 0 && writes.length === 0) wrong.push("kept although it was refused");
  if (kept > 0 && ended < Infinity) wrong.push("kept although it was forgotten");
  if (kept === 0 && written && endings.length === 0) wrong.push("lost although it was acknowledged");
  return wrong;
}
