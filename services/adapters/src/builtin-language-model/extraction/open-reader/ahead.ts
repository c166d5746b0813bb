import type { DateExpression } from "../dates.ts";
import type { Draft } from "../rule.ts";
import { words } from "../words.ts";
import type { Clause } from "./clause.ts";
import { draft } from "./draft.ts";
import { verbPhrase } from "./phrase.ts";
import type { Tree } from "./tree.ts";

/** What goes on from the day on which it begins: "begins at Globex as a clerk on Monday". */
export const lasting: ReadonlySet<string> = new Set(
  words("job_title employer role owner team member_of lead leads manager residence location works_at works_as department"),
);

/** "Nadia will move to Dubai": where no day is said from which it holds, it is a plan, and ends nothing that is. */
export function asPlans(tree: Tree, clause: Clause, drafts: readonly Draft[], dates: readonly DateExpression[]): readonly Draft[] {
  if (clause.tense !== "future" || clause.passive || dates.some(({ role }) => role !== "vague")) return drafts;
  const isAhead = ({ key, subject, negated }: Draft) => lasting.has(key) && subject === undefined && negated !== true;
  if (!drafts.some(isAhead)) return drafts;
  const plan = draft("plans", verbPhrase(tree, clause.verb, { dates: true }), { time: "event" });
  return [...drafts.filter((one) => !isAhead(one)), ...plan];
}
