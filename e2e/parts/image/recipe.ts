/** What Dockerfile and .dockerignore say, as far as an image is packed from it here: there is one list of what goes in. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { ImageConfig } from "./archive.ts";

export interface Recipe {
  readonly config: ImageConfig;
  /** What `npm` is told, to bring what runs. */
  readonly npm: readonly string[];
  /** Files of the checkout that go in, by their paths in it. */
  readonly files: readonly string[];
}

export async function readRecipe(checkout: string): Promise<Recipe> {
  const lines = (await readFile(join(checkout, "Dockerfile"), "utf8"))
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  const said = (instruction: string): string => {
    const found = last.find((line) => line.startsWith(`${instruction} `));
    if (found === undefined) throw new Error(`Dockerfile's last stage has no ${instruction}`);
    return found.slice(instruction.length + 1).trim();
  };
  const npm = /^RUN npm (ci .+)$/m.exec(lines.join("\n"))?.[1];
  if (npm === undefined) throw new Error("Dockerfile runs no npm ci");
  const environment = said("ENV").replace("$PATH", "/usr/local/bin:/usr/bin:/bin").split(/\s+/);
  const list = (instruction: string): string[] => JSON.parse(said(instruction)) as string[];
  return {
    config: {
      Env: environment,
      Entrypoint: list("ENTRYPOINT"),
      Cmd: list("CMD"),
      User: said("USER"),
      WorkingDir: said("WORKDIR"),
    },
    npm: npm.trim().split(/\s+/),
    files: await contextOf(checkout),
  };
}

/** The build's context: what .dockerignore leaves of the checkout. */
async function contextOf(checkout: string): Promise<string[]> {
  const rules = (await readFile(join(checkout, ".dockerignore"), "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), matches: expressionOf(line.replace(/^!/, "")) }));
  // The last rule that names a file, or a folder above it, decides.
  const goesIn = (path: string): boolean => rules.findLast(({ matches }) => matches.test(path))?.keeps ?? true;
  const files: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules" && entry.name !== ".git") await walk(path);
      } else if (goesIn(relative(checkout, path))) files.push(relative(checkout, path));
    }
  };
  await walk(checkout);
  return files.sort();
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split("/").map((part) =>
    part === "**"
      ? "(?:.*/)?"
      : `${part
          .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
          .replaceAll("*", "[^/]*")
          .replaceAll("?", "[^/]")}/`,
  );
  return new RegExp(`^${pattern === "**" ? ".*" : parts.join("").replace(/\/$/, "")}(?:/.*)?$`);
}
