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

/** The rooms of which a script, `bundle.ts`, writes into `dist` what the image runs. */
export const bundled = ["operator", "workflows"];

/** What each stage does, apart from its labels and what the last one says of itself: image.ts packs the same, and would not see more. */
const stages = [
  ["WORKDIR", "COPY . .", "RUN npm ci"],
  ["WORKDIR", "COPY . .", "RUN npm ci", ...bundled.map((room) => `RUN node ${room}/bundle.ts`)],
  [
    "WORKDIR",
    "COPY --from=packages /opt/loci /opt/loci",
    ...bundled.map((room) => `COPY --from=bundles /opt/loci/${room}/dist /opt/loci/${room}/dist`),
  ],
];
const saidOnly = /^(FROM|LABEL|ENV|USER|EXPOSE|ENTRYPOINT|CMD) /;

/** @throws Error where Dockerfile does what is not packed here */
export async function readRecipe(checkout: string): Promise<Recipe> {
  return { ...recipeOf(await readFile(join(checkout, "Dockerfile"), "utf8")), files: await contextOf(checkout) };
}

/** @param dockerfile its text */
export function recipeOf(dockerfile: string): Omit<Recipe, "files"> {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "");
  const starts = lines.flatMap((line, i) => (line.startsWith("FROM ") ? [i] : []));
  const found = starts.map((start, i) => lines.slice(start, starts[i + 1]));
  const deeds = found.map((stage) => stage.filter((line) => !saidOnly.test(line)).map(withoutDetails));
  if (JSON.stringify(deeds) !== JSON.stringify(stages))
    throw new Error(`Dockerfile does what e2e/parts/image.ts does not pack: ${JSON.stringify(deeds)}`);
  const last = found.at(-1) ?? [];
  const said = (instruction: string): string => {
    const line = last.find((each) => each.startsWith(`${instruction} `));
    if (line === undefined) throw new Error(`Dockerfile's last stage has no ${instruction}`);
    return line.slice(instruction.length + 1);
  };
  const list = (instruction: string): string[] => JSON.parse(said(instruction)) as string[];
  return {
    config: {
      Env: said("ENV").split(" "),
      Entrypoint: list("ENTRYPOINT"),
      Cmd: list("CMD"),
      User: said("USER"),
      WorkingDir: said("WORKDIR"),
    },
    npm: (lines.find((line) => line.startsWith("RUN npm ")) ?? "").split(" ").slice(2),
  };
}

/** npm's flags and the folder are read above: they may change. */
const withoutDetails = (line: string): string => line.replace(/^(WORKDIR|RUN npm ci) .*$/, "$1");

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
