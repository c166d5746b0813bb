/** What of a hit has ended, in words. */
import { day } from "./times.ts";

export interface Stands {
  readonly standing?: string;
  readonly validUntil?: string | null;
  readonly endedParts?: readonly { readonly text: string; readonly validUntil: string }[];
}

/** That it has ended, and when; else the parts that have. */
export function endMarks({ standing, validUntil, endedParts = [] }: Stands): string[] {
  if (standing === "ended") return [`ended${validUntil ? ` ${day(validUntil)}` : ""}`];
  return endedParts.map((part) => `until ${day(part.validUntil)}: ${part.text}`);
}
