/** What the scenarios share: a server that can be killed and started again on its data, and the surfaces as their users have them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { Loci } from "@loci/client";
import { loci, startDev, type Finished, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

const binary = join(import.meta.dirname, "../../../../services/cli/bin/loci.js");
const contextId = "dev";
const contextKey = "loci-surface-context-key-01";
const managementKey = "loci-surface-management-key-01";

export type World = () => SurfaceWorld;
type Settings = Readonly<Record<string, string>>;

export interface SurfaceWorld {
  readonly url: string;
  readonly folder: string;
  readonly provider: ScriptedOpenAi;
  readonly client: Loci;
  /** `loci …` with the context key, to its end. */
  run(args: readonly string[], changed?: Settings): Promise<Finished>;
  /** The same as a process that can be signalled, and whose memory is watched. */
  begin(args: readonly string[], changed?: Settings): Running;
  /** A line of bash with `loci` in it; stdout and stderr together. */
  shell(line: string, changed?: Settings): Promise<{ readonly code: number; readonly out: string }>;
  /** A file with the text, in a folder of the world's own. */
  file(name: string, text: string): Promise<string>;
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  stop(): Promise<void>;
}

export interface Running {
  readonly ended: Promise<Finished>;
  signal(name: NodeJS.Signals): void;
  /** The most memory that it had, as far as it was seen. */
  peakMb(): number;
}

/** @param models whether texts and replies come from the scripted provider instead of the built-in rules */
export async function startSurfaceWorld(models: "built in" | "scripted" = "built in"): Promise<SurfaceWorld> {
  const folder = await mkdtemp(join(tmpdir(), "loci-surfaces-"));
  const provider = await startScriptedOpenAi();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: RunningLoci | undefined;
  const keys = { SERVICE_API_KEY: contextKey, SERVICE_MANAGEMENT_API_KEY: managementKey };
  const model = {
    ...{ SERVICE_LLM_PROVIDER: "openai", SERVICE_LLM_URL: provider.baseUrl },
    ...{ SERVICE_LLM_MODEL: "scripted", SERVICE_LLM_API_KEY: "none" },
  };
  const startServer = async () => {
    server = await startDev(`pglite:${join(folder, "data")}`, port, models === "scripted" ? { ...keys, ...model } : keys);
  };
  await startServer();
  const settings = {
    ...{ SERVICE_URL: url, SERVICE_API_KEY: contextKey, SERVICE_CONTEXT_ID: contextId },
    ...{ SERVICE_MANAGEMENT_API_KEY: managementKey, XDG_CONFIG_HOME: join(folder, "config"), NODE_NO_WARNINGS: "1" },
  };
  const begin = (file: string, args: readonly string[], changed: Settings) => {
    const child = spawn(file, args, { env: { ...process.env, ...settings, ...changed }, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    const ended = once(child, "close").then(() => ({ code: child.exitCode ?? -1, out, err }));
    return { child, ended };
  };
  return {
    ...{ url, folder, provider, startServer, client: new Loci({ url, apiKey: contextKey, contextId }) },
    run: (args, changed = {}) => loci(args, { ...settings, ...changed }),
    begin(args, changed = {}) {
      const { child, ended } = begin(process.execPath, [binary, ...args], changed);
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 25);
      void ended.finally(() => clearInterval(watch));
      return { ended, signal: (name) => void child.kill(name), peakMb: () => peak };
    },
    async shell(line, changed = {}) {
      const script = `loci() { "$NODE" "$LOCI" "$@"; }; ${line}`;
      const { code, out, err } = await begin("bash", ["-c", script], { NODE: process.execPath, LOCI: binary, ...changed }).ended;
      return { code, out: out + err };
    },
    async file(name, text) {
      const path = join(folder, "files", name);
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, text);
      return path;
    },
    killServer: async () => server?.kill(),
    async stop() {
      await server?.stop();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** In MB; 0 for a process that is gone, and where there is no /proc. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Exactly one message on stderr: it begins a line, and what belongs to it is set in. */
export function messagesIn(err: string): string[] {
  return err.split("\n").filter((line) => line.startsWith("loci: "));
}
