import type { Timestamp } from "@loci/kernel";
import { initialImportance, passageOf, type DecisionKind, type Fact, type Statement, type Subject } from "./model.ts";
import { isVoid, replay, rulingRule, type Row, type Rules } from "./timeline.ts";

/** All that is known about one subject before the new statements. */
export interface Group extends Rules {
  readonly subject: Subject;
  readonly facts: readonly Fact[];
  readonly statements: readonly Statement[];
}

/** What happened to one fact, by which rule, and the new statement that set it off. */
export interface FactChange {
  readonly kind: DecisionKind;
  readonly rule: string;
  readonly fact: Fact;
  readonly cause: Statement;
  /** The fact that took its place, or "". */
  readonly by: string;
}

export interface Revision {
  readonly inserted: readonly Fact[];
  readonly updated: readonly Fact[];
  /** The new statements, each with the fact that it supports; repetitions of stored ones are left out. */
  readonly statements: readonly Statement[];
  /** Stored statements that now support another fact. */
  readonly moved: readonly { readonly id: string; readonly factId: string }[];
  readonly changes: readonly FactChange[];
  /** Every fact of the subject as it is now. */
  readonly facts: readonly Fact[];
}

/** Replays the subject's statements with the new ones among them, and tells the difference to what is stored. */
export function revise(group: Group, additions: readonly Statement[], now: Timestamp, newFactId: (row: Row) => string): Revision {
  const fresh = withoutRepetitions(group.statements, additions);
  const trigger = fresh[0];
  if (trigger === undefined) {
    return { inserted: [], updated: [], statements: [], moved: [], changes: [], facts: group.facts };
  }
  const isFresh = new Set(fresh.map((statement) => statement.id));
  const { stored, ids, supporting, replayed, merged, difference } = compare(group, fresh, now, newFactId);
  return {
    ...difference,
    statements: fresh.map((statement) => ({ ...statement, factId: supporting.get(statement.id) ?? "" })),
    changes: [
      ...replayed.flatMap(({ row, fact }) => changesOf(row, fact, ids, stored.get(fact.id), isFresh, trigger)),
      ...merged.map((fact) => ({ kind: "update" as const, rule: "merged", fact, cause: trigger, by: fact.mergedInto })),
    ],
  };
}

/** The difference to what is stored, after statements of the subject were withdrawn: the group holds those that are left. */
export function reviseRemaining(group: Group, now: Timestamp, newFactId: (row: Row) => string): Difference {
  return compare(group, [], now, newFactId).difference;
}

type Difference = Pick<Revision, "inserted" | "updated" | "moved" | "facts">;

/** Replays all statements of the subject, and sets what they make beside what is stored. */
function compare(group: Group, fresh: readonly Statement[], now: Timestamp, newFactId: (row: Row) => string) {
  const rows = replay([...group.statements, ...fresh], group);
  const stored = new Map(group.facts.map((fact) => [fact.id, fact]));
  const ids = identify(rows, stored, newFactId);
  const supporting = new Map(rows.flatMap((row) => row.statements.map((statement) => [statement.id, ids.get(row) ?? ""] as const)));
  const isFresh = new Set(fresh);
  const replayed = rows.map((row) => ({ row, fact: toFact(row, group.subject, ids, stored, isFresh, now) }));
  const merged = mergedFacts(group, supporting, new Set(ids.values()), now);
  const updated = [...replayed.map(({ fact }) => fact), ...merged].filter((fact) => {
    const before = stored.get(fact.id);
    return before !== undefined && !isSame(before, fact);
  });
  const result = new Map([
    ...stored,
    ...replayed.map(({ fact }) => [fact.id, fact] as const),
    ...merged.map((fact) => [fact.id, fact] as const),
  ]);
  const difference: Difference = {
    inserted: replayed.flatMap(({ fact }) => (stored.has(fact.id) ? [] : [fact])),
    updated,
    moved: group.statements.flatMap(({ id, factId }) => {
      const now = supporting.get(id) ?? "";
      return now === factId ? [] : [{ id, factId: now }];
    }),
    facts: [...result.values()],
  };
  return { stored, ids, supporting, replayed, merged, difference };
}

/** The same words of the same passage are one statement, however often they are read from it; so is what a caller sends twice. */
function withoutRepetitions(stored: readonly Statement[], additions: readonly Statement[]): Statement[] {
  // What a passage was found not to say, and is now read to say after all, counts anew.
  const seen = new Set(stored.filter((statement) => !isVoid(statement)).map(wording));
  return additions.filter((statement) => {
    const words = wording(statement);
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}

function wording(statement: Statement): string {
  const { source, valueNorm, targetType, negated, changed, validFrom, validUntil, knownAt, confidence, ruling } = statement;
  const said = [valueNorm, targetType, negated, validFrom, validUntil];
  return JSON.stringify(
    passageOf(source) !== "" ? [passageOf(source), ...said] : [knownAt, changed, confidence, ruling?.id, ...said],
  );
}

/** A row keeps the id of the first of its statements' facts that no earlier row has taken. */
function identify(rows: readonly Row[], stored: ReadonlyMap<string, Fact>, newFactId: (row: Row) => string): Map<Row, string> {
  const ids = new Map<Row, string>();
  const taken = new Set<string>();
  for (const row of rows) {
    const own = row.statements.find(({ factId }) => stored.has(factId) && !taken.has(factId))?.factId;
    const id = own ?? newFactId(row);
    taken.add(id);
    ids.set(row, id);
  }
  return ids;
}

function toFact(
  row: Row,
  subject: Subject,
  ids: ReadonlyMap<Row, string>,
  stored: ReadonlyMap<string, Fact>,
  isFresh: ReadonlySet<Statement>,
  now: Timestamp,
): Fact {
  const id = ids.get(row) ?? "";
  const before = stored.get(id);
  const idOf = (other: Row | undefined) => (other === undefined ? "" : (ids.get(other) ?? ""));
  const wasEnded = before !== undefined && before.knownUntil !== "";
  // What had expired and is said again lives again.
  const revives = before !== undefined && before.expiredAt !== "" && row.statements.some((statement) => isFresh.has(statement));
  return {
    id,
    // A fact of an entity that is the same stays that one's.
    entityId: before?.entityId ?? subject.entityId,
    key: subject.key,
    stream: subject.stream,
    scopeSet: subject.scopeSet,
    value: row.value,
    valueNorm: row.valueNorm,
    targetType: row.targetType,
    targetEntityId: row.targetEntityId,
    category: row.category,
    confidence: row.confidence,
    importance: before === undefined || revives ? initialImportance(row.category) : before.importance,
    labels: [...new Set(row.statements.flatMap((statement) => statement.labels))].sort(),
    knownAt: row.knownAt,
    knownUntil: row.end?.knownUntil ?? "",
    validFrom: row.validity.validFrom,
    validUntil: row.validity.validUntil,
    validPrecision: row.validity.validPrecision,
    closedValidUntil: row.end?.closedValidUntil ?? "",
    recordedAt: before?.recordedAt ?? now,
    recordedUntil: row.end === undefined ? "" : wasEnded ? before.recordedUntil : now,
    supersedes: idOf(row.supersedes),
    supersededBy: idOf(row.end?.by),
    mergedInto: "",
    quarantined: false,
    mistaken: row.end !== undefined && row.end.statement.corrected === true,
    expiredAt: revives ? "" : (before?.expiredAt ?? ""),
    derived: false,
  };
}

/** Facts whose every statement now supports another one: kept, as nothing is deleted, but standing for nothing any more. */
function mergedFacts(group: Group, supporting: ReadonlyMap<string, string>, kept: ReadonlySet<string>, now: Timestamp): Fact[] {
  const into = new Map(group.statements.map(({ id, factId }) => [factId, supporting.get(id) ?? ""]));
  return group.facts.flatMap((fact) => {
    const target = into.get(fact.id);
    if (target === undefined || kept.has(fact.id) || fact.mergedInto !== "") return [];
    const recordedUntil = fact.recordedUntil === "" ? now : fact.recordedUntil;
    return [{ ...fact, knownUntil: fact.knownAt, recordedUntil, mergedInto: target }];
  });
}

function changesOf(
  row: Row,
  fact: Fact,
  ids: ReadonlyMap<Row, string>,
  before: Fact | undefined,
  isFresh: ReadonlySet<string>,
  trigger: Statement,
): FactChange[] {
  const changes: FactChange[] = [];
  const added = row.statements.find((statement) => isFresh.has(statement.id));
  const endedBy = row.end?.by === undefined ? "" : (ids.get(row.end.by) ?? "");
  if (before === undefined) {
    changes.push({ kind: "create", rule: row.rule, fact, cause: added ?? trigger, by: "" });
  } else if (added !== undefined) {
    const rule = added.ruling ? rulingRule(added.ruling) : "same_value";
    changes.push({ kind: "update", rule, fact, cause: added, by: "" });
  }
  if (row.end !== undefined && (before === undefined || before.knownUntil === "")) {
    // What ended it may have been said, and stored, before this row arrived: then the row goes straight into history.
    const isNews = isFresh.has(row.end.statement.id) || row.end.rule === "source_replaced";
    const cause = isNews ? row.end.statement : (added ?? trigger);
    const kind = row.end.by === undefined ? "update" : "supersede";
    changes.push({ kind, rule: isNews ? row.end.rule : "older_known_time", fact, cause, by: endedBy });
  } else if (before !== undefined && isMovedInTime(before, fact)) {
    changes.push({ kind: "update", rule: "older_known_time", fact, cause: added ?? trigger, by: endedBy });
  }
  return changes;
}

function isSame(before: Fact, after: Fact): boolean {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).every(([field, value]) => JSON.stringify(old.get(field)) === JSON.stringify(value));
}

function isMovedInTime(before: Fact, after: Fact): boolean {
  return before.knownUntil !== after.knownUntil || before.closedValidUntil !== after.closedValidUntil;
}
