import { normaliseName, normaliseType } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { analyse, isKindName, questionFocus } from "@loci/text";
import { readRequest } from "./request.ts";
import { codesIn, daysIn, nameWords } from "./tokens.ts";

/**
 * A name that the request holds: whatever matches has to hold all of its words in a row, or to belong to one of the entities of that name.
 */
export interface AskedName {
  readonly words: readonly string[];
  /** The terms of its words. */
  readonly terms: readonly string[];
  /** Entities of this name; none where it is not known. */
  readonly entityIds: ReadonlySet<string>;
  /** Somebody is called just so: where another name follows ("Ann Lee"), it is somebody else. */
  readonly isComplete: boolean;
}

/** What is to be forgotten, as it is looked for. */
export interface Forgetting {
  /** What is left when the request's own words ("forget everything I said about …") are taken away. */
  readonly subject: string;
  /** The terms that it is about, without those of names and days. */
  readonly terms: readonly string[];
  readonly names: readonly AskedName[];
  /** Numbers and codes, which are compared whole. */
  readonly codes: readonly string[];
  /** Days in the year. */
  readonly days: readonly string[];
  /** It speaks of who asks ("my address") and of nobody else. */
  readonly isOwn: boolean;
  /** It asks for all there is about something ("anything about my health"). */
  readonly isWide: boolean;
}

const firstPerson = /\b(?:i|me|my|mine|we|us|our|ours)\b/i;
/** Verbs that another takes the place of where the same is said in other words. */
const lightVerbs = new Set(["go", "get", "come", "take", "make", "give", "put", "be", "have", "do"]);
/** What the open reader calls a common noun by: no name, where it is written small. */
const commonType = "thing";

/** @param known entities whose names the text holds, written in capitals or not */
export function readForgetting(text: string, known: readonly graph.FoundEntity[] = []): Forgetting {
  const { subject, isWide } = readRequest(text);
  const focus = questionFocus(subject);
  const isName = (entity: graph.FoundEntity) => normaliseType(entity.entityType) !== commonType;
  const written = focus.names.filter((name) => daysIn(name).length === 0);
  const calledSo = Map.groupBy(known, (entity) => normaliseName(entity.matchedName));
  const names = longestNames([...written, ...known.filter(isName).map((entity) => entity.matchedName)]).flatMap(
    (name): AskedName[] => {
      const words = nameWords(name);
      const { called, isComplete } = ofThisName(name, calledSo.get(name) ?? []);
      const entityIds = new Set(called.map(({ id }) => id));
      return words.length === 0 ? [] : [{ words, terms: [...new Set(analyse(words.join(" ")))], entityIds, isComplete }];
    },
  );
  const days = daysIn(subject);
  const apart = new Set([...names.flatMap(({ words }) => words), ...days.map(({ written: day }) => day)].flatMap(analyse));
  const terms = [...new Set(focus.terms)].filter((term) => !apart.has(term));
  const heavy = terms.filter((term) => !lightVerbs.has(term));
  return {
    subject,
    terms: heavy.length > 0 ? heavy : terms,
    names,
    codes: [...new Set(codesIn(days.reduce((rest, { written: day }) => rest.replace(day, " "), subject)))],
    days: [...new Set(days.map(({ day }) => day))],
    isOwn: written.length === 0 && names.length === 0 && speaksOfSelf(subject),
    // "My religion" is whatever it is.
    isWide: isWide || (terms.length === 1 && terms.every(isKindName)),
  };
}

/** Graph also knows entities by their first word: where somebody is called just so, Ann Lee is not Ann. */
function ofThisName(name: string, called: readonly graph.FoundEntity[]) {
  const exactly = called.filter((entity) => !normaliseName(entity.name).startsWith(`${name} `));
  return { called: exactly.length > 0 ? exactly : called, isComplete: exactly.length > 0 };
}

/** In normal form, each once: "Ann" within "Ann Lee" is not asked for, she is somebody else. */
function longestNames(written: readonly string[]): string[] {
  const names = [...new Set(written.map(normaliseName))];
  // Looked for in one text that holds them all: pair by pair, the thousand names of a long list take a million comparisons.
  const all = names.map((name) => ` ${name} `).join("\n");
  let own = 0;
  return names.filter((name) => {
    const isAlone = all.indexOf(` ${name} `) === own && !all.includes(` ${name} `, own + 1);
    own += name.length + 3;
    return isAlone;
  });
}

export function speaksOfSelf(text: string): boolean {
  return firstPerson.test(text.replace(/\bUS\b/g, ""));
}
