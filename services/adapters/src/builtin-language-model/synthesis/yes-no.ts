import { changeIn } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Chosen } from "./choose.ts";
import { coversAll } from "./relevance.ts";

const negation = /\b(?:not|no|never|without|cannot|none|neither|nor|no longer)\b|n['\u2019]t\b/i;

/** "Yes" or "No" to a question that asks for it, where what is chosen says so plainly; "" elsewhere. */
export function yesOrNo(asked: Asked, [best, ...others]: readonly Chosen[]): "" | "Yes" | "No" {
  if (asked.yesNo !== "so" || best === undefined || best.statement.disputed) return "";
  const { statement } = best;
  // What came later may say otherwise.
  if (others.some((other) => other.statement.knownAt > statement.knownAt)) return "";
  const isCovered = coversAll(asked, statement);
  if (statement.until !== "") return isCovered ? "No" : "";
  const text = statement.fact ? `${statement.fact.key} ${statement.fact.value}` : statement.text;
  if (!isCovered) return "";
  return negation.test(text) || (!statement.fact && changeIn(text) === "ends") ? "No" : "Yes";
}
