import { QueryError } from "../../errors.ts";
import type { Pausing } from "../../turns.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import type { Format } from "../format.ts";
import { rpcErrorOf } from "./errors.ts";

/** The reply to a call that fails before a method is run, or after it. */
export function refusal(id: Value, error: unknown): ObjectValue {
  return new Map<string, Value>([
    ["id", id],
    ["error", rpcErrorOf(error)],
  ]);
}

/** A reply as bytes, in turns. What it holds may have no form in the format, such as a closure: then it tells that, as every call is answered. */
export function* writeReply(format: Format, reply: ObjectValue, failed: (error: unknown) => void): Pausing<Uint8Array> {
  try {
    return yield* format.write(reply);
  } catch (error) {
    if (!(error instanceof QueryError)) failed(error);
    return yield* format.write(refusal(reply.get("id") ?? null, error));
  }
}
