/** What the API server refused, or why it was not reached (status 0). */
export class KubeError extends Error {
  override readonly name = "KubeError";
  readonly status: number;
  /** The API's own word, such as AlreadyExists or Conflict. */
  readonly reason: string;
  /** How long it asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    reason: string,
    message: string,
    details: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.status = status;
    this.reason = reason;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export const isKubeError = (thrown: unknown, ...statuses: readonly number[]): thrown is KubeError =>
  thrown instanceof KubeError && (statuses.length === 0 || statuses.includes(thrown.status));

/** Trying again is of no use until somebody changes the resource. */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}
