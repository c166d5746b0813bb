import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { replaceFile } from "./replace-file.ts";

describe("a file that is replaced", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-replace-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("has its new content, and the mode that was asked for", async () => {
    const file = join(folder, "below", "file");
    await replaceFile(file, "one", 0o644);
    await replaceFile(file, "two", 0o600);
    expect([await readFile(file, "utf8"), (await stat(file)).mode & 0o777]).toEqual(["two", 0o600]);
  });

  it("stays as it was where that fails, and nothing is left beside it", async () => {
    const taken = join(folder, "taken");
    await mkdir(taken);
    await writeFile(join(taken, "inside"), "kept");
    await expect(replaceFile(taken, "new", 0o600)).rejects.toThrow();
    expect([await readdir(folder), await readdir(taken)]).toEqual([["taken"], ["inside"]]);
  });
});
