/** What the shell sees when a command ends. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unreachable: 3, unauthorised: 4, interrupted: 130 } as const;

/** A problem document (RFC 7807) as the server sends it, with the fields that are wrong; status 0 where none answered. */
export interface Problem {
  readonly status: number;
  readonly title?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly errors?: readonly { readonly pointer?: string; readonly detail?: string }[];
}

/** The one error of the client: a text for the user and the exit code. */
export class Failure extends Error {
  readonly exitCode: number;
  readonly problem: Problem | undefined;

  constructor(message: string, exitCode: number = exitCodes.failed, problem?: Problem) {
    super(message);
    this.name = "Failure";
    this.exitCode = exitCode;
    this.problem = problem;
  }
}

export function usage(message: string): Failure {
  return new Failure(message, exitCodes.usage);
}

/** The text of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
