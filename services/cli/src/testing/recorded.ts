/** For tests: the client in this process, with a terminal that keeps what it is told. */
import { Readable } from "node:stream";
import { readEnvironment, type Environment } from "../config.ts";
import { main } from "../main.ts";
import { allOf, styleFor, type Terminal } from "../terminal.ts";

export interface Recorded extends Terminal {
  readonly out: string[];
  readonly err: string[];
  /** Presses Ctrl-C. @returns whether anybody heard it */
  interrupt(): boolean;
}

export function recorded(
  given: Partial<Terminal> & { readonly answers?: readonly string[]; readonly input?: string } = {},
): Recorded {
  const out: string[] = [];
  const err: string[] = [];
  const answers = [...(given.answers ?? [])];
  let interrupted: (() => void) | undefined;
  return {
    out,
    err,
    print: (line = "") => void out.push(`${line}\n`),
    write: (text) => void out.push(text),
    note: (text) => void err.push(text),
    columns: 80,
    isTerminal: false,
    showsProgress: false,
    style: styleFor(false),
    hasPipedInput: given.input !== undefined,
    readInput: (maxBytes) => allOf(Readable.from([given.input ?? ""]), maxBytes),
    askSecret: () => Promise.resolve(undefined),
    ask: () => Promise.resolve(answers.shift()),
    onInterrupt(handler) {
      interrupted = handler;
      return () => (interrupted = undefined);
    },
    interrupt: () => {
      interrupted?.();
      return interrupted !== undefined;
    },
    ...given,
  };
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `loci <args>` with nothing of this process's own settings. */
export async function run(args: readonly string[], env: Partial<Environment> = {}, terminal = recorded()): Promise<Ran> {
  const environment = { ...readEnvironment({ XDG_CONFIG_HOME: "/nonexistent" }), ...env };
  const code = await main(args, terminal, environment);
  return { code, out: terminal.out.join(""), err: terminal.err.join("") };
}
