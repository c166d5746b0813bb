/** Whose a fact is that a text tells by a relation: "My wife works for the ministry", where the wife is known to be Noriko. */
import { canonicalKey } from "../memory/families.ts";
import type { Name } from "../memory/model.ts";
import type { ProposedFact } from "../memory/proposal.ts";

/** Somebody who stands in a relation to another, and the words that said so. */
export interface Relative {
  readonly of: Pick<Name, "typeNorm" | "nameNorm">;
  readonly scopeSet: string;
  readonly key: string;
  /** The same for all entities that are one. */
  readonly id: string;
  readonly name: Name;
  /** The sentence, or more around it. */
  readonly sentence: string;
}

/** What is said of a relative: `wife_employer` of the wife. */
type SaidOf = Pick<ProposedFact, "subject" | "scopeSet" | "key" | "sentence">;

const mostWords = 3;
/** Relations whose nouns say less than the key: a sibling is a sister or a brother. */
const byNoun = new Set(
  "sibling child parent grandparent grandchild relative family friend roommate colleague mentor neighbour pet".split(" "),
);
const single = new Set(["spouse", "partner", "manager"]);
/** One may have several of them without saying which. */
const unsaid = new Set("friend colleague coworker mate teammate".split(" "));
const alike: readonly ReadonlySet<string>[] = [
  "mother mom mum mama mam mommy mummy",
  "father dad papa daddy",
  "grandmother grandma granny gran nana",
  "grandfather grandpa granddad grandad",
  "dog puppy pup",
  "cat kitten",
  "neighbour neighbor",
].map((nouns) => new Set(nouns.split(" ")));

/** Whether a text may tell something of a relative under this key. */
export function mayBeOfRelative({ key, sentence }: Pick<SaidOf, "key" | "sentence">): boolean {
  return rolesIn(key).some((role) => isPossessed(sentence, role));
}

/** Whether a relation under this key makes somebody whom texts may mean by its noun. */
export function isRelativeKey(key: string, target: Pick<Name, "typeNorm"> | undefined): boolean {
  return target !== undefined && /^(?:person|animal)$/.test(target.typeNorm) && !/^(?:former|ex|past|previous)_/.test(key);
}

/** Whose it is, and under which key; undefined where it is its subject's own, or may be of several. */
export function ofRelative(
  said: SaidOf,
  relatives: readonly Relative[],
): { readonly relative: Relative; readonly key: string } | undefined {
  for (const role of rolesIn(said.key)) {
    if (!isPossessed(said.sentence, role)) continue;
    const rest = said.key.slice(role.length + 1);
    if (rest === "name" || isCompound(said.sentence, role, rest)) return undefined;
    const own = relatives.filter(
      ({ of, scopeSet }) =>
        of.nameNorm === said.subject.nameNorm && of.typeNorm === said.subject.typeNorm && scopeSet === said.scopeSet,
    );
    const found = [...new Map(own.filter((one) => isCalled(one, role)).map((one) => [one.id, one])).values()];
    const [relative, ...others] = found;
    if (relative !== undefined) return others.length === 0 ? { relative, key: rest } : undefined;
  }
  return undefined;
}

/** What a key may begin with that is a relation, the longest first: "older_sister", "older". */
function rolesIn(key: string): string[] {
  const words = key.split("_");
  return Array.from({ length: Math.min(mostWords, words.length - 1) }, (_, i) => words.slice(0, i + 1).join("_")).reverse();
}

/** "my wife", "Tomas's older sister", "the wife of Tomas"; a mother-in-law is no mother. */
function isPossessed(sentence: string, role: string): boolean {
  const noun = spelled(role);
  return (
    new RegExp(`(?:\\b(?:my|our|his|her|their|your)|['\u2019]s?)(?: \\p{Ll}+){0,2} ${noun}${noLonger}`, "iu").test(sentence) ||
    new RegExp(`\\bthe ${noun} of `, "iu").test(sentence)
  );
}

const noLonger = String.raw`(?![\p{L}\p{N}]|-[\p{L}\p{N}]| in law)`;

function spelled(role: string): string {
  return role
    .split("_")
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
    .join("[ -]");
}

/** "My dog walker is Sam" says nothing of the dog, "my mother tongue is Czech" nothing of the mother. */
function isCompound(sentence: string, role: string, rest: string): boolean {
  return new RegExp(`${spelled(role)} ${spelled(rest)}(?: (?:is|are|was|were|has|had|will|became)\\b|['\u2019]s|:)`, "iu").test(
    sentence,
  );
}

function isCalled({ key, name, sentence }: Relative, role: string): boolean {
  if (unsaid.has(role)) return false;
  if (key === role || (single.has(key) && canonicalKey(role) === key)) return true;
  const nouns = alike.find((all) => all.has(role)) ?? [role];
  return byNoun.has(key) && [...nouns].some((noun) => isIntroduced(sentence, noun, name.name));
}

/** "my sister Ana", "our dog is called Pip", "Ana is my sister"; what joins two others ("and", "with") may not stand between. */
function isIntroduced(sentence: string, role: string, name: string): boolean {
  const called = literally(name.split(/\s+/).find((word) => !word.endsWith(".")) ?? name);
  const between = String.raw`(?:['\u2019]s)?[ ,:("\u2013-]{1,3}(?:(?!and |or |with |of )[\p{Ll}'\u2019.]{1,20},? ){0,5}(?:\p{Lu}\p{Ll}{0,3}\. ){0,2}["\u201c(]?`;
  return (
    new RegExp(`${spelled(role)}${between}${called}${noLonger}`, "iu").test(sentence) ||
    new RegExp(
      `${called}(?: \\p{Lu}\\S*){0,3}(?:,| is| was|['\u2019]s)+ (?:my|our|his|her|their|the|\\S+['\u2019]s)(?: \\p{Ll}+){0,2} ${spelled(role)}`,
      "u",
    ).test(sentence)
  );
}

function literally(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);
}
