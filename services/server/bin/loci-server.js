#!/usr/bin/env node
import nodeModule from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `loci-server needs Node 22.19 or later; this is Node ${process.versions.node}. 'npm start' brings its own.\n`,
  );
  process.exit(1);
}
nodeModule.enableCompileCache();
const { main } = await import("../src/main.ts");
const code = await main(process.argv.slice(2));
process.exitCode = code;
// What a start that failed left open, such as a connection of native code, does not keep the process: who supervises it starts it again.
if (code !== 0) setTimeout(() => process.exit(code), 2_000).unref();
