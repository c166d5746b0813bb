import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { startKeyProxy, type KeyProxy } from "@loci/e2e/parts/key-proxy";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

const modules = join(import.meta.dirname, "../../../../node_modules");
const toolLimitMs = 500_000;

export interface McpWorld {
  /** Of the endpoint. */
  readonly url: string;
  readonly key: string;
  /** Of the endpoint, for who cannot send a key. */
  readonly openUrl: string;
  readonly folder: string;
  /** Runs a tool of npm's to its end, in the folder. */
  run(file: string, args: readonly string[]): Promise<{ readonly code: number; readonly out: string }>;
  stop(): Promise<void>;
}

/** A server as a user starts it, with its endpoint for agents. */
export async function startMcpWorld(): Promise<McpWorld> {
  const folder = await mkdtemp(join(tmpdir(), "loci-mcp-"));
  const server: RunningLoci = await startDev(`pglite:${join(folder, "data")}`, await freePort());
  const { contextKey } = printedKeys(server.output());
  const proxy: KeyProxy = await startKeyProxy(server.url, contextKey);
  return {
    url: `${server.url}/mcp`,
    key: contextKey,
    openUrl: `${proxy.url}/mcp`,
    folder,
    run(file, args) {
      // These tools start `node` themselves: it has to be this one.
      const env = {
        ...process.env,
        NODE_OPTIONS: "",
        PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
      };
      const options = { cwd: folder, env, timeout: toolLimitMs, maxBuffer: 32 * 1024 * 1024 };
      return new Promise((resolve) => {
        execFile(process.execPath, [join(modules, file), ...args], options, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
          resolve({ code, out: stdout + stderr });
        });
      });
    },
    async stop() {
      proxy.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
