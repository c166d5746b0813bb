import { z } from "zod";
import { count } from "./words.ts";

const counts = z.record(z.string(), count);

/** What a context was filled with; what was there already is skipped. */
export const importResponse = z
  .object({
    fromContextId: z.string(),
    /** Records by kind. */
    imported: counts,
    skipped: counts,
    /** Records that name one that is not there, by their field. */
    dangling: counts,
    /** A hundred of them at most. */
    danglingIds: z.array(z.string()),
    /** Texts whose vectors still have to be made. */
    unembedded: count,
  })
  .meta({ id: "ImportResponse" });
