/** What is said to hold only from a later day on. */
import { datesIn } from "./dates.ts";

const ahead = /\b(?:will|going to|next|upcoming|soon|planned|future|from when|tomorrow)\b/i;

/** Whether a question is of what is to come: what begins later answers it. */
export function asksAhead(question: string): boolean {
  return ahead.test(question);
}

/** Only what is said to begin, or to come: a date alone may be what is told ("the review is on 4 May"). */
const begins =
  /\b(?:from|as of|effective|starting|beginning|with effect)\b|\b(?:will|shall|going to|next)\b|['\u2019]ll\b|(?:\b(?:is|are|am)|['\u2019](?:m|s|re)) (?:moving|switching|changing|leaving|quitting|retiring|stepping|taking over|becoming|joining|starting|closing|handing)\b|\b(?:goes (?:up|down)|rises|increases|decreases|drops|falls|becomes|changes|moves|switches|retires|leaves|takes over)\b/i;
const dated =
  /\d|\b(?:next|tomorrow|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)\b/i;
const yearMillis = 366 * 86_400_000;

/** Whether a sentence said at one time tells what begins after another one. */
export function beginsAfter(sentence: string, saidAt: string, now: string): boolean {
  if (!begins.test(sentence) || !dated.test(sentence)) return false;
  const hasYear = /\b\d{4}\b/.test(sentence);
  // A day without a year is the next one of that name.
  if (!hasYear && Date.parse(now) - Date.parse(saidAt) > yearMillis) return false;
  const dates = datesIn(sentence, saidAt).filter(({ from }) => from !== "");
  const coming = dates.filter(({ from }) => from > saidAt);
  if (coming.length > 0) return coming.every(({ from }) => from > now);
  const [latest] = dates;
  return !hasYear && latest !== undefined && aYearLater(latest.from) > now;
}

function aYearLater(time: string): string {
  return `${Number(time.slice(0, 4)) + 1}${time.slice(4)}`;
}
