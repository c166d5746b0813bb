import { resolveToward, type DateExpression } from "../dates.ts";
import type { ClauseFact } from "../read-clause.ts";
import type { Draft } from "../rule.ts";
import { lasting } from "./ahead.ts";
import type { Clause } from "./clause.ts";
import { wordAt, type Tree } from "./tree.ts";

type ValidTime = Pick<ClauseFact, "validFrom" | "validUntil" | "validPrecision">;
const unknownTime: ValidTime = { validFrom: "", validUntil: "", validPrecision: "" };

/** What begins with its day, and goes on: "starts at Globex", "moves to Oslo". */
const beginning = /^(?:starts?|begins?|joins?|moves?|transfers?|switche?s?|takes?(?:_over)?|becomes?|changes?)(?:_|$)/;
/** "was moved to 9 June": the day is what is said, not since when it holds. */
function isValueOf({ key, value = "" }: Draft, { text }: DateExpression): boolean {
  return dated.test(key) && value !== "" && text.toLowerCase().includes(value.toLowerCase());
}
const dated = /(?:^|_)(?:date|deadline|due|launch|release|day|time|starts?|ends?|expires?)$/;

const moving = /^(?:move|push|postpone|shift|delay|change|reschedule|slip|bring|extend|cut|raise|put|go|defer)$/;
/** "was pushed back from 1 May to 15 June": the first of the two is when it was to be before. */
function isOldTime(content: string, { role, end, text }: DateExpression, lemma: string): boolean {
  return (
    moving.test(lemma) &&
    role === "since" &&
    /^from\b/i.test(text) &&
    /^\s+(?:in)?to\s+(?:the\s+)?(?:\d|\p{Lu})/u.test(content.slice(end))
  );
}

/** "has terminated its contract effective 31 October": the next one, though it was done before. */
function isEffective(content: string, { start }: DateExpression): boolean {
  return /\beffective(?: (?:on|from|as of))? ?$/i.test(content.slice(Math.max(0, start - 24), start));
}

/** Since when and until when what a clause says holds: as its dates say, seen from when it was said. */
export function timeOf(
  draft: Draft,
  clause: Clause | undefined,
  dates: readonly DateExpression[],
  knownAt: string,
  tree: Tree,
): ValidTime {
  if (!clause || (draft.time ?? "none") === "none") return unknownTime;
  const { content } = tree;
  const future = clause.tense === "future" || /^(?:plans|reminder|task|appointment|decision)$/.test(draft.key);
  const present = clause.tense === "present" && !clause.perfect;
  // "On Monday I start": a day in the present is the next one, but for "since Monday".
  const sideOf = ({ role, text }: DateExpression) =>
    future || role === "until" || (present && !/^since\b/i.test(text)) ? "future" : clause.tense === "past" ? "past" : "any";
  const startsWith = beginning.test(draft.key) || (lasting.has(draft.key) && beginning.test(wordAt(tree, clause.verb).lemma));
  // "is paid on the 1st" may be on that of every month.
  const isEachMonth = ({ step }: DateExpression) =>
    step?.unit === "month" && present && !clause.progressive && !future && !startsWith;
  const resolved = dates
    .filter(
      (date) =>
        date.role !== "vague" &&
        !isEachMonth(date) &&
        !isValueOf(draft, date) &&
        !isOldTime(content, date, wordAt(tree, clause.verb).lemma),
    )
    .map((date) => resolveToward(date, isEffective(content, date) ? "future" : sideOf(date), knownAt));
  // "was renewed for five years" tells no beginning; "has run for five years" does.
  const isLength = (date: DateExpression) =>
    /^for\b/i.test(date.text) && !clause.perfect && !(clause.tense === "present" && clause.progressive);
  const begins = (date: DateExpression) =>
    (date.role === "since" && !isLength(date)) ||
    /\b(?:as of|starting|effective|beginning)(?: (?:on|from))? ?$/i.test(content.slice(Math.max(0, date.start - 24), date.start));
  const at = resolved.find((date) => date.role === "at" && !begins(date));
  const since = resolved.find(begins);
  const until = resolved.find((date) => date.role === "until");
  const validPrecision = (since ?? at ?? until)?.precision ?? "";
  if (validPrecision === "") return unknownTime;
  const iso = (millis: number | undefined) => (millis === undefined ? "" : new Date(millis).toISOString());
  if (draft.time === "event") return at ? { validFrom: iso(at.from), validUntil: iso(at.until), validPrecision } : unknownTime;
  // "I'm in Berlin this week" holds that week; "moved in May" and "will live there from May" begin then.
  // "is back from leave today": back from then on.
  const isBack =
    /(?:^|_)status$/.test(draft.key) && /^(?:back|home|out|over|closed|retired|married|well|recovered)\b/i.test(draft.value ?? "");
  const passing = at !== undefined && present && !startsWith && !(isBack && /^today$/i.test(at.text)) && at.relative;
  const from = since?.from ?? (at && (passing || startsWith || isBack || !present) ? at.from : undefined);
  const to = until?.until ?? (since?.isRange === true ? since.until : undefined) ?? (passing ? at.until : undefined);
  return from === undefined && to === undefined ? unknownTime : { validFrom: iso(from), validUntil: iso(to), validPrecision };
}
