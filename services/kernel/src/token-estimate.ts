/** Scripts written without spaces between words, and Hangul, whose particles are glued on. */
export const unspacedScripts = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}";

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
