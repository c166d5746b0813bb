/** What the question calls those whom the hits are about: by another name, an alias or a part of it. */
import { analyse } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { GraphLeg } from "../legs/graph.ts";
import type { Question } from "../question.ts";

/** By the id of an entity, and of a turn that tells something of it: the terms of the names that the question has for it. */
export type Called = ReadonlyMap<string, readonly string[]>;

export function calledBy({ entities, facts }: GraphLeg, { text, focus: { names } }: Pick<Question, "text" | "focus">): Called {
  const called = new Map<string, readonly string[]>();
  if (names.size === 0) return called;
  const add = (id: string, terms: readonly string[]) => called.set(id, [...(called.get(id) ?? []), ...terms]);
  for (const { id, matchedName } of entities) {
    const terms = analyse(matchedName).filter((term) => names.has(term));
    if (terms.length > 0 && standsAlone(matchedName, text)) add(id, terms);
  }
  for (const { turnId, entityId } of facts) {
    const terms = called.get(entityId);
    if (turnId !== "" && terms !== undefined) add(turnId, terms);
  }
  return called;
}

/** The terms of the question's names that mean what a hit is about. */
export function calledIn({ record }: CheckedHit, called: Called): readonly string[] {
  return called.get(record.key === "" ? record.turnId : record.entityId) ?? [];
}

/** Whether a name is no part of a longer one in the question: a Marco is not meant by "Marco Bianchi". */
function standsAlone(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, behind] = [text.slice(0, at), text.slice(at + name.length)];
    if (!/(?<=\S\s)\p{Lu}[\p{L}.'\u2019-]*\s$/u.test(before) && !/^\s\p{Lu}/u.test(behind)) return true;
  }
  return false;
}
