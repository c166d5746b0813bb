/** Between a row's times (Date, NULL) and the domain's (milliseconds since the epoch, undefined). */
export function millis(value: Date): number {
  return value.getTime();
}

export function maybeMillis(value: Date | null): number | undefined {
  return value === null ? undefined : value.getTime();
}

export function instant(value: number): string {
  return new Date(value).toISOString();
}

export function maybeInstant(value: number | undefined): string | null {
  return value === undefined ? null : instant(value);
}

/** Answers of lists end here; a context with more of them needs pages. */
export const listLimit = 10_000;
