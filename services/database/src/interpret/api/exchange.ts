import { kindOf, isObject } from "../../values/kind-of.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { QueryError } from "../../errors.ts";
import { apiAnswers, objectExpected, requestField, unknownMethod } from "../../messages/api.ts";

/** What `api::invoke` calls an API with: its second argument, completed. */
export type ApiRequest = ObjectValue;
/** An object with `status`, `headers`, `body` and `context`. */
export type ApiResponse = ObjectValue;

const methods = new Set(["delete", "get", "patch", "post", "put", "trace"]);
export const requestIdHeader = "x-surreal-request-id";
export const nativeType = "application/vnd.surrealdb.native";

/** @throws QueryError where the object is no request */
export function requestFrom(given: Value, requestId: string): ApiRequest {
  if (given !== undefined && !isObject(given)) throw objectExpected(wireKind(given));
  const method = given?.get("method") ?? "get";
  if (typeof method !== "string" || !methods.has(method)) throw requestField("method", unknownMethod);
  const query = given?.get("query") ?? new Map<string, Value>();
  if (!isObject(query)) throw requestField("query", `Expected object, got ${wireKind(query)}`);
  for (const value of query.values())
    if (typeof value !== "string")
      throw requestField("query", `Failed to convert to object: Expected string, got ${wireKind(value)}`);
  const headers = headersFrom(given?.get("headers"));
  if (headers === undefined) throw requestField("headers", "Expected object, got number");
  return new Map<string, Value>([
    ["body", given?.get("body")],
    ["context", given?.get("context") ?? new Map()],
    [
      "headers",
      new Map<string, Value>([
        ["accept", `${nativeType};q=0.9, */*;q=0.8`],
        ["content-type", nativeType],
        ...headers,
        [requestIdHeader, requestId],
      ]),
    ],
    ["method", method],
    ["params", new Map()],
    ["query", query],
    ["request_id", requestId],
  ]);
}

/** What an action or a middleware gave, as a response; undefined where it is none. */
export function responseFrom(value: Value): ApiResponse | undefined {
  if (!isObject(value)) return undefined;
  const status = value.get("status") ?? 200n;
  const headers = headersFrom(value.get("headers"));
  if (typeof status !== "bigint" || status < 100n || status > 999n || headers === undefined) return undefined;
  const context = value.get("context") ?? new Map<string, Value>();
  return new Map<string, Value>([
    ["body", value.get("body")],
    ["context", context],
    ["headers", headers],
    ["status", status],
  ]);
}

/** Names of headers are kept in small letters; undefined where these are no headers. */
function headersFrom(value: Value): ObjectValue | undefined {
  if (value === undefined) return new Map();
  if (!isObject(value)) return undefined;
  const headers = [...value].map(([name, text]) => [name.toLowerCase(), text] as const);
  const areRight = headers.every(([name, text]) => /^[!#$%&'*+.^_`|~0-9a-z-]+$/u.test(name) && typeof text === "string");
  return areRight ? new Map(headers) : undefined;
}

export function failure(status: bigint, body: Value): ApiResponse {
  return new Map<string, Value>([
    ["body", body],
    ["context", new Map()],
    ["headers", new Map()],
    ["status", status],
  ]);
}

/** An error of the language as a response; any other goes on. */
export function failureOf(error: unknown): ApiResponse {
  if (error instanceof QueryError) return failure(500n, error.message);
  throw error;
}

export const notAResponse: ApiResponse = failure(500n, apiAnswers.notAResponse);

function wireKind(value: Value): string {
  return kindOf(value);
}
