/** What kind of failure it is; the wires map it to their codes. */
export type ErrorKind =
  | "Validation"
  | "Configuration"
  | "Query"
  | "Serialization"
  | "NotAllowed"
  | "NotFound"
  | "AlreadyExists"
  | "Connection"
  | "Thrown"
  | "Internal";

/** Finer than the kind, where a wire answers differently: SQLSTATEs and RPC codes are chosen by it. */
export type ErrorReason =
  | "parse"
  | "conflict"
  | "timeout"
  | "cancelled"
  | "not-executed"
  | "auth"
  | "token-expired"
  | "unique"
  | "assert"
  | "coerce";

/**
 * A statement failed; `message` is the text that users of the language expect, from `messages/`. Anything else that is thrown is a fault of ours and
 * answered as an internal error.
 */
export class QueryError extends Error {
  readonly kind: ErrorKind;
  readonly reason: ErrorReason | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  constructor(
    kind: ErrorKind,
    message: string,
    more: { readonly reason?: ErrorReason; readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.name = "QueryError";
    this.kind = kind;
    this.reason = more.reason;
    this.details = more.details;
  }
}
