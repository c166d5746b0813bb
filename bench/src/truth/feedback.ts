/** Loci's own words told back to it, as agents do by accident, and whether it grew of them. */
import type { FeedbackStory, Telling } from "./story.ts";

export interface Size {
  /** Records of knowledge: entities, facts, instructions, uncertainties. */
  readonly records: number;
  /** Characters of the longest context block. */
  readonly block: number;
}

/** A block may become longer by a tenth: dates and marks differ. */
const slack = 1.1;

export function tellBack(text: string, wrap: FeedbackStory["wrap"], at: string): Telling {
  const told = { at, text, role: "user", session: "", user: "" };
  switch (wrap) {
    case "plain":
      return told;
    case "assistant":
      return { ...told, role: "assistant" };
    case "quoted":
      return { ...told, text: `You told me: "${text}"` };
    case "capitals":
      return { ...told, text: text.toUpperCase() };
    case "cut":
      return { ...told, text: text.slice(0, Math.ceil(text.length * 0.7)) };
    case "inside":
      return {
        ...told,
        text: `Thanks, that helps. This is what I have in my notes now:\n\n${text}\n\nLet's go on with the plan for today.`,
      };
  }
}

export function growthProblem(before: Size, after: Size): string | undefined {
  if (after.records !== before.records) return `${before.records} records became ${after.records}`;
  if (after.block > before.block * slack) return `a context block of ${before.block} characters became ${after.block}`;
  return undefined;
}
