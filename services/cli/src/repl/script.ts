/** Lines from a pipe: each is run, in order. */
import { exitCodes, Failure } from "../failure.ts";
import type { ProblemKind } from "../workbench/event.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { Printer } from "./printer.ts";

export interface ScriptOptions {
  readonly lines: AsyncIterable<string>;
  readonly printer: Printer;
  readonly keepGoing: boolean;
  readonly signal: AbortSignal;
  /** Told of a failure that does not end the script. */
  readonly warn: (text: string) => void;
}

/** Runs all lines, or up to the first that fails; a script in which one failed ends as a Failure that names it. */
export async function runScript(workbench: Workbench, options: ScriptOptions): Promise<void> {
  const { lines, printer, keepGoing, signal, warn } = options;
  let number = 0;
  let failed = 0;
  let exitCode: number = exitCodes.ok;
  for await (const line of lines) {
    number += 1;
    for await (const event of workbench.submit(line, signal)) {
      if (event.type === "quit") return ended(failed, number, exitCode);
      if (event.type === "cancelled") throw new Failure(`line ${number}: interrupted.`, exitCodes.interrupted);
      if (event.type !== "problem") printer.print(event);
      else {
        const text = `line ${number}: ${event.text}`;
        const code = exitCodeOf(event.kind);
        if (!keepGoing) throw new Failure(text, code);
        warn(text);
        failed += 1;
        exitCode = exitCode === exitCodes.ok ? code : exitCode;
      }
    }
  }
  if (signal.aborted) throw new Failure("Interrupted.", exitCodes.interrupted);
  ended(failed, number, exitCode);
}

function ended(failed: number, lines: number, exitCode: number): void {
  if (failed > 0) throw new Failure(`${failed} of ${lines} lines failed.`, exitCode);
}

function exitCodeOf(kind: ProblemKind): number {
  switch (kind) {
    case "input":
      return exitCodes.usage;
    case "unreachable":
      return exitCodes.unreachable;
    case "unauthorised":
      return exitCodes.unauthorised;
    case "failed":
      return exitCodes.failed;
  }
}
