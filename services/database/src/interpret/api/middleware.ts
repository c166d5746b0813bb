import { decodeCbor, encodeCbor } from "../../values/codec/cbor.ts";
import { fromJson, toJson } from "../../values/codec/json.ts";
import { printRaw } from "../../values/print.ts";
import { isObject } from "../../values/kind-of.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { apiAnswers } from "../../messages/api.ts";
import type { Effect } from "../effect.ts";
import { readRecordId } from "../read-record-id.ts";
import type { Scope } from "../scope.ts";
import { withinTimeout } from "../statement.ts";
import { failure, nativeType, type ApiRequest, type ApiResponse } from "./exchange.ts";

/** What comes after a middleware: it always gives a response. */
export type Next = (request: ApiRequest) => Effect<ApiResponse>;
type Middleware = (request: ApiRequest, next: Next, args: readonly Value[], scope: Scope) => Effect<Value>;

/** A middleware that was called with what it does not take. */
const misused: ApiResponse = failure(500n, undefined);

/** The middleware that the language has itself. */
export const builtinMiddleware: Readonly<Record<string, Middleware>> = {
  *"api::timeout"(request, next, [longest], scope) {
    const startedAt = performance.now();
    const outer = scope.env.deadline?.at ?? Infinity;
    try {
      return yield* withinTimeout(longest, scope, next(request));
    } catch (error) {
      const isOwn = performance.now() < outer && performance.now() > startedAt;
      if (!isOwn) throw error;
      return failure(500n, apiAnswers.tooLate);
    }
  },
  *"api::res::status"(request, next, [status]) {
    if (typeof status !== "bigint") return misused;
    if (status < 100n || status > 599n) return failure(400n, apiAnswers.invalidStatus(status));
    return withEntry(yield* next(request), "status", status);
  },
  *"api::res::header"(request, next, [name, text]) {
    if (typeof name !== "string" || typeof text !== "string") return misused;
    return withHeaders(yield* next(request), new Map([[name, text]]));
  },
  *"api::res::headers"(request, next, [headers]) {
    return isObject(headers) ? withHeaders(yield* next(request), headers) : misused;
  },
  *"api::res::body"(request, next, [strategy = "auto"]) {
    const type = strategy === "auto" ? acceptedType(headerOf(request, "accept")) : typeOf(strategy);
    if (type === undefined) return misused;
    const response = yield* next(request);
    const answered = withEntry(response, "body", encoded(type, response.get("body")));
    return withHeaders(answered, new Map([["content-type", type]]));
  },
  *"api::req::body"(request, next, [strategy = "auto"]) {
    const given = headerOf(request, "content-type").split(";", 1)[0] ?? "";
    const type = strategy === "auto" ? given : typeOf(strategy);
    if (type === undefined) return misused;
    if (strategy !== "auto" && given !== type) return failure(400n, apiAnswers.contentTypeExpected(type));
    const body = request.get("body");
    if (!(body instanceof Uint8Array)) return yield* next(request);
    let value: Value;
    try {
      value = decoded(type, body);
    } catch {
      return failure(400n, apiAnswers.undecodable);
    }
    return yield* next(withEntry(request, "body", value));
  },
};

const types: Readonly<Record<string, string>> = {
  json: "application/json",
  cbor: "application/cbor",
  plain: "text/plain",
  bytes: "application/octet-stream",
  native: nativeType,
};

function typeOf(strategy: Value): string | undefined {
  return typeof strategy === "string" ? types[strategy] : undefined;
}

/** The first type of an Accept header that bodies can have. */
function acceptedType(accept: string): string {
  const named = accept.split(",").map((each) => each.split(";", 1)[0]?.trim() ?? "");
  return named.find((type) => Object.values(types).includes(type)) ?? nativeType;
}

function encoded(type: string, body: Value): Value {
  if (type === types["json"]) return Buffer.from(toJson(body));
  if (type === types["cbor"]) return encodeCbor(body);
  if (type === nativeType || body instanceof Uint8Array) return body;
  return Buffer.from(printRaw(body));
}

function decoded(type: string, body: Uint8Array): Value {
  if (type === types["json"]) return fromJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  if (type === types["cbor"]) return decodeCbor(body, readRecordId);
  return type === types["plain"] ? new TextDecoder("utf-8", { fatal: true }).decode(body) : body;
}

function headerOf(request: ApiRequest, name: string): string {
  const headers = request.get("headers");
  return isObject(headers) ? printRaw(headers.get(name) ?? "") : "";
}

/** The same object with another entry. */
export function withEntry(object: ObjectValue, key: string, value: Value): ObjectValue {
  return new Map([...object, [key, value]]);
}

export function withHeaders(response: ApiResponse, more: ObjectValue): ApiResponse {
  const headers = response.get("headers");
  return withEntry(response, "headers", new Map([...(isObject(headers) ? headers : []), ...more]));
}
