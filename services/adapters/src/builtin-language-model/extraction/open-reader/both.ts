/** Whom "they" and "both" mean where two people were named together. */
import type { Speakers } from "../subject.ts";
import { properName } from "./names.ts";
import { isUser, isUserSpokenOf, plainly, selfOf, type Who } from "./pronouns.ts";
import { conjunctsOf, wordAt, type Tree } from "./tree.ts";

/** "Ines is married to Karl. They met in Bergen", "Mia and Leo moved; both work remotely": each of the two; none where it is not clear who. */
export function bothOf(tree: Tree, i: number, speakers: Speakers): Who[] {
  const { lower, label } = wordAt(tree, i);
  if (!/^(?:they|both)$/.test(lower) || !/^nsubj/.test(label)) return [];
  const plurals = tree.words.some(({ tag, label: role }, at) => at < i && tag === "NNS" && /^(?:nsubj|dobj)/.test(role));
  if (plurals) return [];
  const here = tree.words.findIndex(({ tag, label: role }, at) => at < i && /^NNP/.test(tag) && /^nsubj/.test(role));
  if (here >= 0) {
    const names = conjunctsOf(tree, here).flatMap((one) => properName(tree, one) ?? []);
    const pair = names.length === 1 ? [...names, ...besideName(tree, here, i)] : names;
    return pair.length === 2 ? pair.map(({ name }) => plainly({ type: "Person", name })) : [];
  }
  if (tree.words.some(({ tag }, at) => at < i && /^NN/.test(tag))) return [];
  const [latest = []] = speakers.before ?? [];
  const people = latest.filter(({ type, possession }) => /^(?:Person|)$/.test(type) && possession === undefined);
  // "User has been married to Leila since 2012; they have no children."
  const [other, ...more] = people.filter(({ name }) => name !== speakers.self && !/^user$/i.test(name));
  if (more.length === 0 && other !== undefined && speakers.self !== "" && isUsersCouple(tree, i))
    return [selfOf(speakers), plainly({ type: "Person", name: other.name })];
  if (latest.length !== 2 || people.length !== 2 || !people.some(({ type }) => type === "Person")) return [];
  return people.map(({ name }) => plainly({ type: "Person", name }));
}

/** Whether the sentence right before told with whom the user lives. */
function isUsersCouple(tree: Tree, i: number): boolean {
  const before =
    tree.content
      .slice(0, wordAt(tree, i).start)
      .split(/[.!?;]\s/)
      .at(-2) ?? "";
  return (
    isUserSpokenOf(tree, i) && /\b(?:married|engaged|husband|wife|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)\b/i.test(before)
  );
}

/** "Sam is married to Lee and they": the only other name before the pronoun. */
function besideName(tree: Tree, subject: number, i: number): readonly { readonly name: string }[] {
  const others = tree.words.flatMap(({ tag, label, head }, at) =>
    at > subject && at < i && /^NNP/.test(tag) && label !== "compound" ? [{ at, label, governor: wordAt(tree, head).lower }] : [],
  );
  const [only, ...more] = others;
  const { head } = wordAt(tree, only === undefined ? subject : wordAt(tree, only.at).head);
  const isPair = only?.governor === "with" || (only?.governor === "to" && /^(?:married|engaged)$/.test(wordAt(tree, head).lower));
  if (only === undefined || more.length > 0 || only.label !== "pobj" || !isPair || isUser(tree, subject)) return [];
  const name = properName(tree, only.at);
  return name === undefined || !/^(?:Person)?$/.test(name.type ?? "") || /^(?:GPE|LOC|ORG)$/.test(wordAt(tree, only.at).name)
    ? []
    : [name];
}
