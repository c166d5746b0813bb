import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { openHistory } from "./history.ts";

const newFile = async () => join(await mkdtemp(join(tmpdir(), "loci-history-")), "loci", "history");

describe("the history of the repl", () => {
  it("is kept between runs, newest first, in a file of the owner's alone", async () => {
    const file = await newFile();
    const history = await openHistory(file, []);
    for (const line of ["first", "second", "second", "  "]) await history.add(line);
    expect((await openHistory(file, [])).lines).toEqual(["second", "first"]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("holds no key", async () => {
    const file = await newFile();
    await (await openHistory(file, ["my-own-secret"])).add("/remember my-own-secret loci_ck_0123456789abcdef");
    expect(await readFile(file, "utf8")).toBe("/remember [key] [key]\n");
  });

  it("keeps the newest thousand lines", async () => {
    const file = await newFile();
    await (await openHistory(file, [])).add("x");
    await writeFile(file, Array.from({ length: 1_500 }, (_, i) => `line ${i}\n`).join(""));
    const { lines } = await openHistory(file, []);
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, "line 1499", "line 500"]);
    expect((await readFile(file, "utf8")).split("\n")).toHaveLength(1_001);
  });
});
