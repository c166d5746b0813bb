import { LociError } from "./errors.ts";

/**
 * How a provider of models failed: our code, with the HTTP status or the system's code beside it where there is one, and never a word of
 * its own; undefined for what is no fault of the provider.
 */
export function failureKind({ code, cause }: LociError): string | undefined {
  if (code === "cancelled") return isTooLate(cause) ? "deadline_exceeded" : undefined;
  const [detail] = /\bstatus \d{3}\b|\b(?:E[A-Z]{3,20}|REFUSED_ADDRESS)\b/.exec(cause instanceof Error ? cause.message : "") ?? [];
  return detail === undefined ? code : `${code}, ${detail}`;
}

/** Whether the call was cut as its time was over, and not as its caller had gone. */
function isTooLate(reason: unknown): boolean {
  if (reason instanceof LociError) return reason.code === "unavailable" || reason.code === "deadline_exceeded";
  return typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
}
