/** Whether what a record says holds, at the time that was asked for. */
import type { Timestamp } from "@loci/kernel";
import { sentencesOf } from "@loci/text";

/** The times against which an end is compared; "" for known time stands for now. */
export interface Moment {
  readonly known: Timestamp;
  readonly world: Timestamp;
}

/** The ends of a fact; "" where it has none. */
export interface Ends {
  readonly knownUntil: Timestamp;
  readonly validUntil: Timestamp;
  readonly closedValidUntil: Timestamp;
}

/** A fact that was read from a passage, or a denial (`ends` undefined), which holds. */
export interface ReadPart {
  readonly factId: string;
  /** The fact in words. */
  readonly text: string;
  readonly spanStart: number;
  readonly spanEnd: number;
  readonly ends: Ends | undefined;
  readonly endedBy: string;
  readonly uncertaintyIds: readonly string[];
}

export interface EndedPart extends Pick<ReadPart, "factId" | "text" | "spanStart" | "spanEnd" | "endedBy"> {
  readonly until: Timestamp;
}

export interface Standing {
  readonly kind: "current" | "ended" | "disputed" | "unread";
  readonly endedBy: readonly string[];
  readonly until: Timestamp;
  readonly endedParts: readonly EndedPart[];
}

/** The key under which what happened is kept that no other key fits. */
export const happeningKey = "event";

const wordsOfMore = 3;

export const current: Standing = { kind: "current", endedBy: [], until: "", endedParts: [] };

/** The moment that a look back asks for; the present where it asks for none. */
export function momentOf(view: Readonly<Record<"asOf" | "atInstant" | "validFrom", Timestamp>>, now: Timestamp): Moment {
  return { known: view.asOf, world: view.atInstant || view.validFrom || view.asOf || now };
}

/**
 * When a fact ended, "" where it has not by that moment: something took its place, or its time in the world is over. What was told to end
 * holds until then.
 */
export function endOf({ knownUntil, validUntil, closedValidUntil }: Ends, { known, world }: Moment): Timestamp {
  const isClosed = knownUntil !== "" && (known === "" || knownUntil <= known);
  if (isClosed && closedValidUntil !== "") return closedValidUntil <= world ? closedValidUntil : "";
  if (isClosed) return validUntil !== "" && validUntil < knownUntil ? validUntil : knownUntil;
  return validUntil !== "" && validUntil <= world ? validUntil : "";
}

export function factStanding(ends: Ends, endedBy: string, isDisputed: boolean, moment: Moment): Standing {
  const until = endOf(ends, moment);
  if (until !== "") return { kind: "ended", endedBy: endedBy === "" ? [] : [endedBy], until, endedParts: [] };
  return isDisputed ? { ...current, kind: "disputed" } : current;
}

/**
 * How a passage stands by what was read from it: `ended` where all of that has ended, and it says nothing beside. A sentence from which
 * nothing was read is not known to have ended: a passage with one stays, and so does one of which a part holds.
 */
export function passageStanding(text: string, parts: readonly ReadPart[], moment: Moment): Standing {
  if (parts.length === 0) return { ...current, kind: "unread" };
  const ended: EndedPart[] = [];
  let disputed = false;
  let holds = false;
  for (const { ends, uncertaintyIds, ...part } of parts.map((one) => within(text, one))) {
    const until = ends === undefined ? "" : endOf(ends, moment);
    if (until !== "") ended.push({ ...pick(part), until });
    else holds = true;
    if (until === "" && uncertaintyIds.length > 0) disputed = true;
  }
  const endedBy = [...new Set(ended.flatMap((part) => (part.endedBy === "" ? [] : [part.endedBy])))];
  if (!holds && !saysMore(text, ended)) {
    const until = ended.map((part) => part.until).reduce((a, b) => (a > b ? a : b), "");
    return { kind: "ended", endedBy, until, endedParts: ended };
  }
  return { kind: disputed ? "disputed" : "current", endedBy: [], until: "", endedParts: ended };
}

/** What was told with no span was told of the whole text. */
function within(text: string, part: ReadPart): ReadPart {
  return part.spanStart < 0 ? { ...part, spanStart: 0, spanEnd: text.length } : part;
}

function pick({ factId, text, spanStart, spanEnd, endedBy }: Omit<EndedPart, "until">): Omit<EndedPart, "until"> {
  return { factId, text, spanStart, spanEnd, endedBy };
}

/**
 * Whether a sentence of three words or more lies outside these parts, and is no question; or a clause of it that the facts do not tell, where
 * nothing but their time ran out: "First talk with Anselm as my manager today, Colette runs Lyon".
 */
function saysMore(text: string, parts: readonly EndedPart[]): boolean {
  return sentencesOf(text).some(({ start, end }) => {
    const sentence = text.slice(start, end);
    if (sentence.endsWith("?") || wordsOf(sentence).length < wordsOfMore) return false;
    const within = parts.filter((part) => part.spanStart < end && part.spanEnd > start);
    if (within.length === 0) return true;
    if (within.some(({ endedBy }) => endedBy !== "")) return false;
    const told = new Set(within.flatMap((part) => wordsOf(part.text)));
    return clausesIn(sentence).some((words) => words.length >= wordsOfClause && words.every((word) => !told.has(word)));
  });
}

/** A clause of fewer words that mean something by themselves may only say when, or how. */
const wordsOfClause = 3;
const longWord = 4;

function clausesIn(sentence: string): string[][] {
  return sentence
    .split(/[,;:\u2013\u2014]\s|\s-\s|\s(?:and|but|so)\s/u)
    .map((clause) => wordsOf(clause).filter((word) => word.length >= longWord && !ofTime.test(word)));
}

const ofTime =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|today|tonight|tomorrow|yesterday|this|next|last|from|until|till|since|week|weeks|month|months|year|years|morning|afternoon|evening|night|noon|with|while|because)$/;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
