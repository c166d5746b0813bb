import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { common, graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { namedEntities } from "../rpc/details.ts";
import { writing, type Writing } from "../rpc/writing.ts";
import { storeDecisions } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import { aliasesOf, endAlias, insertAlias, takenNames, type AliasRecord } from "../store/names.ts";
import { present } from "../store/time-view.ts";
import { changeable, requiredName } from "./called.ts";

const maxReason = 2_000;

/**
 * Gives an entity another name: under each ScopeSet that the caller may write, and there statements about the alias are about it.
 * @throws LociError `conflict` where another entity of the type is called so already
 */
export async function addAlias(parts: Parts, request: graph.AliasRequest, call: Call): Promise<graph.Alias> {
  const name = requiredName("/entity", request.entity);
  const alias = requiredName("/alias", { type: name.type, name: request.alias });
  const reason = text("/reason", request.reason, maxReason);
  return writing(parts, call, { verb: "memory:write", operation: request.operation, deed: ["addAlias"] }, async (write) => {
    const entities = await changeable(write, name);
    const entityIds = entities.map((entity) => entity.id);
    const { tx, contextId, author, now } = write;
    const scopeSets = entities.map((entity) => entity.scopeSet);
    const taken = await takenNames(tx, contextId, alias, scopeSets);
    if (taken.some((id) => !entityIds.includes(id)) || entities.some((entity) => entity.nameNorm === alias.nameNorm)) {
      throw new LociError("conflict", "An entity of this type has this name already. Entities that are the same can be merged.");
    }
    const { principal } = author;
    const given = { entityIds, name: alias.name, nameNorm: alias.nameNorm, turnId: "", principal, reason, now };
    await record(parts, write, "alias_added", await insertAlias(tx, contextId, given), { alias: alias.name, reason });
    const stored = await aliasesOf(tx, { ...write.sight, scopeSets: null }, entityIds);
    const made = stored.find((one) => one.nameNorm === alias.nameNorm);
    if (made === undefined) throw new LociError("internal", "The alias was not stored.");
    return aliasMessage(made);
  });
}

/** Takes an alias back: what was said under it stays where it is. */
export async function removeAlias(parts: Parts, request: graph.AliasRequest, call: Call): Promise<common.Empty> {
  const name = requiredName("/entity", request.entity);
  const alias = requiredName("/alias", { type: name.type, name: request.alias });
  const reason = text("/reason", request.reason, maxReason);
  return writing(parts, call, { verb: "memory:write", operation: request.operation, deed: ["removeAlias"] }, async (write) => {
    const entityIds = (await changeable(write, name)).map((entity) => entity.id);
    const { nameNorm } = alias;
    const { principal, now } = write.author;
    const ended = await endAlias(write.tx, write.contextId, { entityIds, nameNorm, principal, now });
    if (ended.length === 0) throw new LociError("not_found", "The entity has no such alias.");
    await record(parts, write, "alias_removed", ended, { alias: alias.name, reason });
    return {};
  });
}

/** The aliases of an entity and of what was merged with it. */
export async function listAliases(parts: Parts, request: graph.EntityName, call: Call): Promise<graph.ListAliasesResponse> {
  return reading(parts, call, present, async (read) => {
    const entities = await namedEntities(read, request.type, request.name);
    const ids = entities.map((entity) => entity.id);
    return { aliases: (await aliasesOf(read.tx, read.sight, ids)).map(aliasMessage) };
  });
}

async function record(
  parts: Parts,
  { tx, contextId, author }: Writing,
  rule: string,
  entityIds: readonly string[],
  evidence: { readonly alias: string; readonly reason: string },
): Promise<void> {
  const decisions = entityIds.map((recordId) => ({
    ...{ id: parts.ids("decision"), kind: "update" as const, rule, recordId, turnId: "", evidence },
  }));
  await storeDecisions(tx, contextId, decisions, author);
  await announce(tx, contextId, entityIds);
}

function aliasMessage({ entityId, entity, alias, recordedAt, source }: AliasRecord): graph.Alias {
  return { entityId, entity, alias, createdAt: recordedAt, source };
}
