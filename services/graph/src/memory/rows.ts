import type { Timestamp } from "@loci/kernel";
import { passageOf, type Statement } from "./model.ts";
import type { Row } from "./timeline.ts";

/**
 * The rows of one key as they are made, found by their value, those that stand, and those that a statement may follow: a key may have
 * thousands, of which most may have become known at one time.
 */
export class Rows {
  /** In the order in which they were made. */
  readonly all: Row[] = [];
  readonly #byValue = new Map<string, Row[]>();
  readonly #open = new Set<Row>();
  readonly #places = new Map<Row, number>();
  /** Those that were last said before the known time that is being decided. */
  readonly #earlier = new Set<Row>();
  #now = new SaidAtOnce("");

  add(row: Row): void {
    this.#places.set(row, this.all.length);
    this.all.push(row);
    this.#open.add(row);
    const same = this.#byValue.get(row.valueNorm);
    if (same) same.push(row);
    else this.#byValue.set(row.valueNorm, [row]);
    this.said(row);
  }

  /** Has to be told after each statement that is added to a row. */
  said(row: Row): void {
    const last = row.statements.at(-1);
    if (last === undefined) return;
    this.#goOnTo(last.knownAt);
    this.#earlier.delete(row);
    this.#now.add(row, last);
  }

  ofValue(valueNorm: string): readonly Row[] {
    return this.#byValue.get(valueNorm) ?? [];
  }

  /** Those that did not end. What ends a row need not tell: it is noticed here. */
  *open(): Generator<Row, void> {
    yield* standing(this.#open);
  }

  /**
   * Those that stand, without most of those that the statement cannot follow as they became known when it did (`isLater`, `mayChange`);
   * in the order in which they were made.
   * @param isChange whether it may also follow what was not said before it
   */
  followedBy(statement: Statement, isChange: boolean): Row[] {
    this.#goOnTo(statement.knownAt);
    const found = new Set([...standing(this.#earlier), ...this.#now.followedBy(statement, isChange)]);
    return [...found].sort((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0));
  }

  #goOnTo(time: Timestamp): void {
    if (time <= this.#now.time) return;
    for (const row of this.#now.all) this.#earlier.add(row);
    this.#now = new SaidAtOnce(time);
  }
}

/** The rows that were last said at one known time, by what a statement of that time can follow. */
class SaidAtOnce {
  readonly time: Timestamp;
  readonly all = new Set<Row>();
  /** Those whose last word was no word of change. */
  readonly #plain = new Set<Row>();
  readonly #byPassage = new Map<string, Set<Row>>();
  readonly #bySession = new Map<string, InSession>();

  constructor(time: Timestamp) {
    this.time = time;
  }

  add(row: Row, last: Statement): void {
    this.all.add(row);
    if (last.changed) this.#plain.delete(row);
    else this.#plain.add(row);
    const { source } = last;
    const inPassage = this.#byPassage.get(passageOf(source)) ?? new Set();
    this.#byPassage.set(passageOf(source), inPassage.add(row));
    this.#goOnTo(source.sessionId, source.seq).here.add(row);
  }

  *followedBy({ source }: Statement, isChange: boolean): Generator<Row> {
    if (source.kind === "turn") yield* standing(this.#goOnTo(source.sessionId, source.seq).before);
    if (!isChange) return;
    yield* standing(this.#plain);
    yield* standing(this.#byPassage.get(passageOf(source)) ?? new Set());
  }

  /** Statements of one time come in the order of their places. */
  #goOnTo(sessionId: string, seq: number): InSession {
    const session = this.#bySession.get(sessionId) ?? { seq, here: new Set(), before: new Set() };
    this.#bySession.set(sessionId, session);
    if (seq <= session.seq) return session;
    for (const row of session.here) session.before.add(row);
    session.here.clear();
    session.seq = seq;
    return session;
  }
}

interface InSession {
  seq: number;
  /** Said at this place of the session, and before it. */
  readonly here: Set<Row>;
  readonly before: Set<Row>;
}

/** Those that did not end; the others are taken out. */
function* standing(rows: Set<Row>): Generator<Row, void> {
  for (const row of rows) {
    if (row.end === undefined) yield row;
    else rows.delete(row);
  }
}
