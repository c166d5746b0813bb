/** `npm run bench [-- <measurement> …]`: what Loci costs, as ratios against bare parts in the same run. */
import { parseArgs } from "node:util";
import { print } from "./report.ts";

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    // Of `truth`: a kind or a story's name, an answer for programs, and the failures that nobody may tune on.
    only: { type: "string" },
    json: { type: "boolean" },
    "show-heldout": { type: "boolean" },
    // Of `database`: on a real Postgres, in place of PGlite.
    postgres: { type: "boolean" },
  },
});

const measurements: Readonly<Record<string, () => Promise<void>>> = {
  recall: async () => {
    const { measureRecall } = await import("./recall.ts");
    await measureRecall("full");
    await measureRecall("none");
  },
  documents: async () => (await import("./documents.ts")).measureDocuments(),
  truth: async () => {
    const { measureTruth } = await import("./truth/truth.ts");
    await measureTruth({ only: options.only, json: options.json, showHeldout: options["show-heldout"] });
  },
  parser: async () => (await import("./parser.ts")).measureParser(),
  query: async () => (await import("./query.ts")).measureQueries(),
  database: async () => (await import("./database/measure.ts")).measureDatabase({ postgres: options.postgres === true }),
  write: async () => (await import("./write.ts")).measureWrites(),
  acknowledge: async () => (await import("./acknowledge.ts")).measureAcknowledge(),
  pages: async () => (await import("./pages.ts")).measurePages(),
  stream: async () => (await import("./stream.ts")).measureStream(),
  upkeep: async () => (await import("./upkeep.ts")).measureUpkeep(),
  start: async () => (await import("./start.ts")).measureStart(),
  cold: async () => (await import("./command-line.ts")).measureColdRecall(),
  ingest: async () => (await import("./command-line.ts")).measureIngest(),
  mcp: async () => (await import("./mcp.ts")).measureMcp(),
  observability: async () => (await import("./observability.ts")).measureObservability(),
  opensearch: async () => (await import("./opensearch.ts")).measureOpenSearch(),
  originals: async () => (await import("./originals.ts")).measureOriginals(),
  runners: async () => (await import("./runners.ts")).measureRunners(),
  operator: async () => (await import("./operator.ts")).measureOperator(),
  console: async () => (await import("./console.ts")).measureConsole(),
  clone: async () => (await import("./clone.ts")).measureClone(),
};
/** Those that need more than npm brings, or install it all again: only where they are named. */
const onlyNamed: ReadonlySet<string> = new Set(["opensearch", "originals", "runners", "operator", "console", "clone"]);

const unknown = asked.find((name) => !(name in measurements));
if (unknown !== undefined || options.help) {
  print(
    `usage: npm run bench [-- ${Object.keys(measurements).join("|")} …]   (without a name all but ${[...onlyNamed].join(", ")})`,
  );
  process.exitCode = unknown === undefined ? 0 : 2;
} else {
  const usual = Object.keys(measurements).filter((name) => !onlyNamed.has(name));
  for (const name of asked.length > 0 ? asked : usual) await measurements[name]?.();
}
