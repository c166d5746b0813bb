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
 * What programs read instead of the text: the name of the case within its kind, and what it is about. The official clients have properties for
 * these (`recordId`, `isTokenExpired` and the like), which look into exactly this shape.
 */
export interface ErrorDetails {
  readonly kind: string;
  readonly details?: ErrorDetails | Readonly<Record<string, DetailValue>>;
}
export type DetailValue = string | number | { readonly [name: string]: DetailValue };

/**
 * A statement failed; `message` is the text that users of the language expect, from `messages/`. Anything else that is thrown is a fault of ours and
 * answered as an internal error.
 */
export class QueryError extends Error {
  readonly kind: ErrorKind;
  readonly reason: ErrorReason | undefined;
  readonly details: ErrorDetails | undefined;
  constructor(kind: ErrorKind, message: string, more: { readonly reason?: ErrorReason; readonly details?: ErrorDetails } = {}) {
    super(message);
    this.name = "QueryError";
    this.kind = kind;
    this.reason = more.reason;
    this.details = more.details;
  }
}
