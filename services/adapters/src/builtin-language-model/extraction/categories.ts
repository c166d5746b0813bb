import { words } from "./words.ts";
import type { MemoryCategory } from "@loci/kernel";

const identity = new Set(
  words(`
  given_name full_name nickname birth_date birthplace age origin nationality gender_identity pronouns religion
  grew_up_in spouse partner sibling child parent grandparent grandchild relative children siblings relationship_status
`),
);
const context = new Set("plans event goals status learning feeling".split(" "));

/** Where a key of the built-in extractor belongs: who somebody is, what passes, and all the rest, which is knowledge. */
export function categoryOf(key: string): MemoryCategory {
  if (identity.has(key)) return "identity";
  return context.has(key) ? "context" : "knowledge";
}
