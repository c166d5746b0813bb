/** promtool, which checks rules and tests them: out of Debian's package of Prometheus, whose server would start where it is installed. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail } from "../toolchain.js";
import { cached, isRoot } from "./cache.js";

/** @returns the path of the program; ends the process where it cannot be had */
export function promtool() {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "promtool"))
    .find(existsSync);
  if (found !== undefined) return found;
  if (!existsSync("/usr/bin/apt-get")) return fail("npm run e2e needs promtool: install Prometheus with your system's packages.");
  try {
    return join(cached("promtool", "Fetching promtool", unpack), "promtool");
  } catch {
    return fail("promtool could not be fetched; apt-get's output is above.");
  }
}

function unpack(aside) {
  const run = (program, ...args) => execFileSync(program, args, { cwd: aside, stdio: ["ignore", 2, 2] });
  if (isRoot) run("apt-get", "-qq", "update");
  run("apt-get", "-qq", "download", "prometheus");
  const [file] = readdirSync(aside);
  run("dpkg-deb", "-x", file, "unpacked");
  renameSync(join(aside, "unpacked/usr/bin/promtool"), join(aside, "promtool"));
  for (const left of [file, "unpacked"]) rmSync(join(aside, left), { recursive: true });
}
