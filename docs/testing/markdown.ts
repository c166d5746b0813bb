/** What the tests need to know of a Markdown page: its fenced blocks with the notes above them, its headings, its links. */
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(import.meta.dirname, "../..");

export interface Block {
  /** sh, ts, python, json, text … as the fence says. */
  readonly language: string;
  readonly text: string;
  /** The line of its first fence, from 1. */
  readonly line: number;
  /** `<!-- not run: reason -->` above it. */
  readonly notRun: string | undefined;
  /** `<!-- exits: 4 -->` above it: the exit code that the page promises. */
  readonly exits: number;
}

export interface Page {
  /** From the repository's root. */
  readonly path: string;
  /** `<!-- needs: server, python -->` at its top. */
  readonly needs: ReadonlySet<string>;
  readonly blocks: readonly Block[];
  /** As the forges name them: the anchors that a link may point at. */
  readonly anchors: ReadonlySet<string>;
  readonly lines: number;
  readonly links: readonly { readonly target: string; readonly line: number }[];
}

const note = /^<!-- (needs|not run|exits): (.+) -->$/;
const fence = /^( *)```(\w*)\s*$/;

/** Every page that people read: docs/, and the READMEs that promise commands. */
export function pages(): Page[] {
  const docs = globSync("docs/**/*.md", { cwd: root }).sort();
  return ["README.md", "examples/README.md", ...docs].map((path) => readPage(path, readFileSync(join(root, path), "utf8")));
}

export function readPage(path: string, source: string): Page {
  const blocks: Block[] = [];
  const links: { target: string; line: number }[] = [];
  const anchors = new Set<string>();
  const needs = new Set<string>();
  let above = new Map<string, string>();
  const lines = source.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, kind, said = ""] = note.exec(line) ?? [];
    if (kind === "needs") for (const need of said.split(",")) needs.add(need.trim());
    else if (kind !== undefined) above.set(kind, said);
    const [opening, indent = "", language = ""] = fence.exec(line) ?? [];
    if (opening !== undefined) {
      const from = at + 1;
      at = lines.findIndex((each, index) => index >= from && each.trim() === "```");
      if (at < 0) throw new Error(`${path}:${from}: the block is not closed`);
      const text = lines.slice(from, at).map((each) => each.slice(Math.min(indent.length, each.search(/\S|$/))));
      const exits = Number(above.get("exits") ?? 0);
      blocks.push({ language, text: text.join("\n"), line: from, notRun: above.get("not run"), exits });
    } else {
      const heading = /^#{1,6} (.+)$/.exec(line)?.[1];
      if (heading !== undefined) anchors.add(anchorOf(heading));
      for (const [, target = ""] of line.matchAll(/\]\(([^)\s]+)\)/g)) links.push({ target, line: at + 1 });
    }
    if (line.trim() !== "" && kind === undefined) above = new Map();
  }
  return { path, needs, blocks, anchors, links, lines: lines.length };
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Where a page's link leads, from the root; undefined where it leaves the repository. */
export function linkTarget(page: Pick<Page, "path">, target: string): { file: string; anchor: string } | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [file = "", anchor = ""] = target.split("#");
  return { file: file === "" ? page.path : relative(root, join(root, page.path, "..", file)), anchor };
}
