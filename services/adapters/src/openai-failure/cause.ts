import { APIError } from "openai";

/** A provider's codes and ids; anything longer or freer may be a text. */
const codeLike = /^[\w.:-]{1,64}$/;

/**
 * What may be logged of a failed call: its kind, status and codes. Never the provider's own words: they may hold the key, or repeat
 * what was asked, which is somebody's memory.
 */
export function loggableCause(thrown: unknown): Error {
  const words = [thrown instanceof Error ? thrown.constructor.name : typeof thrown];
  if (thrown instanceof APIError) {
    const { status, code, type, requestID } = thrown as Readonly<Record<"status" | "code" | "type" | "requestID", unknown>>;
    for (const [name, value] of Object.entries({ status, code, type, request: requestID })) {
      if ((typeof value === "string" || typeof value === "number") && codeLike.test(String(value))) words.push(`${name} ${value}`);
    }
  }
  const system = systemCode(thrown);
  return new Error((system === undefined ? words : [...words, system]).join(", "));
}

/** The system's error code (ECONNREFUSED, …), which clients wrap in errors of their own. */
function systemCode(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code;
  }
  return undefined;
}
