/** The repository as the tidy tests see it. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** Every file that is or would be committed. */
export const files: readonly string[] = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

export const sources = files.filter((file) => /\.(tsx?|js|sql|proto)$/.test(file) && !/\/src\/gen\/|\/dist\//.test(file));

export function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

export interface Workspace {
  readonly folder: string;
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  /** What it imports is packed into its built files: whoever runs those needs none of it. */
  readonly isBundled: boolean;
}

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const workspaces: readonly Workspace[] = files
  .filter((file) => file.endsWith("/package.json"))
  .map((file) => {
    const folder = file.slice(0, -"/package.json".length);
    const { name = "", dependencies, peerDependencies, devDependencies = {} } = JSON.parse(read(file)) as Manifest;
    const isBundled = files.includes(`${folder}/vite.config.ts`);
    return { folder, name, dependencies: { ...dependencies, ...peerDependencies }, devDependencies, isBundled };
  });

export const isTest = (file: string): boolean =>
  /\.(test|e2e)\.tsx?$|(^|\/)(?:session-)?contract\.ts$|(^|\/)testing\/|^e2e\/suites\//.test(file);
