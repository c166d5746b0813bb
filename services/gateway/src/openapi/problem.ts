import { z } from "zod";
import type { ProblemDocument } from "../errors.ts";

/** The schema of every error's body (RFC 9457). */
export const problem = z
  .object({
    type: z.string().meta({
      description: "What kind of problem it is: a URN that stays the same.",
      examples: ["urn:loci:problem:invalid-request"],
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "What is wrong here, and what to do." }),
    instance: z.string().meta({ description: "The path that was requested." }),
    traceId: z.string().meta({ description: "The log names it too." }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({ description: "A JSON pointer, in the caller's own spelling." }),
          detail: z.string(),
        }),
      )
      .readonly()
      .exactOptional()
      .meta({ description: "Each bad field of the request." }),
  })
  .meta({ id: "Problem" }) satisfies z.ZodType<ProblemDocument>;

/** What each status of a problem means to a caller. */
export const problemMeanings: Readonly<Record<number, string>> = {
  400: "The request is not valid; `errors` names each bad field.",
  401: "The key is missing, unknown, expired or not for this resource.",
  403: "The key's grants do not allow it.",
  404: "There is no such thing, or the key's grants do not reach it.",
  409: "It contradicts what is there, or the Idempotency-Key is taken by another request.",
  413: "The body is too long.",
  415: "The body has another media type than this route takes.",
  429: "Too many requests; Retry-After says when to come back.",
  501: "This is not done by this server.",
  503: "A part of the server is not available; Retry-After says when to come back.",
  504: "The deadline passed before there was an answer.",
};
