import type { ModelPrices } from "@loci/platform/telemetry";
import type { z } from "zod";

/** Reads `model=input/output,…`: what a million tokens cost, in a currency of one's own. */
export function modelPrices(given: string, check: z.RefinementCtx): ModelPrices {
  const prices = new Map<string, { input: number; output: number }>();
  for (const one of given.split(",").filter((each) => each.trim() !== "")) {
    const [, model, input, output] = /^\s*(\S+)=(\d{1,9}(?:\.\d{1,9})?)\/(\d{1,9}(?:\.\d{1,9})?)\s*$/.exec(one) ?? [];
    if (model === undefined)
      check.addIssue({
        code: "custom",
        message: "must be model=input/output, in money for a million tokens, separated by commas",
      });
    else prices.set(model, { input: Number(input), output: Number(output) });
  }
  return prices;
}
