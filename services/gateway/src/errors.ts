import type { ErrorCode, FieldError, LociError } from "@loci/kernel";

interface ProblemKind {
  readonly status: number;
  readonly slug: string;
  readonly title: string;
}

/** The one place where our error codes become HTTP's. */
const kinds: Readonly<Record<ErrorCode, ProblemKind>> = {
  invalid: { status: 400, slug: "invalid-request", title: "The request is not valid" },
  unauthenticated: { status: 401, slug: "unauthenticated", title: "Authentication failed" },
  forbidden: { status: 403, slug: "forbidden", title: "Not allowed" },
  not_found: { status: 404, slug: "not-found", title: "Not found" },
  conflict: { status: 409, slug: "conflict", title: "Conflict" },
  too_large: { status: 413, slug: "too-large", title: "Too large" },
  unsupported_media_type: { status: 415, slug: "unsupported-media-type", title: "Unsupported media type" },
  rate_limited: { status: 429, slug: "rate-limited", title: "Too many requests" },
  // The client has gone: nobody reads this answer, only logs do (499 is nginx's code for it).
  cancelled: { status: 499, slug: "cancelled", title: "The client closed the request" },
  internal: { status: 500, slug: "internal", title: "Internal error" },
  not_implemented: { status: 501, slug: "not-implemented", title: "Not implemented" },
  unavailable: { status: 503, slug: "unavailable", title: "Temporarily unavailable" },
  deadline_exceeded: { status: 504, slug: "deadline-exceeded", title: "The deadline passed" },
};

/** A kind of its own: who asks whether something is there must not take another server's ignorance for a no. */
const noSuchRoute: ProblemKind = { status: 404, slug: "no-such-route", title: "No such route" };
const methodNotAllowed: ProblemKind = { status: 405, slug: "method-not-allowed", title: "Method not allowed" };

/** What is refused before there is a request, by the error code of Node's HTTP server or our own; anything else is no HTTP. */
const unreadable: Readonly<Record<string, ProblemKind & { readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    slug: "header-too-large",
    title: "Request header fields too large",
    detail: "The request line and headers are too long.",
  },
  LOCI_BAD_TARGET: { ...kinds.invalid, detail: "The request's target is neither a path nor a valid http or https URL." },
  LOCI_TWO_HOSTS: { ...kinds.invalid, detail: "The request has more than one Host header." },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    slug: "request-timeout",
    title: "Request timeout",
    detail: "The request did not arrive in time.",
  },
};

/** An RFC 9457 (formerly RFC 7807) problem document with our extension members `traceId` and `errors`. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly traceId: string;
  readonly errors?: readonly FieldError[];
}

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ProblemDocument;
}

/** Where a problem happened: the request's path and the trace that the log names too. */
export interface ProblemPlace {
  readonly instance: string;
  readonly traceId: string;
}

/** An answer names so many fields at most: whoever sent a million wrong ones is helped by the first. */
const maxNamedFields = 100;
/** What is unavailable and does not say for how long may be back in a moment. */
const usualRetrySeconds = 5;

/**
 * The answer for an error. Its cause is never part of it.
 * @param asSent brings a field's pointer to the spelling that the caller used
 */
export function problemAnswer(
  error: LociError,
  place: ProblemPlace,
  asSent: (pointer: string) => string = (same) => same,
): ProblemAnswer {
  const headers: Record<string, string> = {};
  if (error.code === "unauthenticated") headers["www-authenticate"] = 'Bearer realm="loci"';
  const retryAfter = error.retryAfterSeconds ?? (error.code === "unavailable" ? usualRetrySeconds : undefined);
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.max(1, Math.ceil(retryAfter)));
  const named = error.fields.slice(0, maxNamedFields);
  const errors = named.map((field) => ({ pointer: asSent(field.pointer), detail: field.detail }));
  return answerOf(kinds[error.code], detailOf(error, asSent), place, headers, errors);
}

/** The message; where it begins with its field's pointer, in the spelling that the caller used. */
function detailOf({ message, fields }: LociError, asSent: (pointer: string) => string): string {
  const pointer = fields[0]?.pointer ?? "";
  return pointer !== "" && message.startsWith(`${pointer}:`) ? asSent(pointer) + message.slice(pointer.length) : message;
}

/** The answer for a path that this server does not serve. */
export function noSuchRouteAnswer(place: ProblemPlace): ProblemAnswer {
  return answerOf(noSuchRoute, "There is no such route.", place, {}, []);
}

/** The answer for a method that a known path does not have. */
export function methodNotAllowedAnswer(allowed: string, place: ProblemPlace): ProblemAnswer {
  return answerOf(methodNotAllowed, `This path takes ${allowed}.`, place, { allow: allowed }, []);
}

/** The answer for what arrived and is no whole HTTP request. */
export function unreadableAnswer(code: string | undefined): ProblemAnswer {
  const kind = unreadable[code ?? ""] ?? { ...kinds.invalid, detail: "This is not a valid HTTP request." };
  return answerOf(kind, kind.detail, { instance: "", traceId: "" }, {}, []);
}

function answerOf(
  kind: ProblemKind,
  detail: string,
  place: ProblemPlace,
  headers: Readonly<Record<string, string>>,
  errors: readonly FieldError[],
): ProblemAnswer {
  const { status, slug, title } = kind;
  const body = { type: `urn:loci:problem:${slug}`, title, status, detail, ...place, ...(errors.length > 0 ? { errors } : {}) };
  return { status, headers, body };
}
