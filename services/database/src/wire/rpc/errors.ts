import { QueryError, type DetailValue, type ErrorDetails, type ErrorKind, type ErrorReason } from "../../errors.ts";
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
  readonly details: ErrorDetails | undefined;
  constructor(code: number, kind: ErrorKind, message: string, details?: ErrorDetails) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.kind = kind;
    this.details = details;
  }
}

/** A method that there is not, or not on this wire. */
export function methodMissing(name: string, message: string): RpcError {
  return new RpcError(rpcCodes.methodNotFound, "NotFound", message, { kind: "Method", details: { name } });
}

/** A session that was not attached, was detached, or belongs to somebody else. */
export function attachedMissing(id: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, "NotFound", `Session not found: ${id}`, { kind: "Session", details: { id } });
}

export function attachedExists(id: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, "AlreadyExists", "Session already exists", { kind: "Session", details: { id } });
}

/** `attach` and `detach` without a session. */
export function attachedUnnamed(): RpcError {
  return new RpcError(rpcCodes.invalidParams, "Validation", "Expected a session ID");
}

export function invalidRequest(): RpcError {
  return new RpcError(rpcCodes.invalidRequest, "Validation", "Invalid request", { kind: "InvalidRequest" });
}

/** The error of a message that is none, or has more values than are taken. */
export function unreadable(error: unknown): RpcError {
  const isLimit = error instanceof QueryError && !error.message.startsWith("invalid ");
  return new RpcError(rpcCodes.parse, "Serialization", isLimit ? error.message : "Parse error");
}

/** The error object of a reply. What is no error of the language is a fault of ours: its text stays in the log. */
export function rpcErrorOf(error: unknown): ObjectValue {
  if (error instanceof RpcError) return errorObject(error.code, error.kind, error.message, error.details);
  if (error instanceof QueryError) {
    const code = (error.reason === undefined ? undefined : byReason[error.reason]) ?? byKind[error.kind];
    return errorObject(code, error.kind, error.message, error.details);
  }
  return errorObject(byKind.Internal, "Internal", "Internal error", undefined);
}

function errorObject(code: number, kind: ErrorKind, message: string, details: ErrorDetails | undefined): ObjectValue {
  const object = new Map<string, Value>([
    ["code", BigInt(code)],
    ["kind", kind],
    ["message", message],
  ]);
  if (details !== undefined) object.set("details", detailsValue(details));
  return object;
}

/** Details as a value of the language. */
export function detailsValue({ kind, details }: ErrorDetails): ObjectValue {
  const object = new Map<string, Value>([["kind", kind]]);
  if (details !== undefined) object.set("details", detailValue(details as DetailValue));
  return object;
}

function detailValue(detail: DetailValue): Value {
  if (typeof detail === "number") return BigInt(detail);
  if (typeof detail === "string") return detail;
  return new Map(Object.entries(detail).map(([name, value]) => [name, detailValue(value)]));
}
