import { normaliseName } from "@loci/kernel";

/**
 * The form under which two values are the same: numbers (`1,000.0` is `1000`), calendar dates (`1st May 2020` is `2020-05-01`), a
 * number with its unit (`5 km` is `5km`), and for all else case, white space and outer punctuation. What is ambiguous
 * (`03/04/2020`) or carries meaning in its spelling (`007`) stays text.
 */
export function normaliseValue(value: string): string {
  const text = normaliseName(value);
  if (text === "") return value.normalize("NFKC").trim().toLowerCase();
  return dateForm(text) ?? quantityForm(text) ?? text;
}

const number = String.raw`[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
const quantity = new RegExp(`^(${number})\\s*([^\\d\\s].*)?$`, "u");
/** Beyond this a double no longer tells neighbours apart. */
const maxDigits = 15;

function quantityForm(text: string): string | undefined {
  const match = quantity.exec(text);
  const digits = match?.[1]?.replaceAll(",", "");
  if (digits === undefined || /^[+-]?0\d/.test(digits) || digits.replace(/\D/g, "").length > maxDigits) return undefined;
  const unit = match?.[2];
  // `24th street` and `3-4` begin with a number but are none.
  if (unit !== undefined && !/^(?:%|°?\p{L}{1,12}\.?|[€$£])$/u.test(unit)) return undefined;
  return `${Number(digits)}${unit ?? ""}`;
}

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function monthOf(word: string | undefined): number | undefined {
  if (word === undefined || word.length < 3) return undefined;
  const index = months.findIndex(
    (month) => month === word || (word === "sept" ? month === "september" : month.slice(0, 3) === word),
  );
  return index < 0 ? undefined : index + 1;
}

interface CalendarDay {
  readonly year: string | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
}

function dateForm(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:t00:00(?::00(?:\.0+)?)?z?)?$/.exec(text);
  if (iso) return calendarDay({ year: iso[1], month: Number(iso[2]), day: Number(iso[3]) });
  const dayFirst = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]+)\.?,? (\d{4})$/.exec(text);
  if (dayFirst) return calendarDay({ year: dayFirst[3], month: monthOf(dayFirst[2]), day: Number(dayFirst[1]) });
  const monthFirst = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text);
  if (monthFirst) return calendarDay({ year: monthFirst[3], month: monthOf(monthFirst[1]), day: Number(monthFirst[2]) });
  const monthOnly = /^([a-z]+)\.?(?: of)?,? (\d{4})$/.exec(text);
  const month = monthOf(monthOnly?.[1]);
  return month === undefined ? undefined : `${monthOnly?.[2] ?? ""}-${two(month)}`;
}

function calendarDay({ year, month, day }: CalendarDay): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const probe = new Date(Date.UTC(Number(year), month - 1, day));
  return probe.getUTCMonth() === month - 1 && probe.getUTCDate() === day ? `${year}-${two(month)}-${two(day)}` : undefined;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}
