import { QueryError, type ErrorKind, type ErrorReason } from "../../errors.ts";
import type { ObjectValue, Value } from "../../values/value.ts";

/** JSON-RPC's own codes (https://www.jsonrpc.org/specification), and those of the database beside them. */
export const rpcCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  methodNotAllowed: -32_602,
  invalidParams: -32_603,
} as const;

const byReason: Readonly<Partial<Record<ErrorReason, number>>> = {
  auth: -32_002,
  "token-expired": -32_002,
  "not-executed": -32_003,
  timeout: -32_004,
  cancelled: -32_005,
  conflict: -32_009,
};

const byKind: Readonly<Record<ErrorKind, number>> = {
  Validation: -32_603,
  Configuration: -32_605,
  Query: -32_003,
  Serialization: -32_007,
  NotAllowed: -32_602,
  NotFound: -32_601,
  AlreadyExists: -32_000,
  Connection: -32_001,
  Thrown: -32_006,
  Internal: -32_000,
};

/** A request that is none, or that asks for what there is not. */
export class RpcError extends Error {
  readonly code: number;
  readonly kind: ErrorKind;
  constructor(code: number, kind: ErrorKind, message: string) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.kind = kind;
  }
}

/** The error object of a reply. What is no error of the language is a fault of ours: its text stays in the log. */
export function rpcErrorOf(error: unknown): ObjectValue {
  if (error instanceof RpcError) return errorObject(error.code, error.kind, error.message, undefined);
  if (error instanceof QueryError) {
    const code = (error.reason === undefined ? undefined : byReason[error.reason]) ?? byKind[error.kind];
    return errorObject(code, error.kind, error.message, error.details);
  }
  return errorObject(byKind.Internal, "Internal", "Internal error", undefined);
}

function errorObject(code: number, kind: ErrorKind, message: string, details: QueryError["details"]): ObjectValue {
  const object = new Map<string, Value>([
    ["code", BigInt(code)],
    ["kind", kind],
    ["message", message],
  ]);
  if (details !== undefined) object.set("details", detailsValue(details));
  return object;
}

/** Details are plain objects of texts, numbers and objects, made by `messages/`. */
export function detailsValue(details: unknown): Value {
  if (typeof details === "number") return Number.isInteger(details) ? BigInt(details) : details;
  if (details === null || typeof details !== "object")
    return typeof details === "string" || typeof details === "boolean" ? details : undefined;
  if (Array.isArray(details)) return details.map(detailsValue);
  return new Map(Object.entries(details).map(([name, value]) => [name, detailsValue(value)]));
}
