/** Values that were cut short: what follows them in their clause, and no fact holds, belongs to them. */
import type { ClauseFact } from "../../read-clause.ts";
import type { OpenReading } from "../draft.ts";
import { isDate } from "../phrase.ts";
import { childrenOf, runOf, wordAt } from "../tree.ts";
import type { Coverage } from "./coverage.ts";

/** Keys whose value may be as long as what was said of it. */
const wide =
  /(?:^|_)(?:likes|dislikes|prefers|wants|does_not_want|needs|avoids|does|has|is|is_a|event|plans|task|reminder|job_title|diet)$/;

/** The fact with the phrases that follow its value in the text, where its key may hold them: "code samples", "in TypeScript". */
export function widened(fact: ClauseFact, { tree, clause }: OpenReading, { hasOpen }: Coverage): ClauseFact | undefined {
  if (fact.target !== undefined || fact.value === "" || !wide.test(fact.key)) return undefined;
  const start = tree.content.indexOf(fact.value, fact.start);
  const to = tree.words.findIndex((word) => word.start >= start + fact.value.length);
  if (start < 0 || to <= clause.verb) return undefined;
  const isShort =
    /^\S+(?:\s\S+)?$/.test(fact.value) &&
    /(?:^|_)(?:event|plans|does)$/.test(fact.key) &&
    !tree.words.some((word, i) => word.start >= start && i < to && /^NN/.test(word.tag));
  let end = to;
  for (const arg of childrenOf(tree, clause.verb, "prep", "npadvmod")) {
    // "be back", "went in": without its day it says next to nothing.
    const isTime = isDate(tree, arg);
    if (arg < end || (isTime ? !isShort : !hasOpen(arg))) continue;
    const run = runOf(tree, arg, (child) => /^(?:relcl|punct)$/.test(wordAt(tree, child).label));
    // What happened may be told on behind a comma.
    const isNext = run.from === end || (run.from === end + 1 && tree.words[end]?.text === "," && fact.key.endsWith("event"));
    if (!isNext) break;
    end = run.to;
  }
  if (end === to) return undefined;
  const value = tree.content.slice(start, wordAt(tree, end - 1).end);
  return value.length > maxValue ? undefined : { ...fact, value };
}

const maxValue = 160;
