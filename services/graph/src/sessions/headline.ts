/** What a session is called in lists, and how it begins: read from its first turns each time, so that both are gone with them. */
import type { TurnRole } from "@loci/kernel";
import { analyse, isLightTerm, sentencesOf, withoutLead } from "@loci/text";
import { withoutMarks } from "../memory/withholding.ts";

/** How many turns, and of each how many characters, are enough to tell. */
export const readFor = { turns: 8, characters: 600 };
const longestTitle = 60;
const longestPreview = 160;

export interface FirstTurn {
  readonly role: TurnRole;
  /** At most `readFor.characters` of it. */
  readonly content: string;
}

export interface Headline {
  /** The first words of a user that say something, at most 60 characters; "" where nothing was said. */
  readonly title: string;
  /** How it goes on, at most 160 characters; "" where it does not. */
  readonly preview: string;
}

/** @param turns the first ones that the reader sees, in their order */
export function headlineOf(turns: readonly FirstTurn[]): Headline {
  const said = turns.map(({ role, content }) => ({ role, text: plain(content) })).filter(({ text }) => text !== "");
  const users = said.filter(({ role }) => role === "user");
  const spoken = [...users, ...said.filter(({ role }) => role !== "user")];
  const first = spoken.find(({ text }) => tellingPart(text) !== undefined) ?? spoken[0];
  if (first === undefined) return { title: "", preview: "" };
  const told = tellingPart(first.text) ?? first.text;
  const title = cut(told.slice(0, sentencesOf(told)[0]?.end), longestTitle);
  const rest = told.slice(told.startsWith(title) ? title.length : title.length - ellipsis.length).replace(/^[\s,;:]+/u, "");
  const later = said.slice(said.indexOf(first) + 1).filter(({ role }) => role === "user" || role === "assistant");
  return {
    title,
    preview: cut([rest, ...later.map(({ text }) => text)].filter((part) => part !== "").join(" · "), longestPreview),
  };
}

/** The text from its first sentence on that says something; undefined where none does. */
function tellingPart(text: string): string | undefined {
  return sentencesOf(text)
    .map(({ start }) => withoutLead(text.slice(start).replace(address, "")))
    .find((from) => saysSomething(from.slice(0, sentencesOf(from)[0]?.end)));
}

/** "Dear Ms. Park,", "Hi Loci!" */
const address = /^(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear)(?: \p{Lu}[\p{L}.'\u2019-]*){1,3}[,!:]\s*/u;

function saysSomething(text: string): boolean {
  return analyse(withoutMarks(text)).some((term) => !isLightTerm(term));
}

/** One line, without marks of layout and without characters that would turn the line around. */
function plain(content: string): string {
  const whole = content.length < readFor.characters ? content : content.replace(/\[\p{L}*$/u, "");
  return whole
    .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\s]+/gu, " ")
    .replace(/^[\s#>*`_~|-]+/u, "")
    .trim();
}

const ellipsis = "\u2026";

/** At most so many characters, ended at a word where one ends in the later half. */
function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const kept = characters.slice(0, most - 1).join("");
  const space = kept.lastIndexOf(" ");
  const whole = (space >= kept.length / 2 ? kept.slice(0, space) : kept).trimEnd();
  return `${whole.replace(/[,;:]$/u, "")}${ellipsis}`;
}
