import { describe, expect, it } from "@jest/globals";
import { files, isTest, read, sources, workspaces } from "./repository.ts";

const bannedNames = new Set(["utils", "util", "helpers", "helper", "common", "misc", "shared", "core", "manager"]);

/** Longer than 400 lines, for a reason. */
const long = new Set(["services/text/src/concepts.ts" /* a word list */]);

/** Packages for others: their README is the page that a registry shows. */
const published = new Set(["clients/typescript"]);

describe("the rooms", () => {
  it.each(["services", ...workspaces.map((workspace) => workspace.folder)])(
    "%s tells in 10 to 30 lines what lives there",
    (folder) => {
      const readme = `${folder}/README.md`;
      expect(files).toContain(readme);
      const lines = read(readme).trimEnd().split("\n").length;
      expect(lines).toBeGreaterThanOrEqual(10);
      expect(lines).toBeLessThanOrEqual(published.has(folder) ? 80 : 30);
    },
  );

  it("have names that say what they are", () => {
    const banned = sources
      .filter((file) => !file.startsWith("protos/loci/"))
      .filter((file) => file.split("/").some((part) => bannedNames.has(part.replace(/\..*$/, ""))));
    expect(banned).toEqual([]);
  });

  it("hold no source file of more than 400 lines", () => {
    const tooLong = sources.filter(
      (file) => !file.endsWith(".proto") && !isTest(file) && !long.has(file) && read(file).split("\n").length > 401,
    );
    expect(tooLong).toEqual([]);
  });
});

describe("a workspace", () => {
  const root = JSON.parse(read("package.json")) as { devDependencies: Record<string, string> };
  const importPattern = /(?:^|\n)\s*(?:import|export)\b[^;"]*?from\s*"([^"]+)"|(?:^|\n)import\s*"([^"]+)"|import\("([^"]+)"\)/g;
  const packageOf = (specifier: string) =>
    specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");

  // Asked for where a cluster's settings name it; a dependency would bring its 170 MB to every laptop.
  const onlyInCluster = ["@loci/workflows"];

  it.each(workspaces.map((workspace) => [workspace.name, workspace] as const))(
    "%s declares what it imports",
    (_name, workspace) => {
      const missing = new Set<string>();
      for (const file of sources.filter((source) => source.startsWith(`${workspace.folder}/`) && /\.tsx?$/.test(source))) {
        for (const [, from, bare, lazy] of read(file).matchAll(importPattern)) {
          const specifier = from ?? bare ?? lazy ?? ".";
          const name = packageOf(specifier);
          if (lazy !== undefined && onlyInCluster.includes(lazy)) continue;
          if (specifier === "" || specifier.startsWith(".") || specifier.startsWith("node:") || name === workspace.name) continue;
          const ours = name.startsWith("@loci/");
          // Tests run inside the whole repository: the root brings their tools, and other rooms are there for real parts.
          const forTests = isTest(file) && (ours || name in root.devDependencies);
          const atBuild = workspace.isBundled || isTest(file) || !file.startsWith(`${workspace.folder}/src/`);
          const forDevelopers = atBuild && name in workspace.devDependencies;
          if (!(name in workspace.dependencies) && !forTests && !forDevelopers) missing.add(`${file}: ${name}`);
        }
      }
      expect([...missing]).toEqual([]);
    },
  );
});
