/** A Python environment of its own for each set of packages, made once and kept in the cache of parts. Needs python3 with venv. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Finished } from "./loci.ts";

const run = promisify(execFile);

/**
 * @param packages as pip takes them, versions pinned
 * @returns the folder with the environment's programs
 */
export async function pythonEnvironment(name: string, packages: readonly string[]): Promise<string> {
  const parts = process.env["LOCI_PARTS"] ?? join(tmpdir(), "loci-parts");
  const digest = createHash("sha256").update(JSON.stringify(packages)).digest("hex").slice(0, 12);
  const home = join(parts, `python-${name}-${digest}`);
  // An environment knows its own path: it is made in place, and said to be whole by a file beside it.
  const whole = `${home}.whole`;
  if (await stat(whole).catch(() => undefined)) return join(home, "bin");
  await mkdir(parts, { recursive: true });
  await rm(home, { recursive: true, force: true });
  await run("python3", ["-m", "venv", home]);
  await run(join(home, "bin/python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
  await rename(await mkdtemp(join(parts, ".whole-")), whole);
  return join(home, "bin");
}

/** Runs a program to its end; what it prints is kept, whatever its exit code. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Finished> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1", ...options.env };
  return run(file, [...args], { cwd: options.cwd, env, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (thrown: unknown) => {
      const { code, stdout, stderr, message } = thrown as Partial<{
        code: number;
        stdout: string;
        stderr: string;
        message: string;
      }>;
      return { code: code ?? -1, out: stdout ?? "", err: stderr ?? message ?? "" };
    },
  );
}
