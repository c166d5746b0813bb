const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const day = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" });
const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A time as one reads it: how long ago where it is near, the day where it is not. */
export function timeText(at: Date, now: Date): string {
  const gone = now.getTime() - at.getTime();
  // A server's clock may be a little ahead of this one.
  if (gone < -minuteMs || gone > 7 * dayMs) return dayText(at);
  if (gone >= dayMs) return relative.format(-Math.round(gone / dayMs), "day");
  if (gone >= hourMs) return relative.format(-Math.round(gone / hourMs), "hour");
  if (gone >= minuteMs) return relative.format(-Math.round(gone / minuteMs), "minute");
  return "just now";
}

/** The day (UTC), as all days in the console are. */
export function dayText(at: Date | number): string {
  return day.format(at);
}

/** The minute in the browser's own time zone: for times that were chosen in a TimeField. */
export function minuteText(at: Date): string {
  return minute.format(at);
}

/** A browser's local time as the API takes it; undefined for none, or for what is no time. */
export function instantOf(local: string): string | undefined {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
