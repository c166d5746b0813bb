import { normaliseName } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { analyse, questionFocus } from "@loci/text";

/**
 * A name that the request holds: whatever matches has to hold all of its terms, or to belong to one of the entities of that name.
 */
export interface AskedName {
  readonly terms: readonly string[];
  /** Entities of this name; none where it is not known. */
  readonly entityIds: ReadonlySet<string>;
}

/** What is to be forgotten, as it is looked for. */
export interface Forgetting {
  /** What is left when the request's own words ("forget everything I said about …") are taken away. */
  readonly subject: string;
  /** The terms that it is about, without those of names. */
  readonly terms: readonly string[];
  readonly names: readonly AskedName[];
  /** It speaks of who asks ("my address") and of nobody else. */
  readonly isOwn: boolean;
}

const things = "memor(?:y|ies)|facts?|information|info|details?|things?|data|mentions?|statements?";
const openers: readonly RegExp[] = [
  /^(?:please|kindly)\s+/i,
  /^(?:forget|delete|erase|remove|purge)\s+/i,
  /^(?:everything|anything|whatever|what|all)\s+/i,
  new RegExp(`^(?:the |any |of |my )*(?:${things})\\s+(?=(?:that|which|about|of|on|i|we|you|regarding|concerning)\\b)`, "i"),
  /^(?:that\s+|which\s+)?(?:i|we|you)\s+(?:(?:ever|have|had)\s+)*(?:said|told\s+you|mentioned|know|remember|wrote|learned)\s+/i,
  /^(?:about|regarding|concerning|related\s+to)\s+/i,
];
const firstPerson = /\b(?:i|me|my|mine|we|us|our|ours)\b/i;

/** @param known entities whose names the text holds, written in capitals or not */
export function readForgetting(text: string, known: readonly graph.FoundEntity[] = []): Forgetting {
  const subject = subjectOf(text);
  const focus = questionFocus(subject);
  const names = longestNames([...focus.names, ...known.map((entity) => entity.matchedName)]).flatMap((name): AskedName[] => {
    const terms = analyse(name);
    return terms.length === 0 ? [] : [{ terms, entityIds: new Set(ofThisName(name, known).map((entity) => entity.id)) }];
  });
  const ofNames = new Set(names.flatMap((name) => name.terms));
  const terms = [...new Set(focus.terms)].filter((term) => !ofNames.has(term));
  return { subject, terms, names, isOwn: names.length === 0 && speaksOfSelf(subject) };
}

/** Graph also knows entities by their first word: where somebody is called just so, Ann Lee is not Ann. */
function ofThisName(name: string, known: readonly graph.FoundEntity[]): graph.FoundEntity[] {
  const called = known.filter((entity) => normaliseName(entity.matchedName) === name);
  const exactly = called.filter((entity) => !normaliseName(entity.name).startsWith(`${name} `));
  return exactly.length > 0 ? exactly : called;
}

/** In normal form, each once: "Ann" within "Ann Lee" is not asked for, she is somebody else. */
function longestNames(written: readonly string[]): string[] {
  const names = [...new Set(written.map(normaliseName))];
  return names.filter((name) => !names.some((other) => other !== name && ` ${other} `.includes(` ${name} `)));
}

export function speaksOfSelf(text: string): boolean {
  return firstPerson.test(text.replace(/\bUS\b/g, ""));
}

/** Takes the request's own words away, as long as something is left to look for. */
function subjectOf(text: string): string {
  let rest = text.trim();
  for (let before = ""; before !== rest;) {
    before = rest;
    for (const opener of openers) {
      const shorter = rest.replace(opener, "");
      if (analyse(shorter).length > 0) rest = shorter;
    }
  }
  return rest;
}
