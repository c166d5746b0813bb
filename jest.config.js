/** Runs the TypeScript files as they are (ES modules, types stripped by swc); see CONTRIBUTING.md. */
const base = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2024", parser: { syntax: "typescript" } }, module: { type: "es6" } }],
  },
  // Workspace packages are links into this repository: their files are ours to transform.
  transformIgnorePatterns: ["/node_modules/(?!@loci/)"],
  // The package that is published has the name of the room that it is made from.
  modulePathIgnorePatterns: ["<rootDir>/clients/typescript/dist/"],
};

const folders = (...names) => names.map((name) => `<rootDir>/${name}`);
const tested = ["services", "workflows", "operator", "clients", "examples", "docs"];
/** What runs against the parts of a cluster (OpenSearch, S3, Temporal, Kubernetes), or needs many processes of it. */
const ofCluster = [
  "/e2e/suites/cluster/",
  "/adapters/src/opensearch/",
  "/adapters/src/s3-store/",
  "<rootDir>/workflows/",
  "<rootDir>/operator/",
  "<rootDir>/charts/",
];

/** Of these what is run before each landing: each part once, and a user's way through a cluster. */
const core = [
  "e2e/suites/cluster/kubernetes",
  "e2e/suites/cluster/originals",
  "e2e/suites/cluster/search-index",
  "services/adapters/src/opensearch/opensearch",
  "services/adapters/src/s3-store/s3-store",
  "workflows/src/temporal",
  "workflows/src/hasten",
  "operator/src/operator",
  "operator/src/key-secret",
  "operator/src/context",
  "charts/chart",
  "charts/rights",
  "charts/installed",
  "charts/rules",
];

/** What takes too long to be run before each landing. */
const full = "/e2e/suites/full/";
/** What needs Docker. */
const kind = "/e2e/kind/";

export default {
  // It finds what hangs, and no slow machine reaches it. Read from here only: Jest ignores it where a project sets it.
  testTimeout: 600_000,
  projects: [
    { ...base, displayName: "unit", roots: folders("protos", ...tested, "charts", "bench", "e2e"), testMatch: ["**/*.test.ts"] },
    {
      ...base,
      displayName: "e2e",
      roots: folders(...tested, "e2e"),
      testMatch: ["**/*.e2e.ts"],
      testPathIgnorePatterns: ["/node_modules/", full, kind, ...ofCluster],
    },
    {
      ...base,
      displayName: "cluster",
      roots: folders(...tested, "charts", "e2e"),
      testMatch: ["**/*.e2e.ts"],
      testPathIgnorePatterns: ["/node_modules/", `^(?!.*(${ofCluster.join("|").replaceAll("<rootDir>", "")}))`],
    },
    {
      ...base,
      displayName: "core",
      roots: folders(...tested, "charts", "e2e"),
      testMatch: core.map((file) => `<rootDir>/${file}.e2e.ts`),
    },
    {
      ...base,
      displayName: "kind",
      roots: folders("e2e"),
      testMatch: ["**/e2e/kind/*.e2e.ts", "**/suites/cluster/kubernetes.e2e.ts"],
    },
    { ...base, displayName: "full", roots: folders("e2e/suites/full"), testMatch: ["**/*.e2e.ts"] },
  ],
};
