import { z } from "zod";

const defaultK = 10;
const maxK = 50;

/** How many hits may be asked for. `maxQueryK` may only clamp the contract's cap of 50 down. */
export function recallK(maxQueryK: number) {
  const cap = Math.max(1, Math.min(maxK, maxQueryK));
  const k = z
    .int(`must be a whole number from 1 to ${cap}`)
    .min(1, `must be from 1 to ${cap}`)
    .max(cap, `must be from 1 to ${cap}`);
  return { k, usualK: Math.min(defaultK, cap) };
}
