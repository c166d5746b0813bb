import { Tooltip } from "@mantine/core";

const dayMs = 86_400_000;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const day = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });

/** A time as one reads it: how long ago where it is near, the day where it is not. */
export function timeText(at: Date, now: Date): string {
  const gone = now.getTime() - at.getTime();
  if (gone < 0 || gone > 7 * dayMs) return day.format(at);
  if (gone >= dayMs) return relative.format(-Math.round(gone / dayMs), "day");
  if (gone >= 3_600_000) return relative.format(-Math.round(gone / 3_600_000), "hour");
  if (gone >= 60_000) return relative.format(-Math.round(gone / 60_000), "minute");
  return "just now";
}

/** A timestamp, short; in full (UTC) when pointed at. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  return (
    <Tooltip label={full.format(date)}>
      <time dateTime={at}>{timeText(date, new Date())}</time>
    </Tooltip>
  );
}
