import type { EntityName } from "@loci/ports/language-model";
import type { Mention } from "./conversation.ts";
import { petKind, relationOf } from "./kinship.ts";
import type { ClauseFact } from "./read-clause.ts";

/** Whom or what the next pronoun means: the one that a clause named, or had, beside the speaker; nobody when it spoke of two. */
export function mentionIn(facts: readonly ClauseFact[], self: string): Mention | undefined {
  const named = new Map<string, EntityName>();
  for (const fact of facts)
    for (const entity of [fact.subject, fact.target]) if (entity && entity.name !== self) named.set(entity.name, entity);
  const [only, ...others] = named.values();
  if (only === undefined) return hadIn(facts);
  return others.length === 0 ? only : facts.at(-1)?.subject.name === self ? undefined : facts.at(-1)?.subject;
}

const isTitle = /^\p{Lu}\p{Ll}[\p{L}\p{N}-]*(?:\s\p{Lu}[\p{L}\p{N}-]*){0,2}$/u;

/** "We adopted a puppy": one thing without a name, which the next sentence may speak of. */
function hadIn(facts: readonly ClauseFact[]): Mention | undefined {
  const [said, ...more] = facts;
  // "User's project is called Heron": what the next sentence goes on about.
  if (said && more.length === 0 && !said.negated && isTitle.test(said.value) && relationOf(said.key) === undefined)
    return { type: "Thing", name: said.value };
  const had = facts.filter(
    ({ key, value, negated }) => !negated && value !== "" && /^(?:has|owns|pet|sibling|child|friend)$/.test(key),
  );
  const [one, ...others] = had;
  const noun =
    one?.value
      .toLowerCase()
      .split(/\s(?:from|in|at|with|for|of)\s/)[0]
      ?.split(" ")
      .at(-1) ?? "";
  if (one === undefined || others.length > 0 || !/^\p{L}+$/u.test(noun) || /[^s]s$/.test(noun)) return undefined;
  const type = petKind(noun) ? "Animal" : relationOf(noun) ? "Person" : "Thing";
  return { type, name: one.subject.name, owner: one.subject.type, possession: noun };
}
