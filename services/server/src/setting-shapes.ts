import { z } from "zod";

/** A setting that is a whole number within bounds; the fallback where it is not given. */
export const wholeNumber = (min: number, max: number, fallback: number) =>
  z.preprocess(
    (text) => (text === undefined ? fallback : typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN),
    z
      .number({ error: `must be a whole number from ${min} to ${max}` })
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`),
  );

/** A setting that is a URL of the web. */
export const httpUrl = z
  .string()
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), "must be an http:// or https:// URL")
  .optional();
