/** Programs of the distribution. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail } from "../toolchain.js";
import { isRoot } from "./cache.js";

/**
 * Finds a program by any of its names, and installs its package where that may be done without asking.
 * @returns its path; ends the process where it cannot be had
 */
export function program(names, packageName = names[0]) {
  const [name] = names;
  const found = find(names);
  if (found !== undefined) return found;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    process.stderr.write(`Installing ${name} (apt-get install ${packageName}) …\n`);
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args) => execFileSync("apt-get", args, { stdio: ["ignore", 2, 2], env: environment });
    try {
      apt("-qq", "update");
      apt("-qq", "install", "-y", "--no-install-recommends", packageName);
    } catch {
      fail(`${name} could not be installed; apt-get's output is above.`);
    }
    const installed = find(names);
    if (installed !== undefined) return installed;
  }
  return fail(`npm run e2e needs ${name}: install it with your system's packages.`);
}

function find(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .filter(Boolean)
    .flatMap((each) => (each.includes("/") ? [each] : folders.map((folder) => join(folder, each))))
    .find(existsSync);
}
