import { overlaps, type Interval, type MemoryCategory, type Timestamp } from "@loci/kernel";
import type { KeyClass, Statement, Validity, Value } from "./model.ts";
import { compareStatements, isLater, mayChange } from "./order.ts";

/** The rule by which a row came to be, or came to its end. */
export type CreateRule = "new_value" | "multi_value" | "changed" | "changing_key" | "instruction" | "disagreement";
export type EndRule = "changed" | "changing_key" | "instruction" | "negation";

export interface RowEnd {
  readonly rule: EndRule;
  readonly knownUntil: Timestamp;
  readonly closedValidUntil: Timestamp;
  readonly statement: Statement;
  /** The row that took its place; undefined after a negation. */
  readonly by: Row | undefined;
}

/** One value for as long as it stood, with every statement that supports it. */
export interface Row extends Value {
  readonly statements: Statement[];
  readonly rule: CreateRule;
  readonly knownAt: Timestamp;
  readonly category: MemoryCategory;
  validity: Validity;
  confidence: number;
  end: RowEnd | undefined;
  supersedes: Row | undefined;
}

export interface Rules {
  readonly keyClass: KeyClass;
  /** The confidence below which nothing supersedes or ends anything. */
  readonly floor: number;
}

/**
 * Makes rows of all statements about one key of one entity in one stream, by the numbered rules, in the order of known time. As
 * it always begins at the beginning, the order in which the statements arrived cannot decide anything.
 */
export function replay(statements: readonly Statement[], rules: Rules): Row[] {
  const rows: Row[] = [];
  for (const statement of [...statements].sort(compareStatements)) {
    if (statement.negated) negate(rows, statement, rules);
    else assert(rows, statement, rules);
  }
  return rows;
}

/** Rule 1: typed and normalised. A target's type counts where both sides have one. */
export function sameValue(a: Value, b: Value): boolean {
  return a.valueNorm === b.valueNorm && (a.targetType === "" || b.targetType === "" || a.targetType === b.targetType);
}

/** Whether a negation speaks of this value; one without a value speaks of all. */
export function negates(negation: Value, value: Value): boolean {
  return negation.valueNorm === "" || sameValue(negation, value);
}

export function validSpan(validity: Validity): Interval {
  return { from: validity.validFrom, until: validity.validUntil };
}

function assert(rows: Row[], statement: Statement, rules: Rules): void {
  const past = rows.find((row) => isOfClosedPeriod(row, statement));
  if (past) return reinforce(past, statement);
  const open = rows.filter((row) => row.end === undefined);
  const own = open.find((row) => isRestatedBy(row, statement));
  if (own) reinforce(own, statement);
  const span = validSpan(own?.validity ?? statement);
  const rivals = open.filter((row) => row !== own && isRival(row, statement, span, rules));
  const beaten = rivals.flatMap((row) => {
    const rule = leaveToSupersede(statement, row, rules);
    return rule === undefined ? [] : [{ row, rule }];
  });
  const current = own ?? begin(rows, statement, createRule(rows, rivals, beaten[0]?.rule, rules));
  for (const { row, rule } of beaten) supersede(row, current, statement, rule);
}

/** Rule 1, for rows that stand. A word of change does not restate a period that was over when it was said. */
function isRestatedBy(row: Row, statement: Statement): boolean {
  if (!sameValue(row, statement) || !overlaps(validSpan(row.validity), validSpan(statement))) return false;
  const { validUntil } = row.validity;
  const over = validUntil !== "" && validUntil <= statement.knownAt;
  return !(statement.changed && statement.validUntil === "" && over);
}

/** Whether the statement speaks of the time that the row was closed to: it adds nothing new. */
function isOfClosedPeriod(row: Row, statement: Statement): boolean {
  const closed = row.end?.closedValidUntil ?? "";
  if (closed === "" || statement.validUntil === "" || statement.validUntil > closed) return false;
  return sameValue(row, statement) && overlaps({ from: row.validity.validFrom, until: closed }, validSpan(statement));
}

function isRival(row: Row, statement: Statement, span: Interval, rules: Rules): boolean {
  return rules.keyClass !== "multi" && !sameValue(row, statement) && overlaps(validSpan(row.validity), span);
}

/** Rule 3: whether, and why, the statement may take the row's place. */
function leaveToSupersede(statement: Statement, row: Row, rules: Rules): Exclude<EndRule, "negation"> | undefined {
  const last = row.statements.at(-1);
  if (last === undefined || statement.confidence < rules.floor) return undefined;
  if (rules.keyClass === "instruction") return mayChange(statement, last) ? "instruction" : undefined;
  if (statement.changed && mayChange(statement, last)) return "changed";
  const takesOver = rules.keyClass === "changing" && isLater(statement, last) && statement.confidence >= row.confidence;
  return takesOver ? "changing_key" : undefined;
}

function createRule(rows: readonly Row[], rivals: readonly Row[], beaten: CreateRule | undefined, rules: Rules): CreateRule {
  if (rules.keyClass === "multi" && rows.length > 0) return "multi_value";
  if (beaten !== undefined) return beaten;
  return rivals.length > 0 ? "disagreement" : "new_value";
}

function begin(rows: Row[], statement: Statement, rule: CreateRule): Row {
  const { value, valueNorm, targetType, targetEntityId, category, confidence, knownAt } = statement;
  const { validFrom, validUntil, validPrecision } = statement;
  const row: Row = {
    ...{ value, valueNorm, targetType, targetEntityId, category, confidence, knownAt, rule },
    validity: { validFrom, validUntil, validPrecision },
    statements: [statement],
    end: undefined,
    supersedes: undefined,
  };
  rows.push(row);
  return row;
}

const reinforcement = 0.2;
const certainty = 0.99;

/**
 * Adds a source: confidence rises towards, and never by itself to, certainty; a bound of the valid time that was not known is
 * learned.
 */
function reinforce(row: Row, statement: Statement): void {
  row.statements.push(statement);
  const stronger = Math.max(row.confidence, statement.confidence);
  row.confidence = Math.max(stronger, Math.min(certainty, stronger + (1 - stronger) * reinforcement * statement.confidence));
  const { validFrom, validUntil, validPrecision } = row.validity;
  const from = validFrom === "" ? statement.validFrom : validFrom;
  const until = validUntil === "" ? statement.validUntil : validUntil;
  if (from !== "" && until !== "" && from >= until) return;
  row.validity = {
    validFrom: from,
    validUntil: until,
    validPrecision: validPrecision === "" ? statement.validPrecision : validPrecision,
  };
}

function supersede(row: Row, by: Row, statement: Statement, rule: Exclude<EndRule, "negation">): void {
  row.end = endOf(row, statement, rule, by, statement.validFrom);
  by.supersedes = row;
}

function negate(rows: readonly Row[], statement: Statement, rules: Rules): void {
  if (statement.confidence < rules.floor) return;
  const end = statement.validUntil === "" ? statement.validFrom : statement.validUntil;
  for (const row of rows) {
    if (row.end === undefined && negates(statement, row)) row.end = endOf(row, statement, "negation", undefined, end);
  }
}

/** The row is known no longer as standing; where the text says since when, it is known to have held until then. */
function endOf(row: Row, statement: Statement, rule: EndRule, by: Row | undefined, validEnd: Timestamp): RowEnd {
  const { validFrom, validUntil } = row.validity;
  const inside = validEnd !== "" && (validFrom === "" || validFrom < validEnd) && (validUntil === "" || validEnd <= validUntil);
  return { rule, by, statement, knownUntil: statement.knownAt, closedValidUntil: inside ? validEnd : "" };
}
