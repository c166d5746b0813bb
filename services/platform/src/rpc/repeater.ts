import { retryBudget } from "./channel.ts";
import { wasCutOff, wasRefused } from "./status.ts";

/** How often a request is made again that no service took: each time, gRPC itself has tried two replicas. */
const mostRefusals = 5;

/** @param recognised the service knows the request again, and does it once */
export type Repeater = <Answer>(ask: () => Promise<Answer>, recognised: boolean) => Promise<Answer>;

/**
 * Makes a request again where gRPC would not (channel.ts has what it repeats). One that every replica refused because it was about to end
 * was done by none. One that was cut off is made once more where the service recognises it, within the budget that gRPC has too: each cut
 * takes a token, each answer gives back a tenth of one, and under half of them nothing is repeated.
 */
export function createRepeater(): Repeater {
  const { maxTokens, tokenRatio } = retryBudget;
  let tokens: number = maxTokens;
  const mayRepeat = (error: unknown, recognised: boolean, failures: number): boolean => {
    if (wasRefused(error)) return failures <= mostRefusals;
    if (!wasCutOff(error)) return false;
    tokens = Math.max(0, tokens - 1);
    return recognised && failures === 1 && tokens > maxTokens / 2;
  };
  return async (ask, recognised) => {
    for (let failures = 1; ; failures++) {
      try {
        const answer = await ask();
        tokens = Math.min(maxTokens, tokens + tokenRatio);
        return answer;
      } catch (error) {
        if (!mayRepeat(error, recognised, failures)) throw error;
      }
    }
  };
}
