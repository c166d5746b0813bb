import { unspacedScripts } from "./tokens.ts";

const charactersInToken = 4;
const unspaced = new RegExp(`[${unspacedScripts}]`, "gu");

/**
 * About how many tokens a text has for a language model, whichever it is: one for each four characters, and for each one of a script
 * that is written without spaces.
 */
export function estimatedTokens(text: string): number {
  const single = text.match(unspaced)?.length ?? 0;
  return single + Math.ceil((text.length - single) / charactersInToken);
}
