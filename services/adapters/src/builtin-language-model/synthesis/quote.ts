import { changeIn, holdsAnswer } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Statement } from "./statements.ts";

const maxQuote = 300;
const fewWords = 4;

/**
 * A sentence as it is quoted: with those around it where it alone is too short, does not hold what is asked for, or only says that something
 * has ended. "New roommate! Pavla, from Olomouc."
 */
export function quoted(asked: Asked, statement: Statement, statements: readonly Statement[]): Statement {
  if (statement.kind === "fact") return statement;
  const around = statements.filter(({ source, until }) => source === statement.source && until === statement.until);
  let from = around.indexOf(statement);
  let to = from;
  const textOf = () =>
    around
      .slice(from, to + 1)
      .map(({ text }) => text)
      .join(" ");
  const isLacking = () => {
    const text = textOf();
    if (holdsAnswer(asked, { text }) === false) return true;
    return text.split(" ").length < fewWords || (from === to && changeIn(text) === "ends");
  };
  while (isLacking()) {
    const before = from;
    const behind = to;
    if (to + 1 < around.length) to++;
    else if (from > 0) from--;
    if (textOf().length > maxQuote) [from, to] = [before, behind];
    if (from === before && to === behind) break;
  }
  return { ...statement, text: textOf() };
}
