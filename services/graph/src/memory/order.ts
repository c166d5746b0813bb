import { passageOf, type Source, type Statement } from "./model.ts";

/**
 * The order in which statements are decided: known time, then the place in the conversation. What is left are ties that must
 * fall the same way in whatever order they arrived: a negation makes room first, a word of change comes last.
 */
export function compareStatements(a: Statement, b: Statement): number {
  return (
    compare(a.knownAt, b.knownAt) ||
    a.source.seq - b.source.seq ||
    Number(b.negated) - Number(a.negated) ||
    (passageOf(a.source) === passageOf(b.source) ? a.source.spanStart - b.source.spanStart : 0) ||
    Number(a.changed) - Number(b.changed) ||
    compare(a.valueNorm, b.valueNorm) ||
    compare(a.targetType, b.targetType) ||
    compare(a.validFrom, b.validFrom) ||
    compare(a.validUntil, b.validUntil) ||
    a.confidence - b.confidence ||
    compare(a.category, b.category) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Said {
  readonly knownAt: string;
  readonly source: Source;
}

/** Whether `a` was said later than `b`: at a later known time, or further on in the same session. */
export function isLater(a: Said, b: Said): boolean {
  if (a.knownAt !== b.knownAt) return a.knownAt > b.knownAt;
  return a.source.kind === "turn" && a.source.sessionId === b.source.sessionId && a.source.seq > b.source.seq;
}

/**
 * Whether `a`, a word of change, may be about `b`: it was said later, or beside it in one passage, or at one time with what says
 * no change.
 */
export function mayChange(a: Statement, b: Statement): boolean {
  if (isLater(a, b)) return true;
  if (a.knownAt !== b.knownAt || isLater(b, a)) return false;
  return (passageOf(a.source) !== "" && passageOf(a.source) === passageOf(b.source)) || !b.changed;
}
