import { identifier, join, sql, type Transaction } from "@loci/ports/database";
import type { Entity, Fact } from "../memory/model.ts";
import type { Changes, Decision } from "../memory/proposal.ts";
import type { GraphDeps } from "../rpc/deps.ts";
import { bulkInsert, bulkUpdate, keepsPlan, type Column } from "./bulk.ts";
import { insertVectors } from "./embeddings.ts";
import { nameEnds } from "../identity/probes.ts";
import { endMerge, insertAlias, insertMerge, setPersons } from "./names.ts";
import { questionColumns } from "./same-questions.ts";
import { factColumnNames, factColumns, statementColumns } from "./facts.ts";

/** Who writes, and when; it stands in every decision. */
export interface Author {
  readonly principal: string;
  readonly delegated: string;
  readonly keyId: string;
  readonly traceId: string;
  readonly now: string;
}

/**
 * Stores what was decided, one statement for each kind of row whatever their number.
 * @returns the ids of the records that changed, for the feed
 */
export async function apply(
  { onDecided }: Pick<GraphDeps, "onDecided">,
  tx: Transaction,
  contextId: string,
  changes: Changes,
  author: Author,
): Promise<string[]> {
  const { now } = author;
  const insert = async <Row>(table: string, columns: readonly Column<Row>[], rows: readonly Row[]) => {
    if (rows.length > 0) await tx.query(bulkInsert(table, columns, contextId, rows), keepsPlan);
  };
  const update = async <Row extends { readonly id: string }>(
    table: string,
    columns: readonly Column<Row>[],
    rows: readonly Row[],
  ) => {
    if (rows.length > 0) await tx.query(bulkUpdate(table, columns, contextId, rows), keepsPlan);
  };
  const statements = changes.statements.map((statement) => ({ ...statement, recordedAt: now, principal: author.principal }));
  // They run in this order, though none waits here for the answer to the one before it.
  const [, , , reopened] = await Promise.all([
    insert("entity", entityColumns(now, changes.persons), changes.newEntities),
    touchEntities(tx, contextId, changes, now),
    insert("fact", [...factColumns, written(now)], changes.newFacts),
    replaceFacts(tx, contextId, changes.changedFacts, now),
    insert("provenance", statementColumns, statements),
    update("provenance", [{ name: "fact_id", type: "text", of: (one) => one.factId }], changes.movedStatements),
    insert("instruction", instructionColumns, changes.newInstructions),
    update("instruction", instructionColumns.slice(1), changes.changedInstructions),
    storeIdentity(tx, contextId, changes, author),
    storeUncertainties(tx, contextId, changes, author),
    storeDecisions(tx, contextId, changes.decisions, author),
    changes.embeddings.length > 0 ? tx.query(insertVectors(contextId, changes.embeddings), keepsPlan) : undefined,
  ]);
  onDecided?.({ decisions: changes.decisions, reopened });
  return [
    ...changes.newEntities.map((entity) => entity.id),
    // Of the others the index knows only when they were first known.
    ...changes.touchedEntities.filter(({ id, knownAt }) => knownAt < (changes.entities.get(id)?.knownAt ?? "")).map(({ id }) => id),
    ...[...changes.newFacts, ...changes.changedFacts].flatMap((fact) => (fact.quarantined ? [] : [fact.id])),
    ...[...changes.newInstructions, ...changes.changedInstructions].map((one) => one.id),
    ...changes.uncertainties.map(({ uncertainty }) => uncertainty.id),
    ...changes.questions.map(({ id }) => id),
    ...changes.aliases.map(({ entityId }) => entityId),
    ...changes.merges.flatMap(({ keptId, mergedId }) => [keptId, mergedId]),
  ];
}

/** Which names and entities are the same. */
async function storeIdentity(tx: Transaction, contextId: string, changes: Changes, author: Author): Promise<void> {
  const { now, principal } = author;
  const { aliases, merges, questions, persons, endedMerges } = changes;
  const born = new Set(changes.newEntities.map(({ id }) => id));
  const older = [...persons].filter(([id]) => !born.has(id));
  await Promise.all([
    ...aliases.map((one) => insertAlias(tx, contextId, { ...one, entityIds: [one.entityId], principal, now })),
    ...merges.map(({ id, keptId, mergedId, rule, reason }) =>
      insertMerge(tx, contextId, { id, rule, reason, principal, now }, [{ keptId, mergedId }]),
    ),
    ...endedMerges.map((id) => endMerge(tx, contextId, { id, reason: "", principal, now })),
    questions.length > 0 ? tx.query(bulkInsert("uncertainty", questionColumns(now), contextId, questions), keepsPlan) : undefined,
    older.length > 0 ? setPersons(tx, contextId, older) : undefined,
  ]);
}

/** What happened to records, and why. */
export async function storeDecisions(
  tx: Transaction,
  contextId: string,
  decisions: readonly Omit<Decision, "proposal">[],
  author: Author,
): Promise<void> {
  if (decisions.length > 0) await tx.query(bulkInsert("decision", decisionColumns(author), contextId, decisions), keepsPlan);
}

function written<Row>(now: string): Column<Row> {
  return { name: "revised_at", type: "timestamptz", of: () => now };
}

function entityColumns(now: string, persons: Changes["persons"]): Column<Entity>[] {
  return [
    { name: "id", type: "text", of: (one) => one.id },
    { name: "scope_set", type: "text", of: (one) => one.scopeSet },
    { name: "type", type: "text", of: (one) => one.type },
    { name: "name", type: "text", of: (one) => one.name },
    { name: "type_norm", type: "text", of: (one) => one.typeNorm },
    { name: "name_norm", type: "text", of: (one) => one.nameNorm },
    { name: "first_word", type: "text", of: (one) => one.nameNorm.split(" ", 1)[0] ?? "" },
    { name: "given", type: "text", of: (one) => nameEnds(one).given },
    { name: "family", type: "text", of: (one) => nameEnds(one).family },
    { name: "person", type: "text", of: (one) => persons.get(one.id) ?? "" },
    { name: "memory_category", type: "text", of: (one) => one.category },
    { name: "importance", type: "float8", of: (one) => one.importance },
    { name: "known_at", type: "timestamptz", of: (one) => one.knownAt },
    { name: "recorded_at", type: "timestamptz", of: (one) => one.recordedAt },
    { name: "updated_at", type: "timestamptz", of: () => now },
  ];
}

async function touchEntities(tx: Transaction, contextId: string, changes: Changes, now: string): Promise<void> {
  if (changes.touchedEntities.length === 0) return;
  await tx.query(
    sql`update graph.entity t set updated_at = ${now}::timestamptz, known_at = least(t.known_at, x.known_at::timestamptz)
      from unnest(${changes.touchedEntities.map((one) => one.id)}::text[],
        ${changes.touchedEntities.map((one) => one.knownAt)}::text[]) as x(id, known_at) where t.ctx = ${contextId} and t.id = x.id`,
    { name: "graph.touch_entities" },
  );
}

/**
 * Each row as it was goes to fact_version first: what was believed before is asked for by recordedAsOf.
 * @returns how many of them had ended and stand again
 */
async function replaceFacts(tx: Transaction, contextId: string, facts: readonly Fact[], now: string): Promise<number> {
  if (facts.length === 0) return 0;
  const columns = join(["ctx", ...factColumnNames, "revised_at"].map((name) => identifier(name)));
  const kept = tx.query<{ id: string; ended: boolean }>(
    sql`insert into graph.fact_version (${columns}, replaced_at)
      select ${columns}, ${now}::timestamptz from graph.fact where ctx = ${contextId} and id = any(${facts.map((fact) => fact.id)})
      returning id, known_until is not null as ended`,
    { name: "graph.keep_fact_versions" },
  );
  const replaced = tx.query(bulkUpdate("fact", [...factColumns.slice(1), written<Fact>(now)], contextId, facts), keepsPlan);
  const [before] = await Promise.all([kept, replaced]);
  const ended = new Set(before.flatMap((fact) => (fact.ended ? [fact.id] : [])));
  return facts.filter(({ id, knownUntil }) => knownUntil === "" && ended.has(id)).length;
}

const instructionColumns: readonly Column<Fact>[] = [
  { name: "id", type: "text", of: (one) => one.id },
  { name: "label", type: "text", of: (one) => one.key },
  { name: "description", type: "text", of: (one) => one.value },
  { name: "scope_set", type: "text", of: (one) => one.scopeSet },
  { name: "labels", type: "text[]", of: (one) => one.labels },
  { name: "known_at", type: "timestamptz", of: (one) => one.knownAt },
  { name: "known_until", type: "timestamptz", of: (one) => one.knownUntil },
  { name: "recorded_at", type: "timestamptz", of: (one) => one.recordedAt },
  { name: "recorded_until", type: "timestamptz", of: (one) => one.recordedUntil },
  { name: "superseded_by", type: "text", of: (one) => one.supersededBy },
  { name: "merged_into", type: "text", of: (one) => one.mergedInto },
];

const unsettled = { resolution: "", resolutionReason: "", resolvedBy: "", chosen: "[]" };
const uncertaintyFields = [
  ...(["id", "entityId", "key", "scopeSet", "reason", "status"] as const),
  ...(["resolution", "resolutionReason", "resolvedBy", "chosen", "beside"] as const),
];

async function storeUncertainties(tx: Transaction, contextId: string, changes: Changes, author: Author): Promise<void> {
  const { now } = author;
  const rows = changes.uncertainties.map((change) => {
    const beside = JSON.stringify(change.uncertainty.beside);
    if (change.kind !== "resolve") return { ...change.uncertainty, ...unsettled, beside, status: "open" };
    const { resolution, reason: resolutionReason, chosen } = change.settlement;
    const isByHand = resolution === "by_hand" || resolution === "corrected";
    const resolvedBy = isByHand ? author.principal : "";
    const settled = { resolution, resolutionReason, resolvedBy, chosen: JSON.stringify(chosen) };
    return { ...change.uncertainty, ...settled, beside, status: resolution === "candidate_forgotten" ? "withdrawn" : "resolved" };
  });
  if (rows.length === 0) return;
  const stored = tx.query(
    sql`insert into graph.uncertainty as u (ctx, id, entity_id, key, scope_set, reason, status, resolution,
        resolution_reason, resolved_by, chosen, beside, recorded_at)
      select ${contextId}, x.id, x.entity_id, x.key, x.scope_set, x.reason, x.status, x.resolution, x.resolution_reason, x.resolved_by,
        array(select jsonb_array_elements_text(x.chosen::jsonb)), array(select jsonb_array_elements_text(x.beside::jsonb)), ${now}::timestamptz
      from unnest(${join(uncertaintyFields.map((field) => sql`${rows.map((row) => row[field])}::text[]`))})
        as x(id, entity_id, key, scope_set, reason, status, resolution, resolution_reason, resolved_by, chosen, beside)
      on conflict (ctx, id) do update set reason = excluded.reason, status = excluded.status,
        resolution = excluded.resolution, resolution_reason = excluded.resolution_reason, resolved_by = excluded.resolved_by,
        chosen = excluded.chosen, beside = excluded.beside,
        recorded_until = case excluded.status when 'open' then null else excluded.recorded_at end`,
    { name: "graph.put_uncertainties" },
  );
  const candidates = changes.uncertainties.flatMap((change) => {
    const { id } = change.uncertainty;
    const added = change.kind === "resolve" ? [] : change.added.map((fact) => ({ id, factId: fact.id, until: null }));
    return [...added, ...change.removed.map((factId) => ({ id, factId, until: now }))];
  });
  const named = tx.query(
    sql`insert into graph.uncertainty_candidate (ctx, uncertainty_id, fact_id, recorded_at, recorded_until)
      select ${contextId}, x.id, x.fact_id, ${now}::timestamptz, x.until::timestamptz
      from unnest(${candidates.map((one) => one.id)}::text[], ${candidates.map((one) => one.factId)}::text[],
        ${candidates.map((one) => one.until)}::text[]) as x(id, fact_id, until)
      on conflict (ctx, uncertainty_id, fact_id) do update set recorded_until = excluded.recorded_until`,
    { name: "graph.put_candidates" },
  );
  await Promise.all([stored, named]);
}

function decisionColumns(author: Author): Column<Omit<Decision, "proposal">>[] {
  return [
    { name: "id", type: "text", of: (one) => one.id },
    { name: "kind", type: "text", of: (one) => one.kind },
    { name: "rule", type: "text", of: (one) => one.rule },
    { name: "record_id", type: "text", of: (one) => one.recordId },
    { name: "turn_id", type: "text", of: (one) => one.turnId },
    { name: "evidence", type: "jsonb", of: (one) => JSON.stringify(one.evidence) },
    { name: "trace_id", type: "text", of: () => author.traceId },
    { name: "principal", type: "text", of: () => author.principal },
    { name: "delegated", type: "text", of: () => author.delegated },
    { name: "key_id", type: "text", of: () => author.keyId },
    { name: "recorded_at", type: "timestamptz", of: () => author.now },
  ];
}
