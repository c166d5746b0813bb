import { toTimestamp } from "@loci/kernel";

/** A half-open span of time, RFC 3339 in UTC. */
export interface DateSpan {
  readonly from: string;
  readonly until: string;
}

const dayMillis = 86_400_000;

export type Part = "early" | "mid" | "late" | "";

/** From the start of one day to the start of another; month counts from 0 and may overflow, as in Date.UTC. */
export function spanOf(from: readonly [number, number, number], until: readonly [number, number, number]): DateSpan {
  return { from: toTimestamp(Date.UTC(...from)), until: toTimestamp(Date.UTC(...until)) };
}

export function daySpan(year: number, month: number, day: number): DateSpan {
  return spanOf([year, month, day], [year, month, day + 1]);
}

/** A month or a third of it: early is to the 10th, mid to the 20th. */
export function monthSpan(year: number, month: number, part: Part = ""): DateSpan {
  const from = part === "mid" ? 11 : part === "late" ? 21 : 1;
  if (part === "early") return spanOf([year, month, 1], [year, month, 11]);
  if (part === "mid") return spanOf([year, month, from], [year, month, 21]);
  return spanOf([year, month, from], [year, month + 1, 1]);
}

/** A year or four months of it. */
export function yearSpan(year: number, part: Part = ""): DateSpan {
  if (part === "early") return spanOf([year, 0, 1], [year, 4, 1]);
  if (part === "mid") return spanOf([year, 4, 1], [year, 8, 1]);
  return spanOf([year, part === "late" ? 8 : 0, 1], [year + 1, 0, 1]);
}

const seasonStarts: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

/** The three months of a season (meteorological, northern); winter begins in the December of the year. */
export function seasonSpan(year: number, season: string): DateSpan {
  const start = seasonStarts[season] ?? 0;
  return spanOf([year, start, 1], [year, start + 3, 1]);
}

/** The week (from Monday), month, year or weekend that lies `steps` units from the one that holds `now`. */
export function unitSpan(unit: string, steps: number, now: Date): DateSpan {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (unit === "year") return yearSpan(year + steps);
  if (unit === "month") return monthSpan(year, month + steps);
  if (unit === "day") return daySpan(year, month, day + steps);
  const monday = day - ((now.getUTCDay() + 6) % 7) + 7 * steps;
  if (unit === "weekend") return spanOf([year, month, monday + 5], [year, month, monday + 7]);
  return spanOf([year, month, monday], [year, month, monday + 7]);
}

/** The `count` units that end with the day of `now`. */
export function trailingSpan(unit: string, count: number, now: Date): DateSpan {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (unit === "year") return spanOf([year - count, month, day], [year, month, day + 1]);
  if (unit === "month") return spanOf([year, month - count, day], [year, month, day + 1]);
  return spanOf([year, month, day - count * (unit === "week" ? 7 : 1)], [year, month, day + 1]);
}

/** The last day of this weekday before `now`'s day, or that day itself. */
export function weekdaySpan(weekday: number, now: Date): DateSpan {
  const back = (now.getUTCDay() - weekday + 7) % 7;
  const start = new Date(now.getTime() - back * dayMillis);
  return daySpan(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
}
