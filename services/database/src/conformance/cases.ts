import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What one statement must give: a value in the language's notation, any value, or an error's text. */
export type Expected =
  | { readonly value: string }
  | { readonly any: true }
  | { readonly error: string }
  /** The text does not parse; this is the first line of what is said of it. */
  | { readonly refusal: string };

/** A program and what each of its statements must give. */
export interface ConformanceCase {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly expected: readonly Expected[];
}

const folder = join(import.meta.dirname, "../../../../e2e/conformance/surrealql");

/** All cases of all files; their format is described in e2e/conformance/README.md. */
export function readCases(): readonly ConformanceCase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".surql"))
    .toSorted()
    .flatMap((file) => casesOf(file, readFileSync(join(folder, file), "utf8")));
}

/** The cases of one file: each begins with a line `-- # title`. */
export function casesOf(file: string, text: string): readonly ConformanceCase[] {
  const cases: ConformanceCase[] = [];
  let title: string | undefined;
  let lines: string[] = [];
  const finish = (): void => {
    if (title !== undefined) cases.push({ file, title, text: lines.join("\n"), expected: expectations(lines) });
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("-- # ")) {
      finish();
      title = line.slice("-- # ".length);
    } else lines.push(line);
  }
  finish();
  return cases;
}

/** `--> value`, continued by lines `--|`; `--?` any value; `--! error`; `--!! refusal`. */
function expectations(lines: readonly string[]): readonly Expected[] {
  const expected: Expected[] = [];
  for (const line of lines) {
    const last = expected.at(-1);
    if (line.startsWith("--!! ")) expected.push({ refusal: line.slice(5) });
    else if (line.startsWith("--! ")) expected.push({ error: line.slice(4) });
    else if (line.startsWith("--> ")) expected.push({ value: line.slice(4) });
    else if (line.startsWith("--?")) expected.push({ any: true });
    else if (line.startsWith("--|") && last !== undefined && "value" in last) {
      expected[expected.length - 1] = { value: `${last.value}\n${line.slice(3)}` };
    } else if (line.startsWith("--|") && last !== undefined && "error" in last) {
      expected[expected.length - 1] = { error: `${last.error}\n${line.slice(3).trimStart()}` };
    }
  }
  return expected;
}
