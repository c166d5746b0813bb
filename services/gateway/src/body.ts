import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { LociError, type FieldError } from "@loci/kernel";
import { invalidFields } from "./input.ts";
import { escapePointer } from "./spelling.ts";

/** Reads a request's JSON body; undefined when the request has none. */
export type BodyReader = (request: IncomingMessage) => Promise<unknown>;

const maxDepth = 32;
/** Several times what the largest request that any route takes holds (1,000 triples: 12,000), and few enough to check in no time. */
const maxValues = 50_000;
const jsonType = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * @param limitBytes a longer body is refused with `too_large` without being kept in memory
 * @throws LociError from the reader: `unsupported_media_type`, `too_large`, or `invalid` for what is not JSON in UTF-8
 */
export function jsonBodyReader(limitBytes: number): BodyReader {
  return async (request) => {
    const body = await readJsonBytes(request, limitBytes);
    return body.length > 0 ? parseJson(body) : undefined;
  };
}

/**
 * The bytes of a request's JSON body, not read yet as JSON; none when the request has no body.
 * @throws LociError `unsupported_media_type`, `too_large`
 */
export async function readJsonBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const { headers } = request;
  const length = Number(headers["content-length"] ?? 0);
  const hasBody = headers["transfer-encoding"] !== undefined || length > 0;
  if (!hasBody) return Buffer.alloc(0);
  if (!jsonType.test(headers["content-type"] ?? "")) {
    throw new LociError("unsupported_media_type", "The body must be application/json in UTF-8.");
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw new LociError("unsupported_media_type", "The body must not be compressed.");
  }
  return readBytes(request, length, limitBytes);
}

/**
 * Reads a body to its end, or as far as it may go: what is too long is refused at once, as it may have no end. The rest is read and
 * dropped while the answer is on its way, since a client that is cut off while it sends may never see it.
 */
function readBytes(request: IncomingMessage, length: number, limitBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const refuse = () => {
    request.resume();
    reject(new LociError("too_large", `The body is longer than ${limitBytes} bytes.`));
  };
  if (length > limitBytes) {
    refuse();
    return promise;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limitBytes) {
      chunks.push(chunk);
      return;
    }
    request.off("data", take);
    refuse();
  };
  const gone = (cause?: Error) => reject(new LociError("cancelled", "The client closed the request.", { cause }));
  request.on("data", take);
  request.once("end", () => resolve(Buffer.concat(chunks)));
  request.once("error", gone);
  request.once("close", () => gone());
  return promise;
}

/** Parses bytes as JSON in UTF-8 that a database can store. */
export function parseJson(bytes: Buffer): unknown {
  const value = readJson(bytes);
  requireStorable(value);
  return value;
}

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{');

/**
 * Refuses JSON of more values than a body may hold before it is read: to make the objects of 10 MB of brackets would hold everybody up
 * for a second. A value follows a comma or begins a list or an object, and what holds values is itself one.
 */
function requireFewValues(bytes: Buffer): void {
  let marks = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText && byte === backslash) at++;
    else if (byte === quote) inText = !inText;
    else if (!inText && (byte === comma || byte === list || byte === object)) marks++;
  }
  if (marks <= 2 * maxValues + 1) return;
  throw invalidFields([{ pointer: "", detail: `holds more values than a body may (${maxValues} in all)` }]);
}

/** Reads bytes as JSON in UTF-8. */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new LociError("invalid", "The body is not valid UTF-8.");
  requireFewValues(bytes);
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch (cause) {
    throw new LociError("invalid", "The body is not valid JSON.", { cause });
  }
}

/**
 * Refuses what a database cannot store: NUL, lone surrogates, what is nested deeper than 32. A value may hold 50,000 values: each of
 * them may have to be named as wrong, and millions would hold up everybody else.
 */
export function requireStorable(value: unknown): void {
  const problem = storableProblem(value, "", 0, { values: maxValues });
  if (problem) throw invalidFields([problem]);
}

/** What cannot be stored in a value, or undefined. Postgres text holds no NUL, and UTF-8 no lone surrogates. */
function storableProblem(value: unknown, pointer: string, depth: number, left: { values: number }): FieldError | undefined {
  if (typeof value === "string") {
    const detail = textProblem(value);
    return detail === undefined ? undefined : { pointer, detail };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === maxDepth) return { pointer, detail: `is nested deeper than ${maxDepth}` };
  left.values -= Array.isArray(value) ? value.length : Object.keys(value).length;
  if (left.values < 0) return { pointer, detail: `holds more values than a body may (${maxValues} in all)` };
  for (const [key, item] of Object.entries(value)) {
    const keyProblem = textProblem(key);
    if (keyProblem !== undefined) return { pointer, detail: `has a field name that ${keyProblem}` };
    const problem = storableProblem(item, `${pointer}/${escapePointer(key)}`, depth + 1, left);
    if (problem) return problem;
  }
  return undefined;
}

function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "holds a NUL character";
  return text.isWellFormed() ? undefined : "holds a lone surrogate";
}
