import { datesIn } from "@loci/text";

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const dayMillis = 86_400_000;

/** "8 May 2023" for a timestamp; "" for what is none. */
export function sayDay(timestamp: string): string {
  const millis = Date.parse(timestamp);
  return Number.isNaN(millis) ? "" : day.format(millis);
}

/** What "yesterday" or "last month" in a sentence means that was said at a time: "7 May 2023"; "" where that is not certain. */
export function sayRelativeDate(sentence: string, saidAt: string): string {
  if (Number.isNaN(Date.parse(saidAt)) || /\d{4}/.test(sentence)) return "";
  const spans = datesIn(sentence, saidAt);
  const [span] = spans;
  if (!span || spans.length > 1) return "";
  const from = Date.parse(span.from);
  const days = (Date.parse(span.until) - from) / dayMillis;
  if (days === 1) return day.format(from);
  return days >= 28 && days <= 31 && new Date(from).getUTCDate() === 1 ? month.format(from) : "";
}
