/** Times as people read them. */

/** The day of a timestamp; "" where there is none. */
export function day(timestamp: string | null | undefined): string {
  return timestamp?.slice(0, 10) ?? "";
}

/** To the minute, in UTC; "" where there is none. */
export function minute(timestamp: string | null | undefined): string {
  return moment(timestamp).slice(0, 16);
}

/** To the second, in UTC; "" where there is none. */
export function moment(timestamp: string | null | undefined): string {
  return timestamp ? timestamp.slice(0, 19).replace("T", " ") : "";
}

/** "3 minutes", "2 days": the largest unit that fits. */
export function duration(seconds: number): string {
  const units = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const;
  const [size, name] = units.find(([unit]) => seconds >= unit) ?? units[3];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
