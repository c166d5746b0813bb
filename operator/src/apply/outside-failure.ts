import { isLociError } from "@loci/client";

/** What a failure of Loci's means for the resource. */
export interface OutsideFailure {
  readonly reason: string;
  readonly message: string;
  /** fix: until the resource is changed; wait: it may pass by itself, some time; retry: soon. */
  readonly remedy: "fix" | "wait" | "retry";
}

/** undefined for what is no answer of Loci's, nor the lack of one. */
export function outsideFailure(thrown: unknown): OutsideFailure | undefined {
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
