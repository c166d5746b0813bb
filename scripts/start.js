/** `npm start`: installs what is missing, then runs Loci on this machine. What follows `--` goes to `loci-server dev start`. */
import { ensureInstalled, runNode } from "./toolchain.js";

ensureInstalled({ toRun: true });
// A small young generation: on a laptop 50 MB less memory is worth more than fewer collections.
const { code } = await runNode([
  "--max-semi-space-size=4",
  "services/server/bin/loci-server.js",
  "dev",
  "start",
  "--bootstrap",
  ...process.argv.slice(2),
]);
process.exitCode = code;
