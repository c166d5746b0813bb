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

/** SQLSTATE unique_violation, as every adapter throws it. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
