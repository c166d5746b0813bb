/** What whoever asked is told of an error of the workflow service. The error itself is its cause, for the log. */
import { status } from "@grpc/grpc-js";
import { LociError, type ErrorCode } from "@loci/kernel";
import { isGrpcServiceError } from "@temporalio/client";
import { NamespaceNotFoundError } from "@temporalio/common";

/** How a call ended that did not succeed. */
export interface Fault {
  readonly code: status;
  readonly details: string;
}

export interface FaultContext {
  readonly namespace: string;
  /** What failed last while it was asked, of what was tried again. */
  readonly fault: Fault | undefined;
}

/**
 * @returns `unavailable` for what may pass, by itself or when somebody acts: the message says what to do. `internal` for what the service
 * found wrong with the question.
 */
export function explained(thrown: unknown, { namespace, fault: before }: FaultContext): LociError {
  if (thrown instanceof LociError) return thrown;
  if (thrown instanceof NamespaceNotFoundError) return new LociError("unavailable", noNamespace(namespace), { cause: thrown });
  const last = faultIn(thrown);
  if (last === undefined) return LociError.from(thrown);
  // Of a question whose time is over, what kept failing until then is the reason.
  const hidden = last.code === status.DEADLINE_EXCEEDED && before !== undefined;
  const fault = hidden ? before : last;
  const [code, message] = sentenceFor(fault, namespace);
  return new LociError(code, message, { cause: hidden ? new Error(`${status[fault.code]}: ${fault.details}`) : thrown });
}

/** What the service answered, or why it did not; undefined for errors of another kind. */
function faultIn(thrown: unknown): Fault | undefined {
  if (isGrpcServiceError(thrown)) return thrown;
  return thrown instanceof Error && isGrpcServiceError(thrown.cause) ? thrown.cause : undefined;
}

function sentenceFor({ code, details }: Fault, namespace: string): readonly [ErrorCode, string] {
  switch (code) {
    case status.UNAUTHENTICATED:
    case status.PERMISSION_DENIED:
      return ["unavailable", `The workflow service refuses Loci in the namespace ${namespace}. Check ${credentials}.`];
    case status.RESOURCE_EXHAUSTED:
      return ["unavailable", "The workflow service is busy. Try again later."];
    case status.UNIMPLEMENTED:
      return ["unavailable", "What answers as the workflow service is not Temporal 1.29 or later. Check SERVICE_RUNNER_URL."];
    case status.NOT_FOUND:
      if (details.startsWith("Namespace")) return ["unavailable", noNamespace(namespace)];
      return ["internal", "The workflow service does not find what it was asked for."];
    case status.INVALID_ARGUMENT:
    case status.FAILED_PRECONDITION:
    case status.ALREADY_EXISTS:
      return ["internal", `The workflow service does not take the question (${status[code]}).`];
    default:
      return ["unavailable", `The workflow service does not answer${why(details)}`];
  }
}

const credentials = "SERVICE_RUNNER_API_KEY, SERVICE_RUNNER_TLS_CERT and SERVICE_RUNNER_TLS_KEY";

function noNamespace(namespace: string): string {
  return `The workflow service has no namespace ${namespace}. Make it there, or correct SERVICE_RUNNER_URL.`;
}

/** By the texts of the library and of Node. They name addresses, which are for the log alone. */
function why(details: string): string {
  const reason = reasons.find(([pattern]) => pattern.test(details))?.[1];
  return reason ?? ". Is it up, and is SERVICE_RUNNER_URL right?";
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, ": nothing listens at its address. Start it, or correct SERVICE_RUNNER_URL."],
  [/ENOTFOUND|EAI_AGAIN|name resolution failed/i, ": its name is not known. Correct SERVICE_RUNNER_URL."],
  [/wrong version number/i, ": it speaks without TLS. Check SERVICE_RUNNER_URL: temporal:// is plain, temporals:// is TLS."],
  [/certificate|self.signed/i, `: a certificate is not accepted. Check SERVICE_RUNNER_TLS_CA and ${credentials}.`],
];
