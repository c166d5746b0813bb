/**
 * Writes the custom resources' definitions into the chart, one file a kind, from the schemas in src/api. `--check` fails when what is
 * committed differs.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { customResourceDefinition } from "./src/api/crd.ts";
import { memoryBackup } from "./src/api/memory-backup.ts";
import { memoryContext } from "./src/api/memory-context.ts";
import { memoryKey } from "./src/api/memory-key.ts";
import { memoryPrincipal } from "./src/api/memory-principal.ts";
import { memoryRestore } from "./src/api/memory-restore.ts";

const folder = join(import.meta.dirname, "../charts/loci/templates/crds");
const kinds = [memoryContext, memoryPrincipal, memoryKey, memoryBackup, memoryRestore];

/** Helm's own lines: whether they are installed at all, and whether they outlive the release. */
const head = `# Made by operator/generate.ts from operator/src/api.
{{- if .Values.crds.enabled }}
`;
const keep = `  {{- if .Values.crds.keep }}
  annotations:
    helm.sh/resource-policy: keep
  {{- end }}
`;
const foot = `{{- end }}
`;

let stale = 0;
if (!process.argv.includes("--check")) mkdirSync(folder, { recursive: true });
for (const kind of kinds) {
  const file = join(folder, `${kind.plural}.yaml`);
  const text = templated(stringify(customResourceDefinition(kind), { lineWidth: 0, compat: "yaml-1.1" }));
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (read(file) !== text) {
    process.stderr.write(`${file} differs from operator/src/api: run \`npm run generate\`\n`);
    stale++;
  }
}
process.exitCode = stale === 0 ? 0 : 1;

function templated(yaml: string): string {
  if (yaml.includes("{{")) throw new Error("a definition has Helm's own marks in it");
  return head + yaml.replace(/^metadata:\n {2}name: .*\n/m, (metadata) => metadata + keep) + foot;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
