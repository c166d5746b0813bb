import { createHash } from "node:crypto";

/** What a trailer says of the lines before it. */
export function createTally() {
  const hash = createHash("sha256");
  const counts = new Map<string, number>();
  let lines = 0;
  return {
    add(line: string, type: string): void {
      hash.update(line).update("\n");
      counts.set(type, (counts.get(type) ?? 0) + 1);
      lines++;
    },
    lines: () => lines,
    /** Once, at the end. */
    total: () => ({ lines, counts: Object.fromEntries(counts), sha256: hash.digest("hex") }),
  };
}
