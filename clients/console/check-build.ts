/** Builds the console aside and compares: what is committed in dist/ must be what its sources make. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { consoleFolder } from "./index.ts";

const aside = mkdtempSync(join(tmpdir(), "loci-console-"));
try {
  await build({ root: import.meta.dirname, logLevel: "error", build: { outDir: aside, emptyOutDir: true } });
  const differing = differences(aside, consoleFolder);
  if (differing.length > 0) {
    process.stderr.write(
      `clients/console/dist is not current: run npm run build:console. It differs in:\n${differing.join("\n")}\n`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(aside, { recursive: true, force: true });
}

function differences(fresh: string, committed: string): string[] {
  const files = new Set([...filesIn(fresh), ...filesIn(committed)]);
  return [...files].filter((file) => !contentOf(fresh, file).equals(contentOf(committed, file))).sort();
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Empty for a file that is not there: none of ours is empty. */
function contentOf(folder: string, file: string): Buffer {
  return filesIn(folder).includes(file) ? readFileSync(join(folder, file)) : Buffer.alloc(0);
}
