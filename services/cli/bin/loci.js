#!/usr/bin/env node
import nodeModule from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `loci needs Node 22.19 or later; this is Node ${process.versions.node}. Inside the repository, 'npx loci' brings its own.\n`,
  );
  process.exit(1);
}
nodeModule.enableCompileCache();
const { main } = await import("../src/main.ts");
process.exitCode = await main(process.argv.slice(2));
