import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { exclusively } from "./installation.ts";

describe("an upgrade, alone in its installation", () => {
  let root: string;
  let lock: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "loci-installation-"));
    lock = join(root, "upgrade.lock");
    await mkdir(join(root, "versions"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it("lets no other in, and leaves nothing behind", async () => {
    const both = await exclusively(root, () => exclusively(root, async () => "both").catch(() => "one"));
    expect([both, existsSync(lock)]).toEqual(["one", false]);
  });

  it("waits for nobody who died, but lets one be who has only just begun", async () => {
    await writeFile(lock, "");
    await expect(exclusively(root, async () => "in")).rejects.toThrow("Another upgrade begins just now");
    await utimes(lock, 0, 0);
    expect(await exclusively(root, async () => "in")).toBe("in");
    await writeFile(lock, "999999999");
    expect(await exclusively(root, async () => "in")).toBe("in");
  });
});
