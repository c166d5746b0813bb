import { normaliseName } from "@loci/kernel";
import type { ExtractionTurn } from "@loci/ports/language-model";
import { analyse, datesIn } from "@loci/text";

/** What the words of proposals are looked for in. */
export interface Source {
  /** Whether the value of a fact stands in its turn (numbers and dates in any spelling), or names a speaker. */
  hasValue(turn: number, value: string, key: string, span: { readonly start: number; readonly end: number }): boolean;
  /** Whether a name stands anywhere in what was read, or is a speaker's or a role's. */
  hasName(name: string): boolean;
}

/** An extraction may know a speaker without a name by the role; everything else has to be in the text. */
const roleNames = ["user", "assistant", "system", "tool"];
const numberWords =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
  "nineteen twenty";
const numbers: ReadonlyMap<string, string> = new Map(
  numberWords.split(" ").map((word, value) => [analyse(word)[0] ?? word, String(value)]),
);
const yesOrNo = new Set(["yes", "no", "true", "false"]);
const calendarDate = /^\d{4}(?:-\d{2}){1,2}(?:$|[T ])/;
/** How far around a span a date that it speaks of may stand. */
const dateReach = 200;

/** Prepares turns for looking up; a turn is analysed once, when it is first asked for. */
export function sourceOf(turns: readonly ExtractionTurn[]): Source {
  const speakers = wordsOf([...turns.map((turn) => turn.speaker), ...roleNames].join(" "));
  const contents = new Map<number, ReadonlySet<string>>();
  const wordsIn = (turn: number) => {
    const known = contents.get(turn) ?? wordsOf(turns[turn]?.content ?? "");
    contents.set(turn, known);
    return known;
  };
  const stands = (turn: number, text: string) => {
    const words = wordsOf(text);
    if (words.size === 0) return normaliseName(turns[turn]?.content ?? "").includes(normaliseName(text));
    return [...words].every((word) => speakers.has(word) || wordsIn(turn).has(word));
  };
  return {
    hasValue(turn, value, key, span) {
      if (yesOrNo.has(value.toLowerCase())) return [...wordsOf(key.replaceAll("_", " "))].some((word) => wordsIn(turn).has(word));
      return stands(turn, value) || (calendarDate.test(value) && saysDate(turns[turn], value, span));
    },
    hasName: (name) => turns.some((_turn, i) => stands(i, name)),
  };
}

/** The content words of a text, stemmed, numbers as digits. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(analyse(text).map((term) => numbers.get(term) ?? term));
}

/** Whether the text around a span names a time that includes the date, as "yesterday" does. */
function saysDate(
  turn: ExtractionTurn | undefined,
  value: string,
  span: { readonly start: number; readonly end: number },
): boolean {
  if (!turn) return false;
  const around = turn.content.slice(Math.max(0, span.start - dateReach), span.end + dateReach);
  const [wanted] = datesIn(value.slice(0, 10), turn.knownAt);
  return wanted !== undefined && datesIn(around, turn.knownAt).some((said) => said.from < wanted.until && wanted.from < said.until);
}
