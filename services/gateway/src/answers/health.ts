import { z } from "zod";
import { word } from "./words.ts";

export const health = z.object({ status: word(["ok"]) }).meta({ id: "Health" });

export const readiness = z
  .object({
    status: word(["ready", "unavailable"]),
    /** "ok" for each part, or what is wrong with it. */
    parts: z.record(z.string(), z.string()),
    /** What the server works without, though worse, and what is wrong with it: a provider that fails, since when, and how. */
    degraded: z.record(z.string(), z.string()),
  })
  .meta({ id: "Readiness" });
