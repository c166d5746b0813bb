/** Whom a clause is about that no rule takes for a subject. */
import type { Speakers } from "../../subject.ts";
import { kindOf } from "../names.ts";
import { nounPhrase } from "../phrase.ts";
import { plainly, type Who } from "../pronouns.ts";
import { childOf, childrenOf, wordAt, type Tree } from "../tree.ts";

/** Nouns that stand for nobody and nothing in particular. */
const nobody =
  /^(?:people|person|man|woman|men|women|guys?|folks|someone|somebody|everyone|everybody|thing|things|one|ones|lot|lots|way|reason|problem|fact|truth|point|idea|rest|same|question|answer|time|day|week|month|year|moment|weather|world|case|matter|others?|something|anything|nothing|everything|cause|part|half|couple|number|kind|sort|thanks|cats|dogs|kids|children|men|women)$/;

/**
 * "Invoices go out through Xero", "Construction starts in April": a noun without an article, taken for the thing of that name where the
 * speaker tells of it and names something else in the same clause. "A dog", "this", "people" are nobody in particular.
 */
export function looseSubject(tree: Tree, i: number, verb: number, { self }: Speakers): Who | undefined {
  const { tag, lower, name } = wordAt(tree, i);
  if (self === "" || !/^NNS?$/.test(tag) || nobody.test(lower) || /^(?:DATE|TIME|CARDINAL|PERCENT)$/.test(name)) return undefined;
  const det = childOf(tree, i, "det");
  if (det !== undefined && !/^the$/.test(wordAt(tree, det).lower)) return undefined;
  // "Last night's outage": a time owns nothing.
  const owner = childOf(tree, i, "poss");
  const isOwned = owner !== undefined && !/^(?:DATE|TIME)$/.test(wordAt(tree, owner).name);
  if (isOwned || childOf(tree, i, "relcl", "conj", "nummod") !== undefined) return undefined;
  if (owner === undefined && !namesMore(tree, i, verb)) return undefined;
  return plainly({ type: kindOf(lower) ?? "Thing", name: nounPhrase(tree, i, { owner: false }) });
}

/** Whether a name or a number stands in the clause behind the verb: what holds of all such things names none. */
function namesMore(tree: Tree, subject: number, verb: number): boolean {
  return (
    tree.words.some(
      (word, at) => at > verb && at !== subject && (/^NNPS?$/.test(word.tag) || (word.tag === "CD" && word.name !== "")),
    ) && !childrenOf(tree, verb, "aux").some((at) => /^(?:can|may|might|would|could|should)$/.test(wordAt(tree, at).lower))
  );
}
