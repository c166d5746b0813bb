/** In what and on what somebody or something is: "in her third semester", "on the payments team", "in the tin on top of the wardrobe". */
import type { Draft } from "../rule.ts";
import type { OpenReading } from "./draft.ts";
import { properName } from "./names.ts";
import { nounPhrase } from "./phrase.ts";
import { childOf, wordAt, type Tree } from "./tree.ts";

/** "in the blue tin on top of the wardrobe" is one place. */
export function inARow(parts: readonly { readonly prep: string; readonly drafts: readonly Draft[] }[]): Draft[] {
  const found: Draft[] = [];
  for (const { prep, drafts } of parts)
    for (const one of drafts) {
      const at = found.findIndex(({ key }) => key === one.key && /(?:^|_)location$/.test(key));
      const before = found[at];
      if (before?.value === undefined || one.value === undefined) found.push(one);
      else if (!before.value.includes(one.value)) found[at] = { ...before, value: `${before.value} ${prep} ${one.value}` };
    }
  return found;
}

/** "third semester of geology": with what it is a stage of. */
export function stageOf(tree: Tree, object: number): string {
  const of = tree.words[object + 1]?.lower === "of" ? childOf(tree, object + 1, "pobj") : undefined;
  const stage = nounPhrase(tree, object, { dates: true });
  return of === undefined || stage.includes(" of ") ? stage : `${stage} of ${nounPhrase(tree, of)}`;
}

/** How far somebody is with what takes years. */
export const stages = /^(?:kindergarten|semester|trimester|term|grade|year|form|class|month|week|phase|stage|final)$/;

export const editions =
  /^(?:version|release|plan|tier|tariff|subscription|contract|schedule|rota|shift|diet|medication|dose|payroll)$/;
const groups =
  /(?:team|squad|crew|board|committee|council|panel|jury|staff|desk|project|force|group|cast|side|programme|program)$/i;

/** "on the payments team" is a team; "on version 3.14 of the API" is that. */
export function onWhat({ tree }: OpenReading, object: number): string {
  const { lower } = wordAt(tree, object);
  if (editions.test(lower)) return lower;
  return groups.test(lower) || properName(tree, object) ? "team" : "is_on";
}
