/** A disk without room: a small tmpfs, which only root can mount. */
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { messagesIn, type World } from "./world.ts";

const canMount = process.platform === "linux" && process.getuid?.() === 0;

export function fullDisk(world: World): void {
  // Only root can mount a small disk.
  if (!canMount) return;
  describe("a full disk", () => {
    let disk: string;
    let documentId: string;
    const fill = () => writeFile(join(disk, "filler"), Buffer.alloc(1024 * 1024)).catch(() => undefined);
    const left = async () => (await readdir(disk, { recursive: true })).filter((name) => name !== "filler").toSorted();

    beforeAll(async () => {
      disk = join(world().folder, "disk");
      await mkdir(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]);
      const long = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(" ");
      const file = await world().file("long.txt", long);
      const { out } = await world().run(["documents", "upload", file, "--wait", "--json"]);
      documentId = (JSON.parse(out) as { id: string }).id;
    });
    beforeEach(async () => {
      for (const name of await readdir(disk)) await rm(join(disk, name), { recursive: true });
    });
    afterAll(() => void execFileSync("umount", [disk]));

    it("takes no half of a download or an export", async () => {
      for (const args of [
        ["documents", "download", documentId],
        ["contexts", "export"],
      ]) {
        const target = join(disk, "target");
        const { code, out, err } = await world().run([...args, "-o", target]);
        expect([code, out]).toEqual([1, ""]);
        expect(messagesIn(err)).toEqual([expect.stringMatching(/target cannot be written: ENOSPC: no space left/)]);
        expect(await left()).toEqual([]);
      }
    });

    it("keeps the profiles as they were", async () => {
      const changed = { XDG_CONFIG_HOME: disk };
      expect((await world().run(["login"], changed)).code).toBe(0);
      const before = await readFile(join(disk, "loci/config.toml"), "utf8");
      await fill();
      const { code, err } = await world().run(["config", "set", "context_id", "other"], changed);
      expect(code).toBe(1);
      expect(messagesIn(err)).toEqual([expect.stringMatching(/config\.toml cannot be written: ENOSPC.* It is as it was\./)]);
      expect(await readFile(join(disk, "loci/config.toml"), "utf8")).toBe(before);
      expect(await left()).toEqual(["loci", "loci/config.toml"]);
    });

    it("begins no recording, and ends one without ending the work", async () => {
      const lines = (...all: string[]) =>
        world().shell(`printf '%s\\n' ${all.map((line) => `'${line}'`).join(" ")} | loci repl --keep-going`);
      await fill();
      const refused = await lines(`/record ${disk}/a.jsonl`, "Who?");
      expect(refused.code).toBe(1);
      expect(refused.out).toContain("a.jsonl cannot be written: ENOSPC");
      expect(await left()).toEqual([]);
      await rm(join(disk, "filler"));
      const many = Array.from({ length: 200 }, (_, i) => `/recall ${"word ".repeat(40)}${i}`);
      const ended = await lines(`/record ${disk}/b.jsonl`, ...many, "/help");
      expect(ended.out.match(/b\.jsonl ends here, as it cannot be written: ENOSPC/g)).toHaveLength(1);
      expect(ended.out).toContain("/forget");
      expect(ended.out).toContain("1 of 202 lines failed");
      expect(await left()).toEqual(["b.jsonl"]);
    });

    it("is told of where stdout lies on it", async () => {
      const { code, out } = await world().shell(`loci contexts export > ${disk}/out.jsonl`);
      expect(code).toBe(1);
      expect(messagesIn(out)).toEqual([expect.stringContaining("the output cannot be written: ENOSPC")]);
    });
  });
}
