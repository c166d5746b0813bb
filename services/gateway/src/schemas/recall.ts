import { z } from "zod";
import { integerText } from "./text.ts";

const defaultK = 10;
const maxK = 50;

/** How long a block may become, in tokens as they are estimated. */
export const maxTokensField = z
  .int("must be a whole number from 100 to 100000")
  .min(100, "must be at least 100")
  .max(100_000, "must be at most 100000")
  .nullish();

/** The same in a URL. */
export const maxTokensText = integerText(100, 100_000).nullish();

/** How many hits may be asked for. `maxQueryK` may only clamp the contract's cap of 50 down. */
export function recallK(maxQueryK: number) {
  const cap = Math.max(1, Math.min(maxK, maxQueryK));
  const k = z
    .int(`must be a whole number from 1 to ${cap}`)
    .min(1, `must be from 1 to ${cap}`)
    .max(cap, `must be from 1 to ${cap}`);
  return { k, usualK: Math.min(defaultK, cap) };
}
