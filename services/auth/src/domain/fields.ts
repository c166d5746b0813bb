import {
  contextIdProblem,
  invalidField,
  type LociError,
  normalisePath,
  parseTimestamp,
  principalIdPattern,
  principalKindPattern,
  type ScopePath,
} from "@loci/kernel";

/** Loci's own principal in every context: what it does in the background is done as this one. */
export const systemPrincipalId = "system";
export const maxNameLength = 128;
const maxDescriptionLength = 2048;
const maxExternalIdLength = 256;
const maxOwnerLength = 512;
const maxModelLength = 256;
const maxSeconds = 2_147_483_647;
/** Thirty days: an overlap is there to roll out a new secret. */
const maxOverlapSeconds = 30 * 24 * 3600;

/** Whether the text can be a principal's id at all; what cannot is not looked up. */
export function isPrincipalId(text: string): boolean {
  return principalIdPattern.test(text);
}

export function readPrincipalId(text: string): string {
  if (isPrincipalId(text)) return text;
  throw invalidField("/id", "must be 1 to 128 of A-Z, a-z, 0-9 and '._:@-', beginning and ending with a letter or digit");
}

export function readContextId(text: string, pointer = "/id"): string {
  const problem = contextIdProblem(text);
  if (problem !== undefined) throw invalidField(pointer, problem);
  return text;
}

/** A principal's kind; "" is `agent`. */
export function readKind(text: string): string {
  if (text === "") return "agent";
  if (!principalKindPattern.test(text))
    throw invalidField("/kind", "must be 1 to 64 of a-z, 0-9, '_' and '-', beginning with a letter");
  return text;
}

/** Whether the text can be a key's name: it is one segment of a URL's path, percent-encoded. */
export function isKeyName(text: string): boolean {
  return nameProblem(text) === undefined && text !== "." && text !== "..";
}

export function readKeyName(text: string): string {
  if (isKeyName(text)) return text;
  throw invalidField("/name", nameProblem(text) ?? "must not be '.' or '..'");
}

export function readDisplayName(text: string, pointer = "/displayName"): string {
  const problem = nameProblem(text);
  if (problem !== undefined) throw invalidField(pointer, problem);
  return text;
}

export function readExternalId(text: string, pointer = "/externalId"): string | undefined {
  if (text === "") return undefined;
  const problem = textProblem(text, maxExternalIdLength);
  if (problem !== undefined) throw invalidField(pointer, problem);
  return text;
}

/** Who keeps a context as it is declared elsewhere; undefined for "". */
export function readOwner(text: string): string | undefined {
  if (text === "") return undefined;
  const problem = textProblem(text, maxOwnerLength);
  if (problem !== undefined) throw invalidField("/owner", problem);
  return text;
}

export function invalidExternalId(): LociError {
  return invalidField("/externalId", "is required");
}

export function readDescription(text: string): string {
  const problem = textProblem(text.replace(/[\r\n\t]/g, " "), maxDescriptionLength);
  if (problem !== undefined) throw invalidField("/description", problem);
  return text;
}

export function readPath(text: string, pointer = "/path"): ScopePath {
  const result = normalisePath(text);
  if ("path" in result) return result.path;
  throw invalidField(pointer, result.problem);
}

/** Seconds to live; 0 stands for none asked for. */
export function readTtl(seconds: number): number | undefined {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > maxSeconds) {
    throw invalidField("/ttlSeconds", `must be a whole number from 1 to ${maxSeconds}`);
  }
  return seconds === 0 ? undefined : seconds;
}

/** Seconds that must be given. */
export function readRequiredTtl(seconds: number): number {
  const ttl = readTtl(seconds);
  if (ttl === undefined) throw invalidField("/ttlSeconds", `is required: a whole number from 1 to ${maxSeconds}`);
  return ttl;
}

/** A key's id, which may come without its `key:`. */
export function readKeyId(text: string): string {
  const key = text.startsWith("key:") ? text.slice("key:".length) : text;
  if (!/^[0-9a-z]{26}$/.test(key)) throw invalidField("/keyId", "must be 26 of 0-9 and a-z");
  return `key:${key}`;
}

/** A SHA-256 in hexadecimal. */
export function readVerifier(text: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw invalidField("/verifier", "must be a SHA-256 as 64 hexadecimal digits");
  return Buffer.from(text, "hex");
}

/** Milliseconds since the epoch; undefined for "". */
export function readTime(text: string, pointer: string): number | undefined {
  if (text === "") return undefined;
  const utc = parseTimestamp(text);
  if (utc === undefined) throw invalidField(pointer, "must be a timestamp of RFC 3339");
  return Date.parse(utc);
}

export function readModel(text: string): string {
  const problem = textProblem(text, maxModelLength);
  if (problem !== undefined) throw invalidField("/model", problem);
  return text;
}

export function readOverlap(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxOverlapSeconds) return seconds;
  throw invalidField("/overlapSeconds", `must be a whole number from 0 to ${maxOverlapSeconds}`);
}

function nameProblem(text: string): string | undefined {
  if (text === "") return "must not be empty";
  if (text.trim() !== text) return "must not begin or end with white space";
  return textProblem(text, maxNameLength);
}

function textProblem(text: string, maxLength: number): string | undefined {
  if ([...text].length > maxLength) return `must have at most ${maxLength} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? "has a control character" : undefined;
}
