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

export default {
  // Read from here only: Jest ignores it where a project sets it.
  testTimeout: 60_000,
  projects: [
    { ...base, displayName: "unit", roots: ["<rootDir>/protos", "<rootDir>/services", "<rootDir>/clients", "<rootDir>/examples", "<rootDir>/docs", "<rootDir>/bench", "<rootDir>/e2e/tidy", "<rootDir>/e2e/suites"], testMatch: ["**/*.test.ts"] },
    { ...base, displayName: "e2e", roots: ["<rootDir>/services", "<rootDir>/clients", "<rootDir>/examples", "<rootDir>/docs", "<rootDir>/e2e"], testMatch: ["**/*.e2e.ts"] },
  ],
};
