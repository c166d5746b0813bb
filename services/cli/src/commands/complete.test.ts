import { describe, expect, it } from "@jest/globals";
import { recorded, run } from "../testing/recorded.ts";

async function offered(...words: string[]): Promise<string[]> {
  const terminal = recorded();
  await run(["complete", "--", ...words], {}, terminal);
  return terminal.out.map((line) => line.split("\t")[0] ?? "");
}

describe("completion", () => {
  it("offers commands, and none of its own", async () => {
    expect(await offered("rec")).toEqual(["recall"]);
    expect(await offered("compl")).toEqual(["completion"]);
  });

  it("offers a group's subcommands", async () => {
    expect(await offered("--json", "documents", "d")).toEqual(["download", "delete"]);
  });

  it("offers flags, a command's own and those of all", async () => {
    expect(await offered("documents", "upload", "--w")).toEqual(["--wait"]);
    expect(await offered("recall", "x", "--co")).toEqual(["--context-id"]);
  });

  it("offers the values that a flag takes, and nothing for free text", async () => {
    expect(await offered("recall", "x", "--mode", "")).toEqual(["hybrid", "vector", "bm25", "graph"]);
    expect(await offered("recall", "x", "--limit", "")).toEqual([]);
    expect(await offered("completion", "z")).toEqual(["zsh"]);
  });

  it.each(["bash", "zsh", "fish"])("has a script for %s that asks loci itself", async (shell) => {
    const { code, out } = await run(["completion", shell]);
    expect(code).toBe(0);
    expect(out).toContain("loci complete --");
  });
});
