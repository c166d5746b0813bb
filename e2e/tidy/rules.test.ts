import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { files, isTest, read, root, sources } from "./repository.ts";

const run = (args: readonly string[]) => spawnSync(process.execPath, [...args], { cwd: root, encoding: "utf8" });

describe("the repository", () => {
  it("runs its tests as ES modules, not rewritten as CommonJS", () => {
    expect([typeof require, typeof module, typeof exports]).toEqual(["undefined", "undefined", "undefined"]);
    expect(import.meta.url).toMatch(/rules\.test\.ts$/);
  });

  it("holds generated files that are current", () => {
    expect(run(["protos/generate.ts", "--check"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("names no machine and no registry", () => {
    // Written in pieces, so that this file does not find itself.
    const patterns = [
      ["/wo", "rk/"],
      ["/ro", "ot/"],
      ["/ho", "me/[a-z]+/"],
      ["https?://regis", "try\\."],
      ["https?://pypi\\.", "org"],
    ];
    const found = new RegExp(patterns.map((pieces) => pieces.join("")).join("|"));
    expect(
      files.filter((file) => !file.endsWith(".json") || file === "package-lock.json").filter((file) => found.test(read(file))),
    ).toEqual([]);
  });

  it("leaves nothing unfinished and no test switched off", () => {
    const unfinished = new RegExp(["(?:^|\\s)(?://|\\*|--)\\s.*\\b(?:TO", "DO|FIX", "ME)\\b"].join(""), "m");
    const switchedOff = /\b(?:it|test|describe)\.(?:skip|only|todo)\b|\bx(?:it|describe)\(/;
    expect(sources.filter((file) => unfinished.test(read(file)))).toEqual([]);
    expect(
      files.filter((file) => isTest(file) && file !== "e2e/tidy/rules.test.ts").filter((file) => switchedOff.test(read(file))),
    ).toEqual([]);
  });
});
