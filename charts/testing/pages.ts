/** What the pages about the chart show as YAML. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { Manifest } from "./manifests.ts";

const root = join(import.meta.dirname, "../..");

/** The documents in a page's blocks of YAML that have all of these keys. */
export function shownBy(page: string, keys: readonly string[]): Manifest[] {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(/```yaml\n(.*?)```/gs);
  return [...blocks]
    .flatMap(([, text = ""]) => parseAllDocuments(text).map((document) => document.toJS() as Manifest))
    .filter((document) => keys.every((key) => key in document));
}
