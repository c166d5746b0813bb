import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { walk, type Selection } from "./walk.ts";

describe("the files of a folder", () => {
  let folder: string;
  const everything: Selection = { include: [], exclude: [], hidden: false };
  const names = async (selection: Partial<Selection> = {}) =>
    (await walk(folder, { ...everything, ...selection })).files.map(({ name }) => name);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-walk-"));
    await mkdir(join(folder, "drafts/old"), { recursive: true });
    await mkdir(join(folder, ".git"));
    for (const file of ["a.md", "b.txt", ".env", ".git/config", "drafts/c.md", "drafts/old/d.md"])
      await writeFile(join(folder, file), file);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("are all but the hidden ones, by name", async () => {
    expect(await names()).toEqual(["a.md", "b.txt", "drafts/c.md", "drafts/old/d.md"]);
    expect(await names({ hidden: true })).toEqual([".env", ".git/config", "a.md", "b.txt", "drafts/c.md", "drafts/old/d.md"]);
  });

  it("are those that a glob means: of the name alone, or of the whole path", async () => {
    expect(await names({ include: ["*.md"] })).toEqual(["a.md", "drafts/c.md", "drafts/old/d.md"]);
    expect(await names({ include: ["drafts/*"] })).toEqual(["drafts/c.md"]);
    expect(await names({ include: ["**/*.md"], exclude: ["old"] })).toEqual(["a.md", "drafts/c.md"]);
    expect(await names({ exclude: ["drafts/"] })).toEqual(["a.md", "b.txt"]);
  });

  it("have an end where links make a loop, and name a link to nothing", async () => {
    await symlink("..", join(folder, "drafts/up"));
    await symlink("nowhere", join(folder, "gone"));
    await symlink("self", join(folder, "self"));
    const found = await walk(folder, everything);
    expect(found.files.map(({ name }) => name)).toEqual(["a.md", "b.txt", "drafts/c.md", "drafts/old/d.md"]);
    expect(found.leftOut).toEqual([{ file: "drafts/up", reason: "a link to a folder that was visited already" }]);
    expect(found.failed).toEqual([
      { file: "gone", reason: "a link: it is not there" },
      { file: "self", reason: "a link: it is a link to itself" },
    ]);
  });

  it("are none that a link finds outside of it", async () => {
    const home = await mkdtemp(join(tmpdir(), "loci-walk-home-"));
    await writeFile(join(home, "id_rsa"), "secret");
    await symlink(join(home, "id_rsa"), join(folder, "notes.md"));
    await symlink(home, join(folder, "more"));
    const found = await walk(folder, everything);
    expect(found.files.map(({ name }) => name)).toEqual(["a.md", "b.txt", "drafts/c.md", "drafts/old/d.md"]);
    expect(found.leftOut.map(({ file }) => file)).toEqual(["more", "notes.md"]);
    expect(found.leftOut[0]?.reason).toMatch(/^a link out of the folder/);
    await rm(home, { recursive: true, force: true });
  });

  it("are found in a linked folder once", async () => {
    await symlink("drafts", join(folder, "a-link"));
    expect((await walk(folder, everything)).files.map(({ name }) => name)).toEqual([
      "a.md",
      "b.txt",
      "drafts/c.md",
      "drafts/old/d.md",
    ]);
  });
});
