/** How a job of many parts ends where not all of them were done. */
import type { LociError } from "@loci/client";
import { failureOf } from "./explain.ts";
import { exitCodes, Failure } from "./failure.ts";
import type { Session } from "./session.ts";

export interface Result {
  readonly failed: number;
  /** Not sent, as it was stopped before. */
  readonly open: number;
  /** What ended it before its end. */
  readonly fatal: LociError | undefined;
  readonly interrupted: boolean;
}

export interface Wording {
  /** "3 files". */
  readonly counted: (count: number) => string;
  /** What a second run does with what is done already. */
  readonly again: string;
}

/** @throws Failure where a part is left or was refused */
export function requireComplete({ failed, open, fatal, interrupted }: Result, { counted, again }: Wording, session: Session): void {
  const goOn = `Run the same command again to go on; ${again}.`;
  if (interrupted) throw new Failure(`Interrupted. ${goOn}`, exitCodes.interrupted);
  if (fatal !== undefined) {
    const { message, exitCode, problem } = failureOf(fatal, session.lastConnection());
    throw new Failure(`${message}\n  ${counted(open)} not sent. ${goOn}`, exitCode, problem);
  }
  if (failed > 0) throw new Failure(`${counted(failed)} failed.`);
}
