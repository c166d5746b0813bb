/** Processes of Loci whose clocks are wrong; see skewed-preload.ts. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a process is started with whose clock is ahead by so much, or behind; `others` is its environment otherwise. */
export function skewed(skewMs: number, others: Readonly<Record<string, string>> = {}): Record<string, string> {
  const preload = pathToFileURL(join(import.meta.dirname, "skewed-preload.ts")).href;
  return { ...others, NODE_OPTIONS: `${others["NODE_OPTIONS"] ?? ""} --import=${preload}`.trim(), LOCI_SKEW_MS: String(skewMs) };
}
