import { invalidField } from "@loci/kernel";
import type { common } from "@loci/protos";
import type { z } from "zod";
import { timestamp } from "./text.ts";

/** The ways of looking back, each an optional timestamp, for bodies and URLs alike. */
export const timeFields = {
  asOf: timestamp.nullish(),
  atInstant: timestamp.nullish(),
  validFrom: timestamp.nullish(),
  validUntil: timestamp.nullish(),
  recordedAsOf: timestamp.nullish(),
};

type Times = z.output<z.ZodObject<typeof timeFields>>;

/** @throws LociError `invalid` for a span that ends before it begins, whether or not there is anything to look at */
export function timeViewOf(given: Times): common.TimeView {
  const { validFrom, validUntil } = given;
  if (validFrom && validUntil && validFrom >= validUntil) throw invalidField("/validUntil", "must be later than validFrom");
  return {
    asOf: given.asOf ?? "",
    atInstant: given.atInstant ?? "",
    validFrom: given.validFrom ?? "",
    validUntil: given.validUntil ?? "",
    recordedAsOf: given.recordedAsOf ?? "",
  };
}
