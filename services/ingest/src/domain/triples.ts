import { normaliseKey, normaliseName, parseTimestamp, type MemoryCategory } from "@loci/kernel";
import type { graph, ingest } from "@loci/protos";
import { entitiesOf } from "./check-extraction.ts";
import type { FieldChecker } from "./fields.ts";
import { maxKeyLength, maxNameLength, maxTriples, maxTypeLength, maxValueLength } from "./limits.ts";

/** What a caller states itself is certain, as far as its statement goes. */
const stated = 1;

/** Names what is wrong with the triples of a request. */
export function checkTriples(triples: readonly ingest.Triple[], check: FieldChecker): void {
  if (triples.length === 0) check.problem("/triples", "must hold at least one triple when infer is triples");
  if (triples.length > maxTriples) check.problem("/triples", `must hold at most ${maxTriples} triples`);
  triples.forEach((triple, i) => {
    const at = `/triples/${i}`;
    checkName(triple.entity, `${at}/entity`, check);
    if (triple.target) checkName(triple.target, `${at}/target`, check);
    const key = normaliseKey(triple.key);
    if (key === "" || key.length > maxKeyLength) check.problem(`${at}/key`, `must be a name of at most ${maxKeyLength} characters`);
    const hasValue = triple.value.trim() !== "";
    if (hasValue === (triple.target !== null)) check.problem(at, "must have either a value or a target");
    if (triple.value.length > maxValueLength) check.problem(`${at}/value`, `must have at most ${maxValueLength} characters`);
    check.category(`${at}/memoryCategory`, triple.memoryCategory);
    checkValidity(triple, at, check);
  });
}

function checkValidity({ validFrom, validUntil }: ingest.Triple, at: string, check: FieldChecker): void {
  const from = validFrom === "" ? "" : check.time(`${at}/validFrom`, validFrom, "");
  const until = validUntil === "" ? "" : check.time(`${at}/validUntil`, validUntil, "");
  if (from !== "" && until !== "" && until <= from) check.problem(`${at}/validUntil`, "must be later than validFrom");
}

/** What was checked, in UTC. Midnights stand for days: who knows a day only has to give some time of it. */
function validityOf({
  validFrom,
  validUntil,
}: ingest.Triple): Pick<graph.ProposedFact, "validFrom" | "validUntil" | "validPrecision"> {
  const from = parseTimestamp(validFrom) ?? "";
  const until = parseTimestamp(validUntil) ?? "";
  const given = [from, until].filter((time) => time !== "");
  const validPrecision = given.length === 0 ? "" : given.every((time) => time.endsWith("T00:00:00.000Z")) ? "day" : "second";
  return { validFrom: from, validUntil: until, validPrecision };
}

function checkName(entity: graph.EntityName | null, at: string, check: FieldChecker): void {
  if (normaliseName(entity?.name ?? "") === "") check.problem(`${at}/name`, "must not be empty");
  if (normaliseName(entity?.type ?? "") === "") check.problem(`${at}/type`, "must not be empty");
  if ((entity?.name.length ?? 0) > maxNameLength) check.problem(`${at}/name`, `must have at most ${maxNameLength} characters`);
  if ((entity?.type.length ?? 0) > maxTypeLength) check.problem(`${at}/type`, `must have at most ${maxTypeLength} characters`);
}

/**
 * The proposal of checked triples; the caller itself is their source.
 * @param resultTurn the turn that the result names, or -1 for none
 */
export function triplesProposal(
  triples: readonly ingest.Triple[],
  category: MemoryCategory | "",
  resultTurn: number,
): graph.Proposal {
  const facts = triples.map((triple): graph.ProposedFact => ({
    subject: named(triple.entity),
    key: normaliseKey(triple.key),
    value: triple.target ? "" : triple.value.trim(),
    target: triple.target && named(triple.target),
    memoryCategory: triple.memoryCategory || category || "knowledge",
    confidence: stated,
    ...validityOf(triple),
    negated: false,
    changed: false,
    corrected: false,
    unbound: false,
    beside: false,
    insteadOf: "",
    turn: -1,
    spanStart: -1,
    spanEnd: -1,
    embedding: new Uint8Array(),
  }));
  return { entities: entitiesOf(facts, new Map(), { memoryCategory: category }), facts, instructions: [], turn: resultTurn };
}

function named(entity: graph.EntityName | null): graph.EntityName {
  return { type: entity?.type.trim() ?? "", name: entity?.name.trim() ?? "" };
}
