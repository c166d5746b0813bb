/** What the shell sees when a command ends. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unreachable: 3, unauthorised: 4 } as const;

/** A problem document (RFC 7807) as the server sends it, with the fields that are wrong. */
export interface Problem {
  readonly status: number;
  readonly title?: string;
  readonly detail?: string;
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

/** The text and exit code for an answer that is not a success. */
export function failureOf(problem: Problem): Failure {
  const head = problem.detail ?? problem.title ?? `The server answered ${problem.status}.`;
  const fields = (problem.errors ?? []).filter((field) => field.detail !== undefined && !head.includes(field.detail));
  const lines = [`${head} (${problem.status}${problem.title && problem.title !== head ? ` ${problem.title}` : ""})`];
  for (const field of fields) lines.push(`  ${field.pointer ?? ""}: ${field.detail ?? ""}`);
  if (problem.status === 401)
    lines.push("  Check the API key and the context id: they belong together ('loci login' stores them).");
  const exitCode = problem.status === 401 || problem.status === 403 ? exitCodes.unauthorised : exitCodes.failed;
  return new Failure(lines.join("\n"), exitCode, problem);
}
