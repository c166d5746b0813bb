import {
  contextIdPattern,
  contextIdProblem,
  entityReferenceForms,
  parseEntityReference,
  parseReference,
  parseTimestamp,
  referenceForms,
} from "@loci/kernel";
import { z } from "zod";

const controlCharacter = /\p{Cc}/u;
/** The same rules as the API document says them: patterns that validators of every language know. */
const controls = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f";
const contentPattern = "\\S";
const namePattern = `^[^${controls}]*[^\\s${controls}][^${controls}]*$`;
const all = "\\u0000-\\u001f\\u007f-\\u009f";
const linePattern = `^[^${all}]*[^\\s${all}][^${all}]*$`;
const titlePattern = `^[^\\s${all}](?:[^${all}]*[^\\s${all}])?$`;
const documentedLabel = `^[^_=${controls}][^=${controls}]{0,63}=[^${controls}]{0,256}$`;

/** What all references have in common; which of them there are, the kernel says. */
const referencePattern = `^[^:/${all}]+[:/][^${all}]*[^\\s${all}][^${all}]*$`;

/** A text of one to `max` characters that is more than white space. */
export function content(max: number) {
  return z
    .string()
    .refine((text) => isAtMost(text, max), `must have at most ${max} characters`)
    .refine((text) => text.trim() !== "", "must not be empty")
    .meta({ minLength: 1, maxLength: max, pattern: contentPattern });
}

/** Whether it has so many characters at most, counted as JSON Schema does: one beyond the basic plane is one, not two. */
function isAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

const maxMediaTypeLength = 256;
const token = "[0-9A-Za-z!#$&^_.+-]+";
const mediaTypePattern = new RegExp(`^${token}/${token}(?: ?; ?${token}=(?:${token}|"[ !#-\\[\\]-~]*"))*$`);

/** Whether the text is a media type, with or without parameters: it can stand in a header. */
export function isMediaType(text: string): boolean {
  return text.length <= maxMediaTypeLength && mediaTypePattern.test(text);
}

export const mediaType = z.string().max(maxMediaTypeLength).regex(mediaTypePattern, "must be a media type, such as text/markdown");

/** What somebody said: more than white space; how long it may be, the service that keeps it says. */
export const said = z.string().meta({ minLength: 1, pattern: contentPattern });

/** A name, id, path or label: not empty, at most `max` characters, without control characters other than tab and line ends. */
export function name(max: number) {
  return content(max)
    .refine((text) => !controlCharacter.test(text.replace(/[\t\n\r]/g, "")), "must not hold control characters")
    .meta({ pattern: namePattern });
}

/** The same on one line: no control characters at all. */
export function line(max: number) {
  return content(max)
    .refine((text) => !controlCharacter.test(text), "must not hold control characters")
    .meta({ pattern: linePattern });
}

/** The same without white space at its ends: what people are shown. */
export function title(max: number) {
  return line(max)
    .refine((text) => text.trim() === text, "must not begin or end with white space")
    .meta({ pattern: titlePattern });
}

/** Any record by its id or by name, as the kernel's grammar of references has it. */
export const recordRef = name(640)
  .refine((text) => parseReference(text) !== undefined, `must be ${referenceForms}`)
  .meta({ pattern: referencePattern, examples: ["Person/Mina", "attribute:Person/Mina/residence"] });

/** An entity by its name or id. */
export const entityRef = name(512)
  .refine((text) => parseEntityReference(text) !== undefined, `must be ${entityReferenceForms}`)
  .meta({ pattern: referencePattern, examples: ["Person/Mina"] });

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

/** A whole life in seconds: what 32 bits hold, which is 68 years. */
export const maxTtlSeconds = 2_147_483_647;
