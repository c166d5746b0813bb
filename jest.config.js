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
const ofCluster = ["/e2e/suites/cluster/", "/adapters/src/opensearch/", "/adapters/src/s3-store/", "<rootDir>/workflows/", "<rootDir>/operator/", "<rootDir>/charts/"];

/** What takes too long to be run before each landing. */
const full = "/e2e/suites/full/";

export default {
  // It finds what hangs, and no slow machine reaches it. Read from here only: Jest ignores it where a project sets it.
  testTimeout: 600_000,
  projects: [
    { ...base, displayName: "unit", roots: folders("protos", ...tested, "charts", "bench", "e2e/tidy", "e2e/suites"), testMatch: ["**/*.test.ts"] },
    { ...base, displayName: "e2e", roots: folders(...tested, "e2e"), testMatch: ["**/*.e2e.ts"], testPathIgnorePatterns: ["/node_modules/", full, ...ofCluster] },
    { ...base, displayName: "cluster", roots: folders(...tested, "charts", "e2e"), testMatch: ["**/*.e2e.ts"], testPathIgnorePatterns: ["/node_modules/", `^(?!.*(${ofCluster.join("|").replaceAll("<rootDir>", "")}))`] },
    { ...base, displayName: "full", roots: folders("e2e/suites/full"), testMatch: ["**/*.e2e.ts"] },
  ],
};
