import { confidenceFloor, coversAll, isVisible, rootPath, toTimestamp, type Region, type ScopeSet } from "@loci/kernel";
import { principalOf, regionFor, requireService, type Call } from "@loci/platform/call";
import { personOf } from "../identity/self.ts";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { Draft } from "../memory/draft.ts";
import type { Entity } from "../memory/model.ts";
import { nameKey } from "../memory/proposal.ts";
import { atMost, oneOf, selector, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { systemPrincipal } from "../lifecycle/region.ts";
import { apply } from "../store/apply.ts";
import { markDerived, standingAbout } from "../store/derived.ts";
import { announce, lockContext } from "../store/feed.ts";
import { gather } from "../store/gather.ts";
import { entitiesById } from "../store/read-entities.ts";
import { factsById, type NamedFact } from "../store/read-facts.ts";
import { insertScopeSet, shortKey } from "../store/scope-sets.ts";
import { present } from "../store/time-view.ts";
import { readConclusions, type Conclusion } from "./conclusion.ts";
import { Deduction, type Founded } from "./deduction.ts";

/**
 * Stores what was concluded from facts, as facts of low confidence that name what they follow from. A conclusion without any
 * standing fact of its own group as evidence, or one that somebody said anyway, is left out; a group that the caller may read
 * and not write is told of and not stored.
 */
export async function applyDerived(
  parts: Parts,
  request: graph.ApplyDerivedRequest,
  call: Call,
): Promise<graph.ApplyDerivedResponse> {
  const purpose = oneOf("/purpose", request.purpose, ["consolidate", "elaborate", "reflect"]);
  atMost("/groups", request.groups, 500);
  const asked = request.groups.map((group, i) => ({
    entityId: text(`/groups/${i}/entityId`, group.entityId, 256),
    audience: purpose === "reflect" ? selector(`/groups/${i}/scopes`, group.scopes) : undefined,
    conclusions: readConclusions(`/groups/${i}/facts`, group.facts),
  }));
  const { contextId, read, write, who } = identify(call);
  const now = toTimestamp(parts.clock());
  const author = { ...who, traceId: request.traceId || call.traceId, now };
  const work = async (tx: Transaction): Promise<graph.ApplyDerivedResponse> => {
    if (!request.dryRun) await lockContext(tx, contextId);
    const scopeSets = await parts.scopeSets.load(tx, contextId);
    const sight = { contextId, scopeSets: scopeSets.visibleTo(read), view: present };
    const entities = new Map(
      (
        await entitiesById(
          tx,
          sight,
          asked.map((group) => group.entityId),
        )
      ).map((one) => [one.id, one]),
    );
    const groups = asked.flatMap(({ entityId, audience, conclusions }) => {
      const entity = entities.get(entityId);
      if (entity === undefined) return [];
      const set = audience ?? scopeSets.byKey.get(entity.scopeSet) ?? [[rootPath]];
      const place = { scopeSet: audience === undefined ? entity.scopeSet : shortKey(audience), audience };
      return [{ entity, ...place, conclusions, isCommitted: coversAll(write, set) && !request.dryRun }];
    });
    const cited = groups.flatMap(({ conclusions }) => conclusions.flatMap((one) => one.evidence));
    const facts = new Map((await factsById(tx, sight, cited)).map((fact) => [fact.id, fact]));
    const founded = groups.map((group) => ({ ...group, conclusions: foundedOn(facts, group, scopeSets.byKey) }));
    const all = founded.flatMap(({ scopeSet, conclusions }) => conclusions.map((one) => ({ ...one, scopeSet })));
    const spoken = all.map(({ scopeSet, subject, target, key }) => ({
      subject,
      target,
      key,
      scopeSet,
      statement: { valueNorm: "" },
    }));
    const gathered = await gather(tx, contextId, { entities: [], facts: spoken, instructions: [] }, () => []);
    const met = Map.groupBy(gathered.entities, ({ metBy, entity }) => `${entity.scopeSet} ${metBy}`);
    const known = all.flatMap(({ scopeSet, subject, key }) =>
      (met.get(`${scopeSet} ${nameKey(subject)}`) ?? []).map(({ entity }) => ({ entityId: entity.id, key })),
    );
    const standing = known.length === 0 ? { said: [], concluded: [] } : await standingAbout(tx, contextId, known);
    const around = {
      now,
      ids: parts.ids,
      floor: confidenceFloor,
      covers: () => false,
      personOf: (key: string) => personOf(scopeSets.byKey.get(key), key),
    };
    const draft = (): Draft => new Draft(gathered, around, 0);
    const stored = new Deduction(draft(), gathered, standing, around);
    const previewed = new Deduction(draft(), gathered, standing, around);
    const outcomes = founded.flatMap(({ scopeSet, conclusions, isCommitted }) =>
      conclusions.flatMap((one) => {
        const outcome = (isCommitted ? stored : previewed).add(one, scopeSet);
        if (outcome === undefined) return [];
        return [{ ...outcome, recordId: isCommitted ? outcome.recordId : "", committed: isCommitted }];
      }),
    );
    if (!request.dryRun) {
      for (const { audience, scopeSet, isCommitted } of founded) {
        if (isCommitted && audience && !scopeSets.byKey.has(scopeSet)) await insertScopeSet(tx, contextId, audience);
      }
      const changed = await apply(parts, tx, contextId, stored.draft.changes(), author);
      const committed = founded.flatMap((group) => (group.isCommitted ? [group.entity.id] : []));
      if (committed.length > 0) await markDerived(tx, contextId, committed, purpose, now);
      await announce(tx, contextId, [...changed, ...stored.proven]);
    }
    return { outcomes };
  };
  return parts.database.inContext(contextId, work, { readOnly: request.dryRun });
}

interface Deriving {
  readonly contextId: string;
  readonly read: Region;
  readonly write: Region;
  readonly who: { readonly principal: string; readonly delegated: string; readonly keyId: string };
}

function identify(call: Call): Deriving {
  if (call.caller.kind === "service") {
    const who = { principal: systemPrincipal, delegated: "", keyId: "" };
    return { contextId: requireService(call), read: [rootPath], write: [rootPath], who };
  }
  const { contextId, principalId: principal, delegatedPrincipalId: delegated, keyId, grants } = principalOf(call);
  const who = { principal, delegated, keyId };
  return { contextId, who, read: regionFor(call, "memory:read"), write: grants["memory:write"] ?? [] };
}

interface Group {
  readonly entity: Entity;
  readonly scopeSet: string;
  readonly audience: ScopeSet | undefined;
  readonly conclusions: readonly Conclusion[];
}

/**
 * Each conclusion with the facts that it names, as far as they stand in its own group; without any it is left out. One for an audience of
 * its own is left out where a fact is gone, or not seen by each of its readers.
 */
function foundedOn(
  facts: ReadonlyMap<string, NamedFact>,
  { entity, scopeSet, audience, conclusions }: Group,
  sets: ReadonlyMap<string, ScopeSet>,
): Founded[] {
  const isSeen = (fact: NamedFact) => audience?.every((clause) => isVisible(clause, sets.get(fact.scopeSet) ?? [])) ?? false;
  return conclusions.flatMap((one) => {
    const named = one.evidence.flatMap((id) => facts.get(id) ?? []);
    if (audience !== undefined && !(named.length === one.evidence.length && named.every(isSeen))) return [];
    const own = named.filter((fact) => !fact.derived && (audience !== undefined || fact.scopeSet === scopeSet));
    return own.length === 0 ? [] : [{ ...one, subject: one.subject ?? entity, facts: own }];
  });
}
