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

interface WireError {
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

export function toGrpcError(error: LociError): Partial<ServiceError> {
  const detail: WireError = {
    code: error.code,
    fields: error.fields,
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
  const metadata = new Metadata();
  metadata.set(detailKey, Buffer.from(JSON.stringify(detail)));
  return { code: toStatus[error.code], details: error.message, metadata };
}

export function fromGrpcError(error: ServiceError): LociError {
  const [sent] = error.metadata.get(detailKey);
  if (sent !== undefined) {
    const detail = JSON.parse(sent.toString()) as WireError;
    return new LociError(isErrorCode(detail.code) ? detail.code : "internal", error.details, {
      fields: detail.fields,
      ...(detail.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: detail.retryAfterSeconds }),
      cause: error,
    });
  }
  const code = fromStatus[error.code] ?? "internal";
  const retry = code === "unavailable" ? { retryAfterSeconds: 1 } : {};
  return new LociError(code, code === "internal" ? "An unexpected error occurred." : "A needed service did not answer.", {
    ...retry,
    cause: error,
  });
}
