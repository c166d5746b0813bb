/** The version of this client, as its package says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as { version: string };
  return version;
}
