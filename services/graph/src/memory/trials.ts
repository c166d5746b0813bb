/** How often the extraction of a turn was tried. */
export interface Trials {
  /** Claims, the present one included. */
  readonly attempts: number;
  /** How often its reading had to be ended before. */
  readonly endings: number;
}

/** Once may have been the machine's fault. */
const maxEndings = 2;
/** Of a process that died, or a database that was away just then, the turn is rarely the cause: more of these are borne. */
const maxUnanswered = 5;

/** What becomes of a turn whose extraction did not succeed. @param ended it was the turn itself: its reading had to be ended */
export function afterFailure(
  { attempts, endings }: Trials,
  ended: boolean,
  maxAttempts: number,
): "pending" | "failed" | "set_aside" {
  if (ended && endings + 1 >= maxEndings) return "set_aside";
  return attempts < maxAttempts ? "pending" : "failed";
}

/** Whether a turn may be read once more. @param unanswered claims in a row of which nothing was heard, the present one included */
export function mayBeRead(unanswered: number): boolean {
  return unanswered <= maxUnanswered;
}
