/** Longer than words are, with a margin for words that are joined by hyphens. */
const longestRun = 64;
/** Fewer characters hold too few parts for the pattern of addresses to try all their divisions. */
const longestAddress = 20;
/** Even a plain token costs the square of its length; of a longer one only this much is a token. */
const longestToken = 512;
const run = /\S{21,}/g;
const closing = /(?<![.,;:!?"')\]}])[.,;:!?"')\]}]{1,3}$/;

/**
 * The text, of the same length, as the tokenizer can take it in linear time. Its pattern of web addresses is exponential in an
 * address's parts, and others are quadratic in what stands between two spaces. So an address stands as a plain one, any other run
 * that is longer than a word as letters; the rules read neither. Punctuation behind them stays, as it ends sentences.
 */
export function tameRuns(text: string): string {
  return text.replace(run, (found) => {
    const isAddress = found.includes("//");
    if (found.length <= (isAddress ? longestAddress : longestRun)) return found;
    const end = closing.exec(found)?.[0] ?? "";
    const length = found.length - end.length;
    const word = isAddress ? "//a.aa".padEnd(Math.min(length, longestToken), "/") : "x".repeat(Math.min(length, longestRun));
    return word.padEnd(length) + end;
  });
}
