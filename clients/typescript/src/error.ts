/** What went wrong, as one closed word: the server's own codes, and those of a request that got no answer of Loci's. */
export type LociErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  /** The server does not know this operation: it is of another version, or serves another plane. */
  | "no_such_route"
  | "method_not_allowed"
  | "conflict"
  | "too_large"
  | "unsupported_media_type"
  | "rate_limited"
  | "internal"
  | "not_implemented"
  | "unavailable"
  | "deadline_exceeded"
  /** No connection, or one that broke off. */
  | "unreachable"
  /** No answer within `timeoutMs`. */
  | "timeout"
  /** The caller's own signal fired. */
  | "cancelled"
  /** Something answered that is no Loci server. */
  | "not_loci";

/** One field of the request that is wrong. */
export interface FieldProblem {
  /** Where it stands, as a JSON Pointer into what was sent. */
  readonly pointer: string;
  readonly detail: string;
}

export interface LociErrorDetails {
  /** The HTTP status; 0 where there was no answer. */
  readonly status?: number;
  readonly title?: string;
  readonly type?: string;
  readonly fields?: readonly FieldProblem[];
  readonly traceId?: string;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The one error that this client throws. Its message says what is wrong, and where it can what to do next. */
export class LociError extends Error {
  override readonly name = "LociError";
  readonly code: LociErrorCode;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The problem's URI; "" where the error is the client's own. */
  readonly type: string;
  readonly fields: readonly FieldProblem[];
  /** Names the request in the server's log; "" where no Loci server answered. */
  readonly traceId: string;
  /** How long the server asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(code: LociErrorCode, detail: string, details: LociErrorDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.detail = detail;
    this.status = details.status ?? 0;
    this.title = details.title ?? "";
    this.type = details.type ?? "";
    this.fields = details.fields ?? [];
    this.traceId = details.traceId ?? "";
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Whether something thrown is this client's error; by its name, so that two copies of the package in one program agree. */
export function isLociError(thrown: unknown, code?: LociErrorCode): thrown is LociError {
  return thrown instanceof Error && thrown.name === "LociError" && "code" in thrown && (code === undefined || thrown.code === code);
}
