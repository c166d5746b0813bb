import { tellsOf } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Chosen } from "./choose.ts";
import { isAboutNamed, relevance } from "./relevance.ts";
import { isUnsure } from "./score.ts";
import type { Statement } from "./statements.ts";

/** Recall's first sources: what stands behind these is near nothing. */
const looked = 3;
/** Words of every day, and of how something is asked for, weigh less: what shares only these with a question is not near it. */
const leastWeight = 0.5;

/** Where nothing tells enough of what is asked: the statement that tells of some of it, of whom it asks; undefined where none does. */
export function nearest(asked: Asked, statements: readonly Statement[]): Chosen | undefined {
  const near = statements
    .filter((one) => one.source < looked && one.until === "" && !isUnsure(one.text) && isAboutNamed(asked, one))
    .filter((one) => tellsOfSome(asked, one))
    .map((statement) => ({ statement, told: relevance(asked, statement) }))
    .sort((a, b) => b.told - a.told || a.statement.source - b.statement.source);
  const [best] = near;
  return best && { statement: best.statement, sources: [best.statement.source] };
}

function tellsOfSome({ content }: Asked, { terms, told }: Statement): boolean {
  return content.some(({ term, weight, related, isType }) => {
    if (weight < leastWeight && !isType) return false;
    return terms.has(term) || [...related].some((other) => terms.has(other)) || tellsOf(term, told);
  });
}
