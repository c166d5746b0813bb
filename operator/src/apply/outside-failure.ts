import { isLociError } from "@loci/client";

/** What a failure of Loci's, or of a store of backups, means for the resource. */
export interface OutsideFailure {
  readonly reason: string;
  readonly message: string;
  /** fix: until the resource is changed; wait: it may pass by itself, some time; retry: soon. */
  readonly remedy: "fix" | "wait" | "retry";
}

/** A failure whose meaning is known where it is thrown. */
export class OutsideError extends Error {
  override readonly name = "OutsideError";
  readonly failure: OutsideFailure;

  constructor(reason: string, message: string, remedy: OutsideFailure["remedy"], cause?: unknown) {
    super(message, { cause });
    this.failure = { reason, message, remedy };
  }
}

/** undefined for what is no answer from outside, nor the lack of one. */
export function outsideFailure(thrown: unknown): OutsideFailure | undefined {
  if (thrown instanceof OutsideError) return thrown.failure;
  if (!isLociError(thrown)) return undefined;
  const message = thrown.detail;
  switch (thrown.code) {
    case "invalid":
    case "too_large":
      return { reason: "InvalidSpec", message, remedy: "fix" };
    case "conflict":
      return { reason: "Conflict", message, remedy: "wait" };
    case "unauthenticated":
    case "forbidden":
      return {
        reason: "ManagementKeyRefused",
        message: `Loci refuses the operator's management key: ${message}`,
        remedy: "retry",
      };
    default:
      return { reason: "LociUnreachable", message, remedy: "retry" };
  }
}
