import { LociError, type FieldProblem, type LociErrorCode } from "./error.ts";
import { field, textOf } from "./json.ts";

/** The part of a problem's type that names its kind. */
const prefix = "urn:loci:problem:";
const codes: ReadonlyMap<string, LociErrorCode> = new Map(
  Object.entries({
    "invalid-request": "invalid",
    unauthenticated: "unauthenticated",
    forbidden: "forbidden",
    "not-found": "not_found",
    "no-such-route": "no_such_route",
    "method-not-allowed": "method_not_allowed",
    conflict: "conflict",
    "too-large": "too_large",
    "header-too-large": "too_large",
    "unsupported-media-type": "unsupported_media_type",
    "rate-limited": "rate_limited",
    "request-timeout": "timeout",
    cancelled: "cancelled",
    internal: "internal",
    "not-implemented": "not_implemented",
    unavailable: "unavailable",
    "deadline-exceeded": "deadline_exceeded",
  }),
);

/** The error that a problem document (RFC 9457) tells of; undefined where the JSON is not one of Loci's. */
export function errorOfProblem(problem: unknown, status?: number, retryAfterMs?: number): LociError | undefined {
  const type = textOf(problem, "type");
  if (!type.startsWith(prefix)) return undefined;
  const title = textOf(problem, "title");
  // A server that is newer than this client may know kinds that this client does not.
  const answered = status ?? Number(field(problem, "status") ?? 500);
  const code = codes.get(type.slice(prefix.length)) ?? (answered >= 500 ? "internal" : "invalid");
  const details = { status: answered, title, type, fields: fieldsOf(problem), traceId: textOf(problem, "traceId"), retryAfterMs };
  return new LociError(code, textOf(problem, "detail") || title || `The server answered ${answered}.`, details);
}

function fieldsOf(problem: unknown): FieldProblem[] {
  const errors = field(problem, "errors");
  if (!Array.isArray(errors)) return [];
  return errors.map((error: unknown) => ({ pointer: textOf(error, "pointer"), detail: textOf(error, "detail") }));
}
