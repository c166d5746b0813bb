import { z } from "zod";
import { count, instant } from "./words.ts";

const forgottenRef = z
  .object({
    id: z.string(),
    kind: z.string(),
    /** What it says; of a part its words. "" where the caller may not read it. */
    label: z.string(),
    /** part: only these words go, and the rest of the text stays. */
    extent: z.enum(["whole", "part"]),
    /** along: it goes because something else does. */
    matchedBy: z.enum(["words", "meaning", "id", "along"]),
    /** How much of the description it bears. */
    score: z.number().min(0).max(1),
    /** The id of what takes it along. */
    goesWith: z.string().optional(),
  })
  .meta({ id: "ForgottenRef" });

/** Of a purge: what was erased, without saying what it was. */
const receipt = z
  .object({
    id: z.string(),
    createdAt: instant,
    principal: z.string(),
    /** Rows by place. */
    erased: z.record(z.string(), count),
    /** SHA-256 over the erased ids, sorted. */
    hash: z.string(),
    /** What in this deployment still holds it, and until when. */
    stillHeld: z.array(z.string()),
    /** What was erased, and what was not. */
    covers: z.string(),
    /** What a schedule erases behind it, within minutes. */
    follows: z.array(z.string()),
    /** Copies made before it that Loci cannot reach, and until when they hold it. */
    beyondReach: z.array(z.string()),
  })
  .meta({ id: "ErasureReceipt" });

const forgotten = { deleted: count, refs: z.array(forgottenRef), receipt: receipt.optional() };

/** Of a deletion that was a purge. */
export const purgeResponse = z.object(forgotten).meta({ id: "PurgeResponse" });
export const forgetResponse = z.object({ ...forgotten, dryRun: z.boolean() }).meta({ id: "ForgetResponse" });
export const forgetScopeResponse = z
  .object({ ...forgotten, forgotten: count, dryRun: z.boolean() })
  .meta({ id: "ForgetScopeResponse" });
