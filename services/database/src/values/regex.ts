import { RE2JS } from "re2js";

/** Whether a text is a regular expression of the dialect that the language has (RE2's). */
export function isRegex(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}
