import { Metadata, status, type ServiceError } from "@grpc/grpc-js";
import { isErrorCode, LociError, type ErrorCode, type FieldError } from "@loci/kernel";

/** The one place where our error codes become gRPC's and come back. */
const toStatus: Record<ErrorCode, status> = {
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  too_large: status.OUT_OF_RANGE,
  unsupported_media_type: status.INVALID_ARGUMENT,
  rate_limited: status.RESOURCE_EXHAUSTED,
  not_implemented: status.UNIMPLEMENTED,
  unavailable: status.UNAVAILABLE,
  deadline_exceeded: status.DEADLINE_EXCEEDED,
  cancelled: status.CANCELLED,
  internal: status.INTERNAL,
};

const fromStatus: Partial<Record<status, ErrorCode>> = {
  [status.UNAVAILABLE]: "unavailable",
  [status.DEADLINE_EXCEEDED]: "deadline_exceeded",
  [status.CANCELLED]: "cancelled",
  [status.RESOURCE_EXHAUSTED]: "too_large",
  [status.UNIMPLEMENTED]: "not_implemented",
};

const detailKey = "loci-error-bin";
/** Understood by every gRPC client (gRFC A6): a negative number asks it not to try again. */
const pushbackKey = "grpc-retry-pushback-ms";

interface WireError {
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

/** The name of the status that an error goes by, such as NOT_FOUND. */
export function statusName(thrown: unknown): string {
  return status[toStatus[LociError.from(thrown).code]];
}

export function toGrpcError(error: LociError): Partial<ServiceError> {
  const detail: WireError = {
    code: error.code,
    fields: error.fields,
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
  const metadata = new Metadata();
  metadata.set(detailKey, Buffer.from(JSON.stringify(detail)));
  // The service was there and has tried: were it asked again from each layer above, the tries would multiply.
  if (error.code === "unavailable" || error.code === "cancelled") metadata.set(pushbackKey, "-1");
  return { code: toStatus[error.code], details: error.message, metadata };
}

/** The same for a call that is refused before its message was read. */
export function refusal(error: LociError) {
  const { code, details, metadata } = toGrpcError(error);
  return { code: code ?? status.UNKNOWN, details: details ?? "", metadata: metadata ?? null };
}

/** Whether no service said it: a connection broke, or none could be had. What was asked may have been done, or not. */
export function wasCutOff(error: unknown): boolean {
  return error instanceof LociError && error.code === "unavailable" && causeOf(error)?.metadata.get(detailKey).length === 0;
}

/** Whether a server that was about to end did not take it: nothing of it was done. grpc-js tells it by these words alone. */
export function wasRefused(error: unknown): boolean {
  return wasCutOff(error) && causeOf(error)?.details === "Stream refused by server";
}

function causeOf(error: unknown): ServiceError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "metadata" in cause ? (cause as ServiceError) : undefined;
}

const wordsFor: Partial<Record<ErrorCode, string>> = {
  internal: "An unexpected error occurred.",
  too_large: "This is more than services tell each other in one message.",
};

/** @param asked what was called off by whoever asked is cancelled; by anybody else it was cut off */
export function fromGrpcError(error: ServiceError, asked: AbortSignal): LociError {
  const [sent] = error.metadata.get(detailKey);
  if (sent !== undefined) {
    const detail = JSON.parse(sent.toString()) as WireError;
    return new LociError(isErrorCode(detail.code) ? detail.code : "internal", error.details, {
      fields: detail.fields,
      ...(detail.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: detail.retryAfterSeconds }),
      cause: error,
    });
  }
  const known = fromStatus[error.code] ?? "internal";
  const code = known === "cancelled" && !asked.aborted ? "unavailable" : known;
  const retry = code === "unavailable" ? { retryAfterSeconds: 1 } : {};
  return new LociError(code, wordsFor[code] ?? "A needed service did not answer.", { ...retry, cause: error });
}
