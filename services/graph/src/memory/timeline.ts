import { overlaps, type Interval, type MemoryCategory, type Timestamp } from "@loci/kernel";
import { speakerPrefix, type KeyClass, type Ruling, type Statement, type Validity, type Value } from "./model.ts";
import { compareStatements, isLater, mayChange } from "./order.ts";
import { Rows } from "./rows.ts";

/** The rule by which a row came to be, or came to its end. */
export type RulingRule = "resolved_by_hand" | "corrected";
export type CreateRule =
  | "new_value"
  | "multi_value"
  | "beside"
  | "changed"
  | "correction"
  | "changing_key"
  | "instruction"
  | "disagreement"
  | RulingRule;
export type EndRule = "changed" | "mistaken" | "changing_key" | "instruction" | "negation" | "source_replaced" | RulingRule;

/** A rule by which a row takes another one's place. */
type TakingRule = Exclude<EndRule, "negation" | "source_replaced">;

export interface RowEnd {
  readonly rule: EndRule;
  readonly knownUntil: Timestamp;
  readonly closedValidUntil: Timestamp;
  readonly statement: Statement;
  /** The row that took its place; undefined after a negation, or where its source only says it no longer. */
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
  const rows = new Rows();
  const upheld = statements.filter((statement) => statement.ruling !== undefined && !statement.negated);
  const ordered = [...statements].sort(compareStatements);
  const standing = ordered.filter((statement) => !isVoid(statement));
  const retractions = retractionTimes(standing);
  for (const statement of standing) {
    while (retractions[0] !== undefined && retractions[0] <= statement.knownAt) {
      retract(rows, retractions.shift() ?? "", standing);
    }
    if (statement.negated) negate(rows, statement, rules);
    else assert(rows, statement, { ...rules, upheld });
  }
  for (const time of retractions) retract(rows, time, standing);
  for (const statement of ordered) if (isVoid(statement) && !statement.negated) keepVoid(rows, statement);
  return rows.all;
}

/** By what right a statement of a ruling takes effect. */
export function rulingRule(ruling: Ruling): RulingRule {
  return ruling.id.startsWith("uncertainty:") ? "resolved_by_hand" : "corrected";
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

/**
 * Whether two values of a key stand together: of a key with many values, and of a relation whose label nobody has classed, where both are
 * relations.
 */
export function standTogether(keyClass: KeyClass, a: Value, b: Value): boolean {
  return keyClass === "multi" || (keyClass === "single" && a.targetType !== "" && b.targetType !== "");
}

/** A state that was told with its end competes with none that was told without: the lasting one holds on. */
export function isPassing(validity: Validity, beside: Validity): boolean {
  return validity.validUntil !== "" && beside.validUntil === "";
}

/** The rules, with what rulings upheld: several values that one ruling upheld stand beside each other. */
interface Standing extends Rules {
  readonly upheld: readonly Statement[];
}

function assert(rows: Rows, statement: Statement, rules: Standing): void {
  const same = rows.ofValue(statement.valueNorm);
  const past = same.find((row) => isOfClosedPeriod(row, statement));
  if (past) return reinforce(rows, past, statement);
  const own = same.find((row) => row.end === undefined && isRestatedBy(row, statement));
  if (own) reinforce(rows, own, statement);
  const span = validSpan(own?.validity ?? statement);
  const isRivalRow = (row: Row) => row !== own && isRival(row, statement, span, rules);
  const beaten = beatenBy(statement, rows, isRivalRow, rules);
  const current = own ?? begin(rows, statement, createRule(statement, rows, beaten[0]?.rule, isRivalRow, rules));
  for (const { row, rule } of beaten) supersede(row, current, statement, rule);
}

interface Beaten {
  readonly row: Row;
  readonly rule: TakingRule;
}

/** The rows that the statement takes the place of. */
function beatenBy(statement: Statement, rows: Rows, isRivalRow: (row: Row) => boolean, rules: Rules): Beaten[] {
  const beaten: Beaten[] = [];
  if (!mayTakeAPlace(statement, rules)) return beaten;
  const isChange = statement.changed || statement.ruling !== undefined || rules.keyClass === "instruction";
  for (const row of rows.followedBy(statement, isChange)) {
    const rule = leaveToSupersede(statement, row, rules);
    if (rule !== undefined && isRivalRow(row)) beaten.push({ row, rule });
  }
  return beaten;
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

function isRival(row: Row, statement: Statement, span: Interval, rules: Standing): boolean {
  if (sameValue(row, statement)) return false;
  if (statement.insteadOf !== undefined && row.valueNorm === statement.insteadOf) return true;
  if (standTogether(rules.keyClass, row, statement) || statement.beside === true) return false;
  if (rules.keyClass === "changing" && isPassing(statement, row.validity)) return false;
  if (!overlaps(validSpan(row.validity), span)) return false;
  const { ruling } = statement;
  return ruling === undefined || !rules.upheld.some((one) => one.ruling?.id === ruling.id && sameValue(one, row));
}

/** Rule 3: whether the statement may take any row's place. Most may not, of a key that does not change. */
function mayTakeAPlace({ ruling, changed, insteadOf }: Statement, { keyClass }: Rules): boolean {
  if (insteadOf !== undefined) return true;
  return keyClass !== "multi" && (ruling !== undefined || changed || keyClass === "instruction" || keyClass === "changing");
}

/** Below the floor nothing takes the place of what is surer; what an assistant noted gives way to what it notes later. */
function isTooUnsure({ confidence }: Statement, row: Row, { floor }: Rules): boolean {
  return confidence < floor && confidence < row.confidence;
}

/** Rule 3: whether, and why, the statement may take the row's place. */
function leaveToSupersede(statement: Statement, row: Row, rules: Rules): TakingRule | undefined {
  const last = row.statements.at(-1);
  if (last === undefined || isTooUnsure(statement, row, rules)) return undefined;
  if (statement.ruling) return mayChange(statement, last) ? rulingRule(statement.ruling) : undefined;
  if (rules.keyClass === "instruction") return mayChange(statement, last) ? "instruction" : undefined;
  if ((statement.changed || statement.insteadOf === row.valueNorm) && mayChange(statement, last))
    return statement.corrected === true ? "mistaken" : "changed";
  // What was said to stand beside another value is not what a later value takes the place of.
  if (last.beside === true) return undefined;
  const takesOver = rules.keyClass === "changing" && isLater(statement, last) && statement.confidence >= row.confidence;
  if (takesOver && saysOtherwise(statement, last)) return undefined;
  return takesOver ? "changing_key" : undefined;
}

/** Within this time what another speaker says is not news, but otherwise. */
const sameTimeMs = 7 * 24 * 3_600_000;

/** Whether two named speakers differ at about the same time, neither of whom says that something has changed: nobody wins silently. */
function saysOtherwise({ source: a, knownAt }: Statement, { source: b, knownAt: before }: Statement): boolean {
  if (a.witness === b.witness || !isNamedSpeaker(a.witness) || !isNamedSpeaker(b.witness)) return false;
  return Date.parse(knownAt) - Date.parse(before) <= sameTimeMs;
}

function isNamedSpeaker(witness: string | undefined): boolean {
  return witness?.startsWith(speakerPrefix) === true;
}

function createRule(
  { ruling, beside }: Statement,
  rows: Rows,
  beaten: TakingRule | undefined,
  isRivalRow: (row: Row) => boolean,
  rules: Rules,
): CreateRule {
  if (ruling) return rulingRule(ruling);
  if (beaten !== undefined) return beaten === "mistaken" ? "correction" : beaten;
  if (beside === true && rows.all.length > 0) return "beside";
  if (rules.keyClass === "multi") return rows.all.length > 0 ? "multi_value" : "new_value";
  for (const row of rows.open()) if (isRivalRow(row)) return "disagreement";
  return "new_value";
}

function begin(rows: Rows, statement: Statement, rule: CreateRule): Row {
  const { value, valueNorm, targetType, targetEntityId, category, confidence, knownAt } = statement;
  const { validFrom, validUntil, validPrecision } = statement;
  const row: Row = {
    ...{ value, valueNorm, targetType, targetEntityId, category, confidence, knownAt, rule },
    validity: { validFrom, validUntil, validPrecision },
    statements: [statement],
    end: undefined,
    supersedes: undefined,
  };
  rows.add(row);
  return row;
}

const reinforcement = 0.2;
const certainty = 0.99;

/**
 * Adds a source: with another witness confidence rises towards, and never by itself to, certainty; a bound of the valid time that was
 * not known is learned.
 */
function reinforce(rows: Rows, row: Row, statement: Statement): void {
  const { witness } = statement.source;
  const isHeardAgain = witness !== undefined && row.statements.some(({ source }) => source.witness === witness);
  row.statements.push(statement);
  rows.said(row);
  const stronger = Math.max(row.confidence, statement.confidence);
  const surer = stronger + (1 - stronger) * reinforcement * statement.confidence;
  row.confidence = isHeardAgain ? stronger : Math.max(stronger, Math.min(certainty, surer));
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

function supersede(row: Row, by: Row, statement: Statement, rule: TakingRule): void {
  // A mistake never held, so that nothing held until the right one began.
  row.end = endOf(row, statement, rule, by, rule === "mistaken" ? "" : statement.validFrom);
  by.supersedes = row;
}

function negate(rows: Rows, statement: Statement, rules: Rules): void {
  const end = statement.validUntil === "" ? statement.validFrom : statement.validUntil;
  const rule = statement.ruling ? rulingRule(statement.ruling) : "negation";
  for (const row of rows.open()) {
    if (negates(statement, row) && !isTooUnsure(statement, row, rules)) row.end = endOf(row, statement, rule, undefined, end);
  }
}

/** The row is known no longer as standing; where the text says since when, it is known to have held until then. */
function endOf(row: Row, statement: Statement, rule: EndRule, by: Row | undefined, validEnd: Timestamp): RowEnd {
  const { validFrom, validUntil } = row.validity;
  const inside = validEnd !== "" && (validFrom === "" || validFrom < validEnd) && (validUntil === "" || validEnd <= validUntil);
  return { rule, by, statement, knownUntil: statement.knownAt, closedValidUntil: inside ? validEnd : "" };
}

/** It was never known to stand: its source said it no longer when it became known, or never did. */
export function isVoid({ retractedAt, knownAt }: Statement): boolean {
  return retractedAt !== undefined && retractedAt <= knownAt;
}

function retractionTimes(statements: readonly Statement[]): Timestamp[] {
  const times = statements.flatMap(({ retractedAt, negated }) => (retractedAt === undefined || negated ? [] : [retractedAt]));
  return [...new Set(times)].sort();
}

/** From this time on, what only retracted statements support stands no more; unless it is said again at that very time. */
function retract(rows: Rows, time: Timestamp, statements: readonly Statement[]): void {
  const saidThen = statements.filter((one) => one.knownAt === time && !one.negated);
  for (const row of rows.open()) {
    const isHeld = row.statements.some(({ retractedAt }) => retractedAt === undefined || retractedAt > time);
    if (isHeld) continue;
    const isSaidAgain = saidThen.some((one) => isRestatedBy(row, one));
    const last = row.statements.at(-1);
    if (last === undefined || isSaidAgain) continue;
    row.end = { rule: "source_replaced", knownUntil: time, closedValidUntil: "", statement: last, by: undefined };
  }
}

/** A void statement belongs to the row of its value; where there is none, to one that ended as it began. */
function keepVoid(rows: Rows, statement: Statement): void {
  const own = rows.ofValue(statement.valueNorm).find((row) => sameValue(row, statement));
  if (own) return void own.statements.push(statement);
  const row = begin(rows, statement, "new_value");
  row.end = { rule: "source_replaced", knownUntil: statement.knownAt, closedValidUntil: "", statement, by: undefined };
}
