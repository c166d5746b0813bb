import { contextIdPattern, contextIdProblem, parseTimestamp } from "@loci/kernel";
import { z } from "zod";

const controlCharacter = /\p{Cc}/u;
/** The same rules as the API document says them: patterns that validators of every language know. */
const controls = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f";
const contentPattern = "\\S";
const namePattern = `^[^${controls}]*[^\\s${controls}][^${controls}]*$`;
const documentedLabel = `^[^_=${controls}][^=${controls}]{0,63}=[^${controls}]{0,256}$`;

/** A text of one to `max` characters that is more than white space. */
export function content(max: number) {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine((text) => text.trim() !== "", "must not be empty")
    .meta({ minLength: 1, pattern: contentPattern });
}

/** A name, id, path or label: not empty, at most `max` characters, without control characters other than tab and line ends. */
export function name(max: number) {
  return content(max)
    .refine((text) => !controlCharacter.test(text.replace(/[\t\n\r]/g, "")), "must not hold control characters")
    .meta({ pattern: namePattern });
}

/** An RFC 3339 timestamp with offset; comes out in UTC. */
export const timestamp = z
  .string()
  .meta({ format: "date-time", examples: ["2024-05-01T12:00:00Z"] })
  .transform((text, context) => {
    const utc = parseTimestamp(text);
    if (utc !== undefined) return utc;
    context.addIssue({ code: "custom", message: "must be an RFC 3339 timestamp with offset, such as 2024-05-01T12:00:00Z" });
    return z.NEVER;
  });

export const contextId = z
  .string()
  .superRefine((text, context) => {
    const problem = contextIdProblem(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ pattern: contextIdPattern.source, maxLength: 128 });

/** A whole number as it stands in a URL, where it is digits; to the API document it is a number. */
export function integerText(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .refine((text) => /^\d{1,12}$/.test(text), { error: message, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ type: "integer", minimum: min, maximum: max });
}

const labelPattern = /^(?!_)[^=]{1,64}=[^]{0,256}$/u;

/** A `key=value` tag. Keys that begin with an underscore are the service's own. */
export const label = name(321)
  .refine(
    (text) => labelPattern.test(text),
    "must be key=value, the key of 1 to 64 characters not beginning with '_', the value of at most 256",
  )
  .meta({ pattern: documentedLabel, examples: ["team=support"] });

/** A whole life in seconds: at most a hundred years, so that every clock can hold it. */
export const maxTtlSeconds = 3_153_600_000;
