/** Folders and files as they are in the wild. */
import { execFileSync } from "node:child_process";
import { chmod, open, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { messagesIn, type World } from "./world.ts";

interface Report {
  readonly uploaded: readonly { readonly file: string }[];
  readonly known: readonly string[];
  readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

/** A text of that length whose end was never written: it takes no room on the disk. */
async function sparse(path: string, bytes: number): Promise<void> {
  const file = await open(path, "a");
  await file.truncate(bytes);
  await file.close();
}

export function oddFolders(world: World): void {
  describe("a folder of odd things", () => {
    it("is taken as far as it goes, and says of the rest why not", async () => {
      const names = ["with space.md", "new\nline.md", "größe 文.md", "-r.md", "quo'te\".md"];
      for (const name of names) await world().file(`odd/${name}`, `This is ${name}.`);
      const folder = dirname(await world().file("odd/bell\u0007.md", "A bell."));
      await world().file("odd/sub/inner.md", "Inner.");
      await symlink("..", join(folder, "sub/up"));
      await symlink("self", join(folder, "self"));
      await symlink("nowhere", join(folder, "dangling"));
      execFileSync("mkfifo", [join(folder, "pipe")]);
      const expected = (report: Report, done: "uploaded" | "known") => {
        const files = done === "known" ? report.known : report.uploaded.map(({ file }) => file);
        expect(files.toSorted()).toEqual([...names, "sub/inner.md"].toSorted());
        expect(report.leftOut.map(({ file }) => file).toSorted()).toEqual(["pipe", "sub/up"]);
        expect(Object.fromEntries(report.failed.map(({ file, reason }) => [file, reason]))).toEqual({
          "bell\u0007.md": "its name holds control characters; rename it",
          self: "a link: it is a link to itself",
          dangling: "a link: it is not there",
        });
      };
      const first = await world().run(["ingest", folder, "--json"]);
      expect(first.code).toBe(1);
      expected(JSON.parse(first.out) as Report, "uploaded");
      expected(JSON.parse((await world().run(["ingest", folder, "--json"])).out) as Report, "known");
      const { out, err } = await world().run(["ingest", folder]);
      expect(out + err).not.toContain("\u0007");
      expect(messagesIn(err)).toEqual(["loci: 3 files failed."]);
    });

    // Root may read every file.
    if (process.getuid?.() !== 0)
      it("goes on past a file that may not be read", async () => {
        const closed = await world().file("closed/closed.md", "Closed.");
        await world().file("closed/open.md", "Open.");
        await chmod(closed, 0);
        const { code, out } = await world().run(["ingest", dirname(closed), "--json"]);
        expect(code).toBe(1);
        expect(JSON.parse(out)).toMatchObject({ uploaded: [{ file: "open.md" }], failed: [{ reason: "it may not be read" }] });
      });

    it("may hold a file of 2 GB, which is refused before it is sent, and one of 200 MB, which the server refuses", async () => {
      const huge = await world().file("huge/huge.md", "x".repeat(10_000));
      const large = await world().file("huge/large.md", "y".repeat(10_000));
      await sparse(huge, 2_000_000_000);
      await sparse(large, 200_000_000);
      const upload = world().begin(["documents", "upload", huge]);
      expect(await upload.ended).toEqual({
        code: 2,
        out: "",
        err: `loci: ${huge} cannot be uploaded: it has 2.0 GB; the server takes 1000 MB at most.\n`,
      });
      const single = world().begin(["documents", "upload", large]);
      const { code, err } = await single.ended;
      expect(code).toBe(1);
      expect(messagesIn(err)).toEqual([expect.stringContaining("The file is longer than")]);
      const both = world().begin(["ingest", dirname(huge), "--json"]);
      expect(JSON.parse((await both.ended).out)).toMatchObject({
        uploaded: [],
        failed: [{ file: "huge.md" }, { file: "large.md", reason: "it has 200 MB; the server takes 105 MB at most" }],
      });
      for (const run of [upload, single, both]) expect(run.peakMb()).toBeLessThan(200);
      expect((await world().client.documents.list()).documents.map(({ filename }) => filename)).not.toContain("large.md");
    });
  });
}
