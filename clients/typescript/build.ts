/**
 * Makes the package that is published, in dist/ or the folder given: JavaScript and its types, with a manifest of its own that points
 * there. The repository itself runs the TypeScript files as they are. `npm pack ./clients/typescript/dist` packs it.
 *
 * It is published under a name that nobody else has on npm; in this repository, and where it is installed under an alias, it is
 * `@loci/client`, and its files refer to each other by path alone.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const publishedName = "loci-memory-client";
const root = import.meta.dirname;
const dist = resolve(process.argv[2] ?? join(root, "dist"));
const tsc = join(root, "../../node_modules/@typescript/native/bin/tsc");

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", dist], { stdio: "inherit" });

const { private: _, scripts: _scripts, devDependencies: _dev, ...kept } = readManifest();
const exports = Object.fromEntries(
  Object.entries(kept.exports).map(([name, source]) => {
    const file = source.replace("./src/", "./").replace(/\.ts$/, "");
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }];
  }),
);
writeFileSync(
  join(dist, "package.json"),
  `${JSON.stringify({ ...kept, name: publishedName, sideEffects: false, exports }, null, 2)}\n`,
);
for (const [from, name] of [
  [root, "README.md"],
  [join(root, "../.."), "LICENSE"],
] as const) {
  copyFileSync(join(from, name), join(dist, name));
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}
