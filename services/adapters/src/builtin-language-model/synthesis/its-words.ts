import { analyse, changeIn, holdsAnswer } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Statement } from "./statements.ts";

/**
 * What is said in the place of a fact: the sentence that it was read from, where that holds what is asked for and the fact left it out. "User
 * prefers meetings before noon" was read as "prefers: meetings".
 */
export function inItsWords(asked: Asked, statement: Statement, statements: readonly Statement[]): Statement {
  const { fact, knownAt, until } = statement;
  if (fact === undefined || knownAt === "" || statement.disputed) return statement;
  const value = analyse(fact.value);
  const sentence = statements.find(
    (other) =>
      other.fact === undefined &&
      other.kind !== "fact" &&
      other.knownAt === knownAt &&
      other.until === until &&
      value.every((term) => other.terms.has(term)),
  );
  return sentence !== undefined && isRicher(asked, sentence, statement) ? sentence : statement;
}

function isRicher(asked: Asked, sentence: Statement, fact: Statement): boolean {
  // What follows an end in its text may say what is instead.
  if (asked.yesNo === "" && changeIn(fact.text) === "ends") return true;
  if (holdsAnswer(asked, sentence) === true && holdsAnswer(asked, fact) !== true) return true;
  return asked.content.some(
    ({ term, weight, related }) =>
      weight >= 1 && sentence.terms.has(term) && !fact.told.has(term) && ![...related].some((other) => fact.told.has(other)),
  );
}
