import type { EntityName } from "@loci/ports/language-model";
import type { Mention } from "./conversation.ts";
import { petKind, relationOf } from "./kinship.ts";
import type { ClauseFact } from "./read-clause.ts";
import { going } from "./open-reader/pronouns.ts";
import type { Token } from "./tokens.ts";

/** Whom or what the next pronoun means: the one that a clause named, or had, beside the speaker; nobody when it spoke of two. */
export function mentionIn(facts: readonly ClauseFact[], self: string): Mention | undefined {
  const named = new Map<string, EntityName>();
  for (const fact of facts)
    for (const entity of [fact.subject, fact.target]) if (entity && entity.name !== self) named.set(entity.name, entity);
  const [only, ...others] = named.values();
  if (only === undefined) return hadIn(facts);
  return others.length === 0 ? only : facts.at(-1)?.subject.name === self ? undefined : facts.at(-1)?.subject;
}

/**
 * The only person that a sentence names from which nothing was read of them: "Spoke to Aoife at the tax office. She's our case handler."
 */
export function personNamed(tokens: readonly Token[], facts: readonly ClauseFact[], self: string): Mention | undefined {
  if (facts.some(({ subject, target }) => subject.name !== self || (target && target.name !== self))) return undefined;
  const names = tokens.flatMap((token, i) => {
    if (!/^NNP$/.test(token.tag) || !/^(?:nsubj|nsubjpass|dobj|pobj|dative|appos|conj|poss)$/.test(token.label)) return [];
    const isPerson = (token.name === "PERSON" && !isGoal(tokens, token)) || (token.name === "" && isMet(tokens, token));
    let from = i;
    while (tokens[from - 1]?.head === i && tokens[from - 1]?.label === "compound" && /^NNP$/.test(tokens[from - 1]?.tag ?? ""))
      from -= 1;
    const name = tokens
      .slice(from, i + 1)
      .map(({ text }) => text)
      .join(" ");
    return isPerson && token.label !== "poss" ? [name] : token.name === "PERSON" ? [""] : [];
  });
  const [only, ...others] = names;
  return only === undefined || only === "" || others.length > 0 || only === self ? undefined : { type: "Person", name: only };
}

/** "commutes to Rotterdam" */
function isGoal(tokens: readonly Token[], { label, head }: Token): boolean {
  const preposition = tokens[head];
  return label === "pobj" && preposition?.lower === "to" && going.test(tokens[preposition.head]?.lemma ?? "");
}

/** "Spoke to Aoife", "met Aoife": whom one speaks to or meets is a person, whatever the name finder knows. */
function isMet(tokens: readonly Token[], { head, label }: Token): boolean {
  const governor = tokens[head];
  // "met Ana and Eva"
  if (label === "conj" && governor !== undefined && governor.tag === "NNP" && governor.label !== "conj")
    return isMet(tokens, governor);
  const verb =
    label === "dobj"
      ? governor
      : label === "pobj" && /^(?:to|with)$/.test(governor?.lower ?? "")
        ? tokens[governor?.head ?? 0]
        : undefined;
  return verb !== undefined && /^(?:speak|talk|meet|chat|introduce|call|phone|interview|thank|ask|email|text)$/.test(verb.lemma);
}

/** "does not work on Fridays": no next sentence goes on about those. */
const isDay =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)\b/;
const isTitle = /^\p{Lu}\p{Ll}[\p{L}\p{N}-]*(?:\s\p{Lu}[\p{L}\p{N}-]*){0,2}$/u;

/** "We adopted a puppy": one thing without a name, which the next sentence may speak of. */
function hadIn(facts: readonly ClauseFact[]): Mention | undefined {
  const [said, ...more] = facts;
  // "User's project is called Heron": what the next sentence goes on about.
  const isNamed = said !== undefined && isTitle.test(said.value) && !isDay.test(said.value);
  if (isNamed && more.length === 0 && !said.negated && relationOf(said.key) === undefined)
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
