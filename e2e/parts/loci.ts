/** Starts Loci's own binaries as a user does: as processes, seen only through their output and HTTP. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { standStill } from "./stand-still.ts";

const root = join(import.meta.dirname, "../..");
const server = join(root, "services/server/bin/loci-server.js");
const client = join(root, "services/cli/bin/loci.js");
const startLimitMs = 240_000;

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunningProcess {
  readonly pid: number;
  /** What it printed so far. */
  output(): string;
  /** Asks it to stop, and waits; gives its exit code. */
  stop(): Promise<number>;
  /** SIGKILL: no chance to write anything. */
  kill(): Promise<void>;
  /** It stands still, as on a machine that sleeps, until it is resumed. */
  pause(): Promise<void>;
  resume(): void;
}

export interface RunningLoci extends RunningProcess {
  readonly url: string;
}

/** Nothing of the caller's own settings reaches the processes under test. */
function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(SERVICE_|DB_|NODE_OPTIONS|XDG_)/.test(name));
  // Nobody who would have to notice that a process stops sends requests to most of them.
  // The models that contexts choose are on this machine, too.
  // The database takes any free port, so that servers side by side do not contend for its usual one.
  const ours = {
    DB_BIND: "127.0.0.1:0",
    NODE_NO_WARNINGS: "1",
    SERVICE_DRAIN_SECONDS: "0",
    SERVICE_ALLOWED_MODEL_HOSTS: "127.0.0.1,localhost",
  };
  return { ...Object.fromEntries(kept), ...ours, ...extra };
}

/** Runs a command to its end. */
async function finish(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<Finished> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdin.end(input);
  await once(child, "close");
  return { code: child.exitCode ?? -1, out, err };
}

/** `loci …`: the client. */
export const loci = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = "") =>
  finish(client, args, env, input);

/** `loci-server …`, where it ends by itself. */
export const lociServer = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => finish(server, args, env, "");

/** Starts `loci-server …` and waits until it prints a line that matches. */
export async function startProcess(
  args: readonly string[],
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [server, ...args], {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`not ready after ${startLimitMs} ms:\n${output}`));
    }, startLimitMs);
    const read = (text: string) => {
      output += text;
      if (!ready.test(output)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    // Not "exit", which may come before the last words.
    child.once("close", (code) => {
      clearTimeout(late);
      reject(new Error(`ended with ${code}:\n${output}`));
    });
  });
  const ended = async (signal: NodeJS.Signals): Promise<number> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    }
    return exitCodeOf(child);
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => ended("SIGTERM"),
    pause: () => standStill(child),
    resume: () => void child.kill("SIGCONT"),
    async kill() {
      await ended("SIGKILL");
    },
  };
}

function exitCodeOf(child: ChildProcess): number {
  return child.exitCode ?? -1;
}

/** `loci-server dev start --bootstrap` on a data folder (or another connection string) and a port of 127.0.0.1. */
export async function startDev(connection: string, port: number, env: Readonly<Record<string, string>> = {}): Promise<RunningLoci> {
  const args = ["dev", "start", "--bootstrap", "--connection-string", connection, "--bind-address", `127.0.0.1:${port}`];
  const running = await startProcess(args, /Loci serves on [^]*\n\n$/, env);
  return { ...running, url: `http://127.0.0.1:${port}` };
}

/** The keys that a first start printed. */
export function printedKeys(output: string): { contextId: string; contextKey: string; managementKey: string } {
  const read = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? "";
  return { contextId: read("Context id"), contextKey: read("Context key"), managementKey: read("Management key") };
}
