import { builtinModules } from "node:module";
import { join, relative, sep } from "node:path";
import * as parser from "@typescript-eslint/parser";
import regexp from "eslint-plugin-regexp";

const root = import.meta.dirname;

/**
 * Who may import what: one row for each room. A room may always import itself and Node. `vendors` are npm packages (a prefix
 * ending in "/" stands for all below it); nobody else imports them. See ARCHITECTURE.md for why.
 */
const rooms = {
  protos: { rooms: [], vendors: ["@grpc/grpc-js", "@grpc/proto-loader", "protobufjs"] },
  "services/kernel": { rooms: [], vendors: [] },
  "services/ports": { rooms: ["kernel"], vendors: [] },
  "services/text": { rooms: ["kernel"], vendors: ["wink-porter2-stemmer", "chrono-node"] },
  "services/parser": { rooms: [], vendors: ["wabt"] },
  "services/platform": {
    rooms: ["kernel", "protos", "ports"],
    vendors: [
      "@grpc/grpc-js",
      "@grpc/reflection",
      "@opentelemetry/",
      "grpc-health-check",
      "jose",
      "lru-cache",
      "pino",
      "prom-client",
      "zod",
    ],
  },
  "services/adapters": {
    rooms: ["kernel", "parser", "ports", "platform", "text"],
    vendors: [
      "@electric-sql/",
      "@huggingface/transformers",
      "@opensearch-project/opensearch",
      "chrono-node",
      "csv-parse",
      "file-type",
      "gender-detection-from-name",
      "htmlparser2",
      "markdown-it",
      "minio",
      "openai",
      "pg",
      "postal-mime",
      "undici",
      "unpdf",
      "yauzl",
      "zod",
    ],
  },
  "services/auth": { rooms: ["kernel", "ports", "platform", "protos", "text"], vendors: ["lru-cache", "zod"] },
  "services/ingest": { rooms: ["kernel", "ports", "platform", "protos", "text"], vendors: ["lru-cache", "zod"] },
  "services/graph": { rooms: ["kernel", "ports", "platform", "protos", "text"], vendors: ["lru-cache", "zod"] },
  "services/retrieval": { rooms: ["kernel", "ports", "platform", "protos", "text"], vendors: ["lru-cache", "zod"] },
  "services/database": {
    rooms: ["kernel", "ports", "platform"],
    vendors: [
      "@noble/hashes/",
      "any-ascii",
      "bcryptjs",
      "cborg",
      "decimal.js",
      "express",
      "fastest-levenshtein",
      "flatbuffers",
      "jose",
      "ngeohash",
      "re2js",
      "sanitize-html",
      "semver",
      "snowball-stemmers",
      "ulid",
      "uuid",
      "ws",
    ],
  },
  "services/gateway": {
    rooms: ["kernel", "platform", "protos"],
    vendors: [
      "@fastify/busboy",
      "@modelcontextprotocol/server",
      "compression",
      "express",
      "ipaddr.js",
      "lru-cache",
      "proxy-addr",
      "rate-limiter-flexible",
      "swagger-ui-dist",
      "zod",
    ],
  },
  "services/server": {
    rooms: [
      "kernel",
      "ports",
      "platform",
      "protos",
      "adapters",
      "auth",
      "ingest",
      "graph",
      "retrieval",
      "database",
      "gateway",
      "console",
      "workflows",
    ],
    vendors: ["commander", "lru-cache", "zod"],
  },
  "services/cli": {
    rooms: ["client"],
    vendors: [
      "cli-progress",
      "commander",
      "ink",
      "p-limit",
      "react",
      "rolldown",
      "semver",
      "smol-toml",
      "string-width",
      "tar",
      "wrap-ansi",
    ],
  },
  workflows: { rooms: ["kernel", "ports", "platform"], vendors: ["@grpc/grpc-js", "@temporalio/"] },
  operator: {
    rooms: ["adapters", "client", "kernel", "ports"],
    vendors: ["@kubernetes/client-node", "croner", "prom-client", "rolldown", "yaml", "zod"],
  },
  "clients/typescript": {
    name: "client",
    rooms: [],
    vendors: ["@langchain/langgraph-checkpoint", "ai", "eventsource-parser", "openapi-typescript"],
  },
  "clients/console": {
    name: "console",
    rooms: ["client"],
    vendors: [
      "@mantine/",
      "@tanstack/react-query",
      "@vitejs/plugin-react",
      "graphology",
      "graphology-layout-forceatlas2",
      "lucide-react",
      "react",
      "react-dom",
      "recharts",
      "sigma",
      "vite",
      "wouter",
    ],
  },
  examples: { rooms: ["client"], vendors: ["@langchain/", "ai", "zod"] },
  e2e: {
    rooms: ["adapters", "client", "e2e", "ports"],
    vendors: [
      "@axe-core/playwright",
      "@modelcontextprotocol/client",
      "ajv",
      "ajv/",
      "ajv-formats",
      "pg",
      "playwright-core",
      "protobufjs",
      "surrealdb",
    ],
  },
  charts: { rooms: ["e2e", "operator", "platform"], vendors: ["yaml"] },
  bench: {
    rooms: [
      "kernel",
      "parser",
      "ports",
      "platform",
      "protos",
      "text",
      "adapters",
      "database",
      "server",
      "auth",
      "ingest",
      "graph",
      "retrieval",
      "gateway",
      "operator",
      "e2e",
    ],
    vendors: ["@electric-sql/", "minio", "pg", "yaml", "zod"],
  },
};

/** What a test may import beside what its room may: real parts to run against. */
const forTests = {
  rooms: ["adapters", "client", "e2e", "graph", "server"],
  vendors: ["@jest/globals", "@seriousme/openapi-schema-validator"],
};
/** A port's contract suite is run by the adapters' tests. */
const isTest = (file) => /\.(test|e2e)\.tsx?$|(^|\/)(?:session-)?contract\.ts$|(^|\/)testing\/|^e2e\/suites\//.test(file);

const builtins = new Set(builtinModules);
const roomOf = (file) => Object.keys(rooms).find((room) => file.startsWith(`${room}/`));

/** Why this file may not import this module, or undefined where it may. */
function importProblem(file, specifier) {
  const room = roomOf(file);
  if (room === undefined || specifier.startsWith("node:")) return undefined;
  if (builtins.has(specifier)) return `import it as "node:${specifier}"`;
  if (specifier.startsWith(".")) {
    const target = roomOf(
      relative(root, join(root, file, "..", specifier))
        .split(sep)
        .join("/"),
    );
    return target === room ? undefined : `a relative import leaves ${room}; import another room by its package name`;
  }
  const { rooms: allowedRooms, vendors } = rooms[room];
  const test = isTest(file);
  if (specifier.startsWith("@loci/")) {
    const target = specifier.split("/")[1];
    const own = rooms[room].name ?? room.split("/").at(-1);
    const allowed = target === own || allowedRooms.includes(target) || (test && forTests.rooms.includes(target));
    return allowed
      ? undefined
      : `${room} may not import the room ${target}; it may import: ${allowedRooms.join(", ") || "nothing of ours"}`;
  }
  const names = [...vendors, ...(test ? forTests.vendors : [])];
  const known = names.some((name) =>
    name.endsWith("/") ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
  return known ? undefined : `${room} may not import the package ${specifier}; the table of rooms stands in eslint.config.js`;
}

const importDirections = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = relative(root, context.filename).split(sep).join("/");
    const check = (node) => {
      const specifier = node.source?.value;
      const problem = typeof specifier === "string" ? importProblem(file, specifier) : undefined;
      if (problem !== undefined) context.report({ node, message: problem });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check };
  },
};

/** A comment that would turn oxlint off for a line or a file; ESLint itself heeds none (noInlineConfig). */
const silencing = /\boxlint-(?:disable|enable)/;

const noSilencingComments = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const check = (comment) => {
      if (silencing.test(comment.value)) context.report({ loc: comment.loc, message: "Mend what lint found; do not silence it." });
    };
    return { Program: () => context.sourceCode.getAllComments().forEach(check) };
  },
};

const readsEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "process.env is read in config.ts of a binary only; pass what you need down from there.",
};

/** Only what oxlint cannot do, and without types, which is quick: the other rules stand in .oxlintrc.json. */
export default [
  { ignores: ["**/node_modules/", "**/src/gen/", "**/dist/", "coverage/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
  {
    files: ["**/*.{ts,tsx,js}"],
    languageOptions: { parser },
    plugins: { loci: { rules: { "import-directions": importDirections, "no-silencing-comments": noSilencingComments } } },
    rules: { "loci/no-silencing-comments": "error" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    rules: { "loci/import-directions": "error", "no-restricted-syntax": ["error", readsEnvironment] },
  },
  {
    // Foreign text meets these: a pattern that is not linear in it stops the process. `(?<!x)x+$` is linear where `x+$` is not.
    files: ["{services,operator,workflows,clients}/**/*.{ts,tsx}"],
    ignores: ["**/*.{test,e2e}.ts", "**/contract.ts", "**/testing/**"],
    plugins: { regexp },
    rules: { "regexp/no-super-linear-backtracking": "error", "regexp/no-super-linear-move": "error" },
  },
  {
    files: [
      "services/{server,cli}/src/config.ts",
      "operator/src/config.ts",
      "e2e/**/*.ts",
      "bench/**/*.ts",
      "examples/**/*.ts",
      "**/*.{test,e2e}.ts",
    ],
    rules: { "no-restricted-syntax": "off" },
  },
];
