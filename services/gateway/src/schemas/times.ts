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

export function timeViewOf(given: Times): common.TimeView {
  return {
    asOf: given.asOf ?? "",
    atInstant: given.atInstant ?? "",
    validFrom: given.validFrom ?? "",
    validUntil: given.validUntil ?? "",
    recordedAsOf: given.recordedAsOf ?? "",
  };
}
