/** Docker, which is the machine's own: nothing here installs or starts it. */
import { execFileSync } from "node:child_process";
import { fail } from "../toolchain.js";

/** Ends the process where its daemon does not answer. */
export function docker() {
  try {
    execFileSync("docker", ["version"], { stdio: "ignore" });
  } catch {
    fail("npm run e2e:kind needs Docker, and its daemon running: 'docker version' must answer.");
  }
}
