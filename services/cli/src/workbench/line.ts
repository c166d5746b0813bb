/** A line of text to show, with how loud it is and, where it names a record, that record's id. */
export interface Line {
  readonly text: string;
  readonly tone: Tone;
  /** What can be opened from this line. */
  readonly ref?: string;
  /** Columns that a wrapped rest of it is moved to the right. */
  readonly indent?: number;
}

export type Tone = "plain" | "strong" | "faint" | "warn";

export const plain = (text: string, ref?: string, indent = 0): Line => line("plain", text, ref, indent);
export const strong = (text: string, ref?: string): Line => line("strong", text, ref, 0);
export const faint = (text: string, ref?: string, indent = 0): Line => line("faint", text, ref, indent);
export const warn = (text: string, ref?: string, indent = 0): Line => line("warn", text, ref, indent);

function line(tone: Tone, text: string, ref: string | undefined, indent: number): Line {
  return { text, tone, ...(ref === undefined ? {} : { ref }), ...(indent === 0 ? {} : { indent }) };
}

/** Our own signs in a line replaced by ASCII; what was stored stays as it is. */
export function asciiText(text: string): string {
  return text.replaceAll(" · ", " | ");
}
