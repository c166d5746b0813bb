/** The line that is being typed. The cursor stands between graphemes, so that an accent or emoji is one step. */
import { graphemesOf } from "../columns.ts";

export interface Draft {
  readonly before: string;
  readonly after: string;
}

export const emptyDraft: Draft = { before: "", after: "" };
export const textOf = ({ before, after }: Draft): string => before + after;
export const draftOf = (text: string): Draft => ({ before: text, after: "" });

export type Edit = "left" | "right" | "home" | "end" | "backspace" | "delete" | "word-back" | "clear-before" | "clear-after";

const first = (text: string): string => graphemesOf(text)[0] ?? "";
const last = (text: string): string => graphemesOf(text).at(-1) ?? "";

/** Pasted line breaks and tabs become spaces: a line is one line. */
export function typeText({ before, after }: Draft, text: string): Draft {
  return { before: before + text.replace(/\s/g, " ").replace(/\p{Cc}/gu, ""), after };
}

export function edit(draft: Draft, change: Edit): Draft {
  const { before, after } = draft;
  switch (change) {
    case "left": {
      const step = last(before);
      return { before: before.slice(0, before.length - step.length), after: step + after };
    }
    case "right": {
      const step = first(after);
      return { before: before + step, after: after.slice(step.length) };
    }
    case "home":
      return { before: "", after: before + after };
    case "end":
      return { before: before + after, after: "" };
    case "backspace":
      return { before: before.slice(0, before.length - last(before).length), after };
    case "delete":
      return { before, after: after.slice(first(after).length) };
    case "word-back":
      return { before: before.trimEnd().replace(/(?<!\S)\S+$/, ""), after };
    case "clear-before":
      return { before: "", after };
    case "clear-after":
      return { before, after: "" };
  }
}
