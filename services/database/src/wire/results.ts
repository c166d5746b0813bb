import type { StatementResult } from "../session/state.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { detailsValue } from "./rpc/errors.ts";

/** The answers of a query as every wire sends them: one object for each statement. */
export function resultValues(results: readonly StatementResult[]): readonly ObjectValue[] {
  return results.map((result) => {
    const object = new Map<string, Value>([["time", elapsed(result.time)]]);
    if ("error" in result) {
      object.set("status", "ERR").set("result", result.error.message).set("kind", result.error.kind);
      if (result.error.details !== undefined) object.set("details", detailsValue(result.error.details));
      return object;
    }
    return object.set("status", "OK").set("result", result.result).set("type", result.type);
  });
}

/** Milliseconds as "12.5µs", "1.25ms" or "2.5s". */
export function elapsed(milliseconds: number): string {
  if (milliseconds < 1e-3) return `${Math.round(milliseconds * 1e6)}ns`;
  if (milliseconds < 1) return `${trimmed(milliseconds * 1e3)}µs`;
  return milliseconds < 1e3 ? `${trimmed(milliseconds)}ms` : `${trimmed(milliseconds / 1e3)}s`;
}

const trimmed = (n: number): string => String(Number(n.toFixed(3)));
