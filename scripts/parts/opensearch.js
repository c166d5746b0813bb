/** OpenSearch, put together from what Maven Central has of it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cached } from "./cache.js";

const version = "3.6.0";
const server = `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`;
const plugins = [`org.opensearch.plugin:opensearch-knn:${version}.0:zip`, `org.opensearch.plugin:neural-search:${version}.0:zip`];

/** @returns its home, with lib/, modules/ and plugins/ */
export function openSearch() {
  return cached(`opensearch-${version}`, `Fetching OpenSearch ${version}`, (aside) => {
    const folder = mkdtempSync(join(tmpdir(), "loci-opensearch-"));
    try {
      const fetch = (artifact) => {
        const to = mkdtempSync(join(folder, "artifact-"));
        mvn(folder, "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${to}`, "-Dmdep.useBaseVersion=true");
        return join(to, readdirSync(to)[0]);
      };
      unzip(fetch(server), folder);
      const unpacked = join(folder, `opensearch-${version}`);
      for (const name of readdirSync(unpacked)) execFileSync("mv", [join(unpacked, name), aside]);
      for (const plugin of plugins) {
        const to = join(aside, "plugins", plugin.split(":")[1]);
        mkdirSync(to, { recursive: true });
        unzip(fetch(plugin), to);
      }
      // Another user runs it.
      execFileSync("chmod", ["-R", "a+rX", aside]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function mvn(folder, ...args) {
  execFileSync("mvn", ["--batch-mode", "--quiet", "-Dstyle.color=never", ...args], { cwd: folder, stdio: ["ignore", 2, 2] });
}

function unzip(file, folder) {
  execFileSync("python3", ["-m", "zipfile", "-e", file, folder], { stdio: ["ignore", 2, 2] });
}
