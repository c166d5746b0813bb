/** The closed list of ways in which a request can fail; each boundary maps it in one file (HTTP, gRPC, command line). */
export const errorCodes = [
  "invalid",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "not_implemented",
  "unavailable",
  "deadline_exceeded",
  "cancelled",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One invalid field: a JSON pointer (RFC 6901) into the request and what is wrong with it. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export interface LociErrorOptions {
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The one error class. `message` is safe to show to the caller; `cause` is kept for the log and never leaves the process. */
export class LociError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: LociErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "LociError";
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** Turns anything that was thrown into a LociError; what is unknown becomes `internal` with a text that tells nothing. */
  static from(thrown: unknown): LociError {
    if (thrown instanceof LociError) return thrown;
    return new LociError("internal", "An unexpected error occurred.", { cause: thrown });
  }
}

/** A 400 that names one field. */
export function invalidField(pointer: string, detail: string): LociError {
  return new LociError("invalid", `${pointer}: ${detail}`, { fields: [{ pointer, detail }] });
}

export function isErrorCode(value: string): value is ErrorCode {
  return (errorCodes as readonly string[]).includes(value);
}
