import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { files, isTest, read, root, sources } from "./repository.ts";

const run = (args: readonly string[], input?: string) =>
  spawnSync(process.execPath, [...args], { cwd: root, encoding: "utf8", input });

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

  it("lets lint refuse an import against the direction of the rooms", () => {
    const specifiers = ["@loci/platform/call", "pg", "../../ports/src/database/port.ts"];
    const imports = specifiers.map((specifier) => `import "${specifier}";\n`).join("");
    const wrong = `${imports}export const seen = process.env;\n`;
    const args = [
      "node_modules/eslint/bin/eslint.js",
      "--format",
      "json",
      "--stdin",
      "--stdin-filename",
      "services/kernel/src/errors.ts",
    ];
    const [result] = JSON.parse(run(args, wrong).stdout) as { messages: { line: number; ruleId: string }[] }[];
    expect(result?.messages.map(({ line, ruleId }) => [line, ruleId])).toEqual([
      [1, "loci/import-directions"],
      [2, "loci/import-directions"],
      [3, "loci/import-directions"],
      [4, "no-restricted-syntax"],
    ]);
  });
});
