/** Whom "they" and "both" mean where two people were named together. */
import type { Speakers } from "../subject.ts";
import { properName } from "./names.ts";
import { plainly, type Who } from "./pronouns.ts";
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
    return names.length === 2 ? names.map(({ name }) => plainly({ type: "Person", name })) : [];
  }
  if (tree.words.some(({ tag }, at) => at < i && /^NN/.test(tag))) return [];
  const [latest = []] = speakers.before ?? [];
  const people = latest.filter(({ type, possession }) => /^(?:Person|)$/.test(type) && possession === undefined);
  if (latest.length !== 2 || people.length !== 2 || !people.some(({ type }) => type === "Person")) return [];
  return people.map(({ name }) => plainly({ type: "Person", name }));
}
