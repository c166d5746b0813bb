/** A real part as a process of its own: its last output is kept for the message of a failure, and it ends with who started it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const keptOutput = 8_000;
const graceMs = 10_000;

export interface PartProcess {
  readonly pid: number;
  /** The end of what it wrote. */
  output(): string;
  /** @throws Error with its output, when it is no longer there */
  assertRunning(): void;
  /** Asks it to end, and kills it where it does not. */
  stop(): Promise<void>;
}

export interface PartOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** @param program as found by scripts/parts */
export function startPart(program: string, args: readonly string[], { cwd, env = process.env }: PartOptions): PartProcess {
  // A test run that is killed cannot stop its parts: the kernel does it then.
  const child = spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (text: string): void => {
    output = (output + text).slice(-keptOutput);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.on("error", (error) => keep(String(error)));
  const ended = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    output: () => output,
    assertRunning() {
      if (ended()) throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode ?? "no start"}:\n${output}`);
    },
    async stop() {
      if (ended()) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), graceMs);
      await exit;
      clearTimeout(late);
    },
  };
}

/** Asks again and again until it holds. @throws Error with the output of the part that ended meanwhile, or of those that are late */
export async function untilHolds(what: string, parts: readonly PartProcess[], limitMs: number, holds: () => Promise<boolean>) {
  const until = Date.now() + limitMs;
  while (!(await holds())) {
    for (const part of parts) part.assertRunning();
    if (Date.now() > until) {
      throw new Error(`${what} not within ${limitMs} ms:\n${parts.map((part) => part.output()).join("\n---\n")}`);
    }
    await sleep(100);
  }
}
