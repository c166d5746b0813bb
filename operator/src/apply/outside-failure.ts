import { isLociError } from "@loci/client";
import { isKubeError } from "../runtime/kube-error.ts";

/** What a failure of Loci's, of a store of backups, or what the API server refuses, means for the resource. */
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

/** What admission says may be of any length. */
const longestRefusal = 1_024;

/** undefined for what is no answer from outside, nor the lack of one. */
export function outsideFailure(thrown: unknown): OutsideFailure | undefined {
  if (thrown instanceof OutsideError) return thrown.failure;
  // It may lack a right, a quota may be full, a Secret may be immutable: none of that passes without somebody who reads of it.
  if (isKubeError(thrown, 400, 403, 422)) {
    const message = `Kubernetes refuses it: ${thrown.message}`.slice(0, longestRefusal);
    return { reason: "ClusterRefuses", message, remedy: "retry" };
  }
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
    case "no_such_route":
      return {
        reason: "LociUnreachable",
        message: "What answers for Loci does not know the operator's requests: it is of another version, or no management plane.",
        remedy: "retry",
      };
    default:
      return { reason: "LociUnreachable", message, remedy: "retry" };
  }
}
