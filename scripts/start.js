/** `npm start`: installs what is missing, then runs Loci on this machine. What follows `--` goes to `loci-server dev start`. */
import { ensureInstalled, runNode } from "./toolchain.js";

ensureInstalled();
const { code } = await runNode(["services/server/bin/loci-server.js", "dev", "start", "--bootstrap", ...process.argv.slice(2)]);
process.exitCode = code;
