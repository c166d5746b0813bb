import { createHash } from "node:crypto";
import type { Statement } from "@loci/ports/database";

/** A statement that keeps its plan under a name made of its text, where that is put together of parts: one plan serves for all values. */
export function planned(text: string, values: readonly unknown[]): Statement {
  return { name: `graph.${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text, values };
}
