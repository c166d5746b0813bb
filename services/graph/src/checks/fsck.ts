import { invalidField, LociError, rootPath, toTimestamp } from "@loci/kernel";
import { pauser, principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer, oneOf } from "../rpc/checks.ts";
import { reading, type Parts, type Reading } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import { apply } from "../store/apply.ts";
import { announce, lockContext } from "../store/feed.ts";
import { deleteStrayVectors, freeStrayStatements, weakUncertainties } from "../store/fsck-repair.ts";
import { contradictions, entityNames, textsAfter, textTables, unscopedRows } from "../store/fsck.ts";
import { factsById } from "../store/read-facts.ts";
import { present } from "../store/time-view.ts";
import { injectionsIn } from "./injection.ts";
import { similarNames } from "./similar-names.ts";

const checks = ["", "contradictions", "duplicates", "injection", "unscoped"] as const;
const mostNames = 20_000;
const textPage = 100;
/** So many texts of each kind are read at most. */
const mostTexts = 100_000;

/**
 * Looks over what the caller may read. With `repair` also puts right, in the whole context, what the rules can: statements
 * without their fact, vectors without their record, uncertainties without two sides.
 * @throws LociError `forbidden` without memory:read, and for a repair without grant:manage over "/"
 */
export async function fsck(parts: Parts, request: graph.FsckRequest, call: Call): Promise<graph.FsckReport> {
  const check = oneOf("/check", request.check, checks);
  const threshold = request.duplicateThreshold === 0 ? 0.9 : request.duplicateThreshold;
  if (!(threshold > 0 && threshold <= 1)) throw invalidField("/duplicateThreshold", "must be above 0 and at most 1");
  const limit = integer("/maxResults", request.maxResults, 0, 1_000) || 100;
  if (request.repair && !regionFor(call, "grant:manage").includes(rootPath)) {
    throw new LociError("forbidden", 'A repair needs grant:manage over "/".');
  }
  const repaired = request.repair ? await repair(parts, call) : 0;
  return reading(parts, call, present, async (read) => {
    const asked = <T>(name: (typeof checks)[number], find: () => Promise<T[]>) => (check === "" || check === name ? find() : []);
    const found = {
      contradictions: await asked("contradictions", () => findContradictions(read, limit)),
      duplicates: await asked("duplicates", () => findDuplicates(read, threshold, limit)),
      injection: await asked("injection", () => findInjections(read, limit)),
      unscopedContent: await asked("unscoped", () => findUnscoped(read)),
    };
    const total = Object.values(found).reduce((sum, list) => sum + list.length, 0);
    return { ...found, total, repaired };
  });
}

async function findContradictions({ tx, sight }: Reading, limit: number): Promise<graph.ContradictionFinding[]> {
  const open = await contradictions(tx, sight, limit);
  const candidates = open.flatMap((one) => one.candidates);
  const facts = candidates.length === 0 ? [] : await factsById(tx, sight, candidates);
  const values = new Map(facts.map((fact) => [fact.id, fact.objectName || fact.value]));
  return open.map(({ id, entity, key, candidates: sides }) => ({
    ...{ entity, key, uncertaintyId: id, values: sides.flatMap((side) => values.get(side) ?? []) },
  }));
}

async function findDuplicates({ tx, sight }: Reading, threshold: number, limit: number): Promise<graph.DuplicateFinding[]> {
  const names = await entityNames(tx, sight, mostNames);
  const labels = new Map(names.map((one) => [one.id, one.label]));
  const label = (id: string) => labels.get(id) ?? "";
  return similarNames(names, threshold, limit).map(({ a, b, similarity }) => ({
    entityA: label(a),
    entityB: label(b),
    similarity,
  }));
}

async function findInjections({ tx, sight }: Reading, limit: number): Promise<graph.InjectionFinding[]> {
  const pause = pauser();
  const found: graph.InjectionFinding[] = [];
  for (const table of textTables) {
    let after = "";
    for (let read = 0; read < mostTexts && found.length < limit; read += textPage) {
      const texts = await textsAfter(tx, sight, table, after, textPage);
      for (const { id, text } of texts) {
        await pause();
        found.push(...injectionsIn(text).map((one) => ({ ...one, rowId: id })));
      }
      if (texts.length < textPage) break;
      after = texts.at(-1)?.id ?? "";
    }
  }
  return found.slice(0, limit);
}

/** Whoever's region is not all of the context sees no such row. */
async function findUnscoped({ tx, sight }: Reading): Promise<graph.UnscopedContentFinding[]> {
  const rows = sight.scopeSets === null ? await unscopedRows(tx, sight.contextId) : [];
  return rows.map(({ table, count, sampleIds }) => ({ table, count, sampleIds: [...sampleIds] }));
}

async function repair(parts: Parts, call: Call): Promise<number> {
  const { contextId, principalId: principal, delegatedPrincipalId: delegated, keyId } = principalOf(call);
  const now = toTimestamp(parts.clock());
  return parts.database.inContext(contextId, async (tx) => {
    await lockContext(tx, contextId);
    const vectors = await deleteStrayVectors(tx, contextId);
    const statements = await freeStrayStatements(tx, contextId);
    const weak = await weakUncertainties(tx, contextId);
    const changes = await decideAgain(parts, tx, contextId, [...statements, ...weak], now);
    const changed = await apply(parts, tx, contextId, changes, { principal, delegated, keyId, traceId: call.traceId, now });
    await announce(tx, contextId, changed);
    return vectors + statements.length + changes.uncertainties.length;
  });
}
