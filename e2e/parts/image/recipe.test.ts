import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readRecipe, recipeOf } from "./recipe.ts";

const checkout = join(import.meta.dirname, "../../..");

describe("the recipe of the image", () => {
  it("is what Dockerfile says", async () => {
    const { config, npm } = await readRecipe(checkout);
    expect(config).toMatchObject({ Entrypoint: ["loci-server"], Cmd: ["--help"], User: "65532:65532", WorkingDir: "/opt/loci" });
    expect(config.Env).toContain("HOME=/tmp");
    expect(npm.slice(0, 3)).toEqual(["ci", "--omit=dev", "--ignore-scripts"]);
    expect(npm.filter((_, i) => npm[i - 1] === "--workspace")).toEqual(["services/server", "services/cli", "workflows"]);
  });

  it.each([
    ["runs more in the last stage", "USER ", "RUN apt-get update\nUSER "],
    ["copies more", "USER ", "COPY docs /opt/loci/docs\nUSER "],
    ["runs more where packages come from", "\nFROM node:24-slim AS bundles", "RUN rm -rf docs\nFROM node:24-slim AS bundles"],
    ["no longer bundles the operator", "RUN node operator/bundle.ts\n", ""],
  ])("is refused when Dockerfile %s: nothing here would pack it", async (_what, from, to) => {
    const text = await readFile(join(checkout, "Dockerfile"), "utf8");
    expect(text).toContain(from);
    expect(() => recipeOf(text.replace(from, to))).toThrow("does not pack");
  });
});

describe("what goes into the image", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-recipe-"));
    const files = {
      Dockerfile: await readFile(join(checkout, "Dockerfile"), "utf8"),
      ".dockerignore": "# All.\n**\n!package.json\n!services\n**/*.test.ts\n**/node_modules\nservices/dist\n",
      "package.json": "{}",
      "README.md": "",
      "services/README.md": "",
      "services/a/b.ts": "",
      "services/a/b.test.ts": "",
      "services/a/node_modules/c.ts": "",
      "services/dist/d.ts": "",
      "services-of-others/e.ts": "",
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is what .dockerignore leaves, where the last rule that names a file or a folder above it decides", async () => {
    expect((await readRecipe(folder)).files).toEqual(["package.json", "services/README.md", "services/a/b.ts"]);
  });

  it("is sources and licences of this checkout, and no tests", async () => {
    const { files } = await readRecipe(checkout);
    for (const one of ["LICENSE", "NOTICE", "package-lock.json", "services/server/bin/loci-server.js", "operator/bundle.ts"])
      expect(files).toContain(one);
    expect(files.filter((file) => /\.(test|e2e)\.ts$|node_modules|^(docs|e2e|charts|bench)\//.test(file))).toEqual([]);
  });
});
