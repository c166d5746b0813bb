/** A page as one shell script: its blocks in their order, each announced, so that variables live on from one to the next. */
import type { Block, Page } from "./markdown.ts";

/** A line that no program of ours prints, before each block's output. */
const announced = "=== block at line";

export interface Script {
  readonly text: string;
  /** Programs that are not the shell's: written beside the script. */
  readonly files: Readonly<Record<string, string>>;
}

const programs: Readonly<Record<string, { readonly ending: string; readonly runs: string }>> = {
  ts: { ending: "ts", runs: "node" },
  python: { ending: "py", runs: "python" },
};

/** @param adapt what is changed in each block, such as the port */
export function scriptOf(page: Page, adapt: (text: string) => string): Script {
  const files: Record<string, string> = {};
  const parts = page.blocks.filter(isRun).map((block) => {
    const program = programs[block.language];
    if (program === undefined) return announce(block, adapt(block.text));
    const file = `line-${block.line}.${program.ending}`;
    files[file] = adapt(block.text);
    return announce(block, `${program.runs} ${file}`);
  });
  // What a block leaves running ends with its page.
  const stop = `trap 'code=$?; kill $(jobs -p) 2>/dev/null || true; wait || true; exit $code' EXIT`;
  return { text: ["set -eo pipefail", stop, ...parts, ""].join("\n"), files };
}

export function isRun(block: Block): boolean {
  return block.notRun === undefined && (block.language === "sh" || block.language in programs);
}

function announce(block: Block, commands: string): string {
  const start = `echo '${announced} ${block.line}'`;
  if (block.exits === 0) return `${start}\n${commands}`;
  return `${start}\nset +e\n(set -e\n${commands}\n)\ncode=$?\nset -e\n[ $code = ${block.exits} ] || { echo "exit code $code, not ${block.exits}"; exit 1; }`;
}

/** What each block printed, by its line. */
export function outputs(printed: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const part of printed.split(`${announced} `).slice(1)) {
    const end = part.indexOf("\n");
    found.set(Number(part.slice(0, end)), part.slice(end + 1));
  }
  return found;
}

/** Whether the output is what the page shows, from its beginning to its end: … stands for anything, and white space for any of it. */
export function shows(printed: string, expected: string): boolean {
  const pattern = expected
    .trim()
    .split("…")
    .map((piece) =>
      piece
        .split(/\s+/)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("\\s+"),
    )
    .join("[^]*?")
    .replaceAll("\\s+[^]*?", "\\s*[^]*?")
    .replaceAll("[^]*?\\s+", "[^]*?\\s*");
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
