import { z } from "zod";

const nowhere = z.strictObject({ near: z.null().optional(), within: z.null().optional() });

/** Where something is: only a filter that asks for nothing is taken. */
export const noLocation = z.union([z.null(), nowhere], "is not supported, as no record has a place yet").optional();
