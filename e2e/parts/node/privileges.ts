import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** @returns why no pods can run on this machine; undefined where its user may make namespaces and control groups, as root may */
export async function missingPrivileges(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return "pods of parts/node need root";
  return promisify(execFile)("unshare", [
    "--net",
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
    "ip",
    "link",
    "set",
    "lo",
    "up",
  ]).then(
    () => undefined,
    (error: unknown) => `namespaces cannot be made here: ${error instanceof Error ? error.message : String(error)}`,
  );
}
