interface Dated {
  readonly createdAt: string;
}

/** A part of a list, newest first, and the time before which the next part is. */
export interface Part<T> {
  readonly rows: readonly T[];
  readonly until: string | undefined;
}

/**
 * What a list gave that was asked for at most so many rows before a time. Where there may be more, the rows of its last instant
 * are left to the next part: others of the same instant may stand beyond the limit, and would be in neither.
 */
export function partOf<T extends Dated>(rows: readonly T[], limit: number): Part<T> {
  const last = rows.at(-1)?.createdAt;
  if (rows.length < limit || last === undefined) return { rows, until: undefined };
  const whole = rows.filter(({ createdAt }) => createdAt !== last);
  // All of one instant: what is beyond cannot be asked for by time.
  if (whole.length === 0) return { rows, until: last };
  return { rows: whole, until: new Date(Date.parse(last) + 1).toISOString() };
}
