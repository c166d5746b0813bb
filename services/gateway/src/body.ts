import { isUtf8 } from "node:buffer";
import { LociError, type FieldError } from "@loci/kernel";
import express, { type Request, type RequestHandler, type Response } from "express";
import { invalidFields } from "./input.ts";
import { escapePointer } from "./spelling.ts";

/** Reads a request's JSON body; undefined when the request has none. */
export type BodyReader = (request: Request, response: Response) => Promise<unknown>;

const maxDepth = 32;
/** Several times what the largest request that any route takes holds (1,000 triples: 12,000), and few enough to check in no time. */
const maxValues = 50_000;
const jsonType = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * @param limitBytes a longer body is refused with `too_large` without being kept in memory
 * @throws LociError from the reader: `unsupported_media_type`, `too_large`, or `invalid` for what is not JSON in UTF-8
 */
export function jsonBodyReader(limitBytes: number): BodyReader {
  const readRaw: RequestHandler = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  return async (request, response) => {
    const { headers } = request;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    if (!hasBody) return undefined;
    if (!jsonType.test(headers["content-type"] ?? "")) {
      throw new LociError("unsupported_media_type", "The body must be application/json in UTF-8.");
    }
    await new Promise<void>((resolve, reject) => {
      readRaw(request, response, (thrown?: unknown) =>
        thrown === undefined ? resolve() : reject(bodyError(thrown, limitBytes)),
      );
    });
    const body: unknown = request.body;
    return Buffer.isBuffer(body) && body.length > 0 ? parseJson(body) : undefined;
  };
}

/**
 * Parses bytes as JSON in UTF-8 that a database can store: no NUL, no lone surrogates, not nested deeper than 32. It may hold 50,000
 * values: each of them may have to be named as wrong, and a body of millions would hold up everybody else.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new LociError("invalid", "The body is not valid UTF-8.");
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new LociError("invalid", "The body is not valid JSON.", { cause });
  }
  const problem = storableProblem(value, "", 0, { values: maxValues });
  if (problem) throw invalidFields([problem]);
  return value;
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

function bodyError(thrown: unknown, limitBytes: number): LociError {
  const type = thrown instanceof Error && "type" in thrown ? thrown.type : undefined;
  if (type === "entity.too.large") return new LociError("too_large", `The body is longer than ${limitBytes} bytes.`);
  if (type === "encoding.unsupported") return new LociError("unsupported_media_type", "The body must not be compressed.");
  if (type === "request.aborted") return new LociError("cancelled", "The client closed the request.", { cause: thrown });
  if (type === "request.size.invalid")
    return new LociError("invalid", "The body's length is not its Content-Length.", { cause: thrown });
  return LociError.from(thrown);
}
