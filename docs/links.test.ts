import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { linkTarget, pages, root } from "./testing/markdown.ts";

const all = pages();
const byPath = new Map(all.map((page) => [page.path, page]));

describe("the documentation", () => {
  it("has no link that leads nowhere", () => {
    const broken = all.flatMap((page) =>
      page.links.flatMap(({ target, line }) => {
        const to = linkTarget(page, target);
        if (to === undefined) return [];
        const isThere = existsSync(join(root, to.file));
        const anchors = byPath.get(to.file)?.anchors;
        const isFound = isThere && (to.anchor === "" || anchors === undefined || anchors.has(to.anchor));
        return isFound ? [] : [`${page.path}:${line} ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it("leads from its index to every page", () => {
    const linked = new Set(
      (byPath.get("docs/README.md")?.links ?? []).map(({ target }) => join("docs", target.split("#")[0] ?? "")),
    );
    expect(all.map(({ path }) => path).filter((path) => /^docs\/.+\//.test(path) && !linked.has(path))).toEqual([]);
  });

  it("has JSON that can be read", () => {
    for (const page of all)
      for (const block of page.blocks) if (block.language === "json") expect(() => JSON.parse(block.text) as unknown).not.toThrow();
  });

  it("keeps its concepts short", () => {
    const long = all.filter(({ path, lines }) => path.startsWith("docs/concepts/") && lines > 120);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});
