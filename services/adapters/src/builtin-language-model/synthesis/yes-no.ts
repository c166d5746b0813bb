import { changeIn, mayTellChange } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Chosen } from "./choose.ts";
import { coversAll } from "./relevance.ts";

const negation = /\b(?:not|no|never|without|cannot|none|neither|nor|no longer)\b|n['\u2019]t\b/i;
const former = /^(?:former|previous|past|ex)[ _]/;

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
  // "Rob sold his boat" denies that he has one; whether he sold it is asked by its own word.
  const isDeed = !statement.fact || /(?:^|_)event$/.test(statement.fact.key);
  const isOver = isDeed && changeIn(text) === "ends" && !asked.content.some(({ term }) => mayTellChange([term]));
  // "Does he still work for Nimbus?", of his former employer.
  const isFormer = asked.time.tense !== "former" && statement.fact !== undefined && former.test(statement.fact.key);
  const isDenied = negation.test(text) || isOver || isFormer;
  return isDenied !== isAgainst(asked, text) ? "No" : "Yes";
}

/** "Can Ella take penicillin?", where what is told is that she is (not) allergic to it: the other answer. */
function isAgainst(asked: Asked, text: string): boolean {
  return against.test(text) && !asked.content.some(({ term }) => against.test(term));
}

const against = /\b(?:allerg|intoleran|forbid|forbad|prohibit|banned)/i;
