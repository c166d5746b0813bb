import { Uuid, type ObjectValue, type Value } from "../../values/value.ts";
import { invalidRequest, RpcError, rpcCodes } from "./errors.ts";
import { isObject } from "../../values/kind-of.ts";

export const invalidParams = (): RpcError =>
  new RpcError(rpcCodes.invalidParams, "Validation", "Invalid params", { kind: "InvalidParams" });

/** The parameters of a call, at most `most` of them; what is missing is NONE. */
export function takeArguments(params: readonly Value[], most: number): readonly Value[] {
  if (params.length > most) throw invalidParams();
  return params;
}

export function textArgument(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Uuid) return value.text;
  throw invalidParams();
}

export function objectArgument(value: Value): ObjectValue {
  if (isObject(value)) return value;
  throw invalidParams();
}

/** An object, or undefined for NONE and NULL. */
export function optionalObject(value: Value): ObjectValue | undefined {
  return value === undefined || value === null ? undefined : objectArgument(value);
}

/** The session or transaction that an envelope names; undefined where it names none. */
export function idOf(value: Value): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Uuid) return value.text;
  if (typeof value === "string") return value;
  throw invalidRequest();
}
