import { Tooltip } from "@mantine/core";
import { timeText } from "./time-text.ts";

const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });

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
