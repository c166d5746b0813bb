/** Writes docs/reference/ from the code. `--check` fails when what is committed differs. Nothing is started: commands and routes are read. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLinePage, serverPage } from "./reference-of/commands.ts";
import { databasePage } from "./reference-of/database.ts";
import { errorsPage } from "./reference-of/errors.ts";
import { mcpPage } from "./reference-of/mcp.ts";
import { metricsPage } from "./reference-of/metrics.ts";
import { restPage } from "./reference-of/rest.ts";
import { settingsPage } from "./reference-of/settings.ts";

const folder = join(import.meta.dirname, "reference");
const made = "<!-- Made from the code by `npm run generate`: change it there. -->\n\n";

const pages: Readonly<Record<string, string>> = {
  "command-line.md": await commandLinePage(),
  "server.md": serverPage(),
  "settings.md": settingsPage(),
  "metrics.md": metricsPage(),
  "rest.md": restPage(),
  "mcp.md": mcpPage(),
  "errors.md": errorsPage(),
  "database.md": databasePage(),
};

mkdirSync(folder, { recursive: true });
for (const [name, page] of Object.entries(pages)) {
  const file = join(folder, name);
  const text = `${made}${page.trim()}\n`;
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (read(file) !== text) {
    process.stderr.write(`docs/reference/${name} differs from the code: run \`npm run generate\`\n`);
    process.exitCode = 1;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
