import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { root } from "./repository.ts";
import { wrongLines } from "./wrong-lines.ts";

const packages = join(root, "node_modules");
/** Away from the repository, oxlint finds the program that knows types on the PATH alone. */
const env = { ...process.env, PATH: `${join(packages, ".bin")}${delimiter}${process.env["PATH"] ?? ""}` };
const run = (script: string, args: readonly string[], { cwd = root, input = "" } = {}) =>
  spawnSync(process.execPath, [join(packages, script), ...args], { cwd, env, encoding: "utf8", input });

const eslint = "eslint/bin/eslint.js";
const oxlint = "oxlint/bin/oxlint";

/** What ESLint says of a file with this text. */
function found(file: string, text: string) {
  const { stdout } = run(eslint, ["--format", "json", "--stdin", "--stdin-filename", file], { input: text });
  const [result] = JSON.parse(stdout) as { messages: { line: number; ruleId: string | null }[] }[];
  return result?.messages.map(({ line, ruleId }) => [line, ruleId]);
}

describe("lint", () => {
  it("refuses an import against the direction of the rooms", () => {
    const specifiers = ["@loci/platform/call", "pg", "../../ports/src/database/port.ts"];
    const imports = specifiers.map((specifier) => `import "${specifier}";\n`).join("");
    expect(found("services/kernel/src/errors.ts", `${imports}export const seen = process.env;\n`)).toEqual([
      [1, "loci/import-directions"],
      [2, "loci/import-directions"],
      [3, "loci/import-directions"],
      [4, "no-restricted-syntax"],
    ]);
  });

  it("lets no comment silence it", () => {
    // Written in pieces, so that this file silences nothing.
    const comments = ["oxlint", "eslint"].flatMap((tool) => [`/* ${tool}-dis` + "able */", `// ${tool}-dis` + "able-next-line"]);
    expect(found("scripts/run.js", comments.join("\n"))).toEqual([
      [1, "loci/no-silencing-comments"],
      [2, "loci/no-silencing-comments"],
      [3, null],
      [4, null],
    ]);
  });

  it("refuses, for each rule that needs no table, a line that breaks it", () => {
    const folder = mkdtempSync(join(tmpdir(), "loci-lint-"));
    try {
      copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
      const tsconfig = { extends: join(root, "tsconfig.json"), compilerOptions: { types: [] }, include: ["*.ts"] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
      writeFileSync(join(folder, "thing.ts"), "export interface Thing {\n  readonly size: number;\n}\n");
      const fileOf = (rule: string) => `${rule.replace("/", ".")}.ts`;
      for (const [rule, lines] of Object.entries(wrongLines)) writeFileSync(join(folder, fileOf(rule)), `${lines}\n`);

      const { stdout } = run(oxlint, ["--format", "json"], { cwd: folder });
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
      const refused = new Set(diagnostics.map(({ code, filename }) => `${filename}: ${code}`));
      const rules = enforced(folder);
      const unproven = rules.filter((rule) => {
        const [plugin = "", name = ""] = rule.includes("/") ? rule.split("/") : ["eslint", rule];
        return !refused.has(`${fileOf(rule)}: ${plugin}(${name})`);
      });
      expect(unproven).toEqual([]);
      expect(Object.keys(wrongLines).filter((rule) => !rules.includes(rule))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The rules that oxlint's own reading of its configuration holds anybody to. */
function enforced(folder: string): string[] {
  const { overrides } = JSON.parse(run(oxlint, ["--print-config"], { cwd: folder }).stdout) as {
    overrides: { rules: Record<string, "allow" | "deny" | readonly ["deny", unknown]> }[];
  };
  return overrides.flatMap(({ rules }) => Object.keys(rules).filter((rule) => rules[rule] !== "allow"));
}
