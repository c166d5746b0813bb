import { describe, expect, it } from "@jest/globals";
import { readPage } from "./markdown.ts";
import { outputs, scriptOf, shows } from "./script.ts";

const source = [
  "<!-- needs: server -->",
  "# A page: how it is read",
  "See [the end](other.md#the-end).",
  "```sh",
  "echo one",
  "```",
  "```text",
  "one",
  "```",
  "<!-- not run: it needs another host -->",
  "```sh",
  "ssh elsewhere",
  "```",
  "<!-- exits: 3 -->",
  "```sh",
  "exit 3",
  "```",
  "1. In a list:",
  "   ```ts",
  "   console.log(1);",
  "   ```",
].join("\n");
const page = readPage("docs/page.md", source);

describe("a page", () => {
  it("is read with its blocks, notes, headings and links", () => {
    expect([...page.needs]).toEqual(["server"]);
    expect([...page.anchors]).toEqual(["a-page-how-it-is-read"]);
    expect(page.links).toEqual([{ target: "other.md#the-end", line: 3 }]);
    expect(page.blocks.map(({ language, notRun, exits }) => [language, notRun, exits])).toEqual([
      ["sh", undefined, 0],
      ["text", undefined, 0],
      ["sh", "it needs another host", 0],
      ["sh", undefined, 3],
      ["ts", undefined, 0],
    ]);
    expect(page.blocks.at(-1)?.text).toBe("console.log(1);");
  });

  it("becomes a script of what is to be run", () => {
    const { text, files } = scriptOf(page, (each) => each.replace("one", "two"));
    expect(text).toContain("echo two");
    expect(text).not.toContain("elsewhere");
    expect(files).toEqual({ "line-19.ts": "console.log(1);" });
  });

  it("tells its blocks' outputs apart", () => {
    expect([...outputs("=== block at line 4\none\n=== block at line 15\n")]).toEqual([
      [4, "one\n"],
      [15, ""],
    ]);
  });
});

describe("an output", () => {
  it.each([
    ["1.  Mina residence: Lisbon\n    attribute · 1.6", "1. Mina residence: Lisbon\n   …", true],
    ["a\nb\nc", "a\n…\nc", true],
    ["a c", "a … c", true],
    ["a (b)", "a (c)", false],
    ["key: loci_ck_1", "key: loci_ck_…", true],
    ["10", "0", false],
    ["a\nb", "a", false],
    ["a\nb\n", "…b", true],
  ])("%j shows %j: %s", (printed, expected, is) => expect(shows(printed, expected)).toBe(is));
});
