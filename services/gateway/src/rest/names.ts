import { parseEntityReference } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph, GraphService } from "@loci/protos";
import { z } from "zod";
import { alias, aliasListResponse, merge, mergeListResponse } from "../answers/names.ts";
import { operationMessage } from "../idempotency.ts";
import { route, type Route } from "../route.ts";
import { content, entityRef, integerText, name } from "../schemas/text.ts";
import { orNull, present } from "./answers.ts";
import { entityParams } from "./entities.ts";

const reason = content(2_000);

/** Aliases of entities, and which entities are the same. */
export function nameRoutes(service: GraphService<Call>): Route[] {
  return [
    route({
      operationId: "listAliases",
      method: "get",
      path: "/entities/{entityType}/{entityName}/aliases",
      plane: "data",
      summary: "An entity's other names",
      status: 200,
      params: z.strictObject(entityParams),
      answer: aliasListResponse,
      async handle({ params, call }) {
        const { aliases } = await service.listAliases({ type: params.entityType, name: params.entityName }, call);
        return { body: { aliases: aliases.map(aliasBody) } };
      },
    }),
    route({
      operationId: "addAlias",
      method: "post",
      path: "/entities/{entityType}/{entityName}/aliases",
      plane: "data",
      summary: "Give an entity another name",
      status: 201,
      repetition: "own",
      params: z.strictObject(entityParams),
      body: z
        .strictObject({ alias: name(256), reason: reason.nullish() })
        .meta({ id: "AliasRequest", examples: [{ alias: "Wilhelmina" }] }),
      answer: alias,
      async handle({ params, body, call, operation }) {
        const entity = { type: params.entityType, name: params.entityName };
        const wanted = { entity, alias: body.alias, reason: body.reason ?? "", operation: operationMessage(operation) };
        return { body: aliasBody(await service.addAlias(wanted, call)) };
      },
    }),
    route({
      operationId: "removeAlias",
      method: "delete",
      path: "/entities/{entityType}/{entityName}/aliases/{alias}",
      plane: "data",
      summary: "Take an entity's other name away",
      status: 204,
      repetition: "own",
      params: z.strictObject({ ...entityParams, alias: name(256) }),
      async handle({ params, call, operation }) {
        const entity = { type: params.entityType, name: params.entityName };
        const wanted = { entity, alias: params.alias, reason: "", operation: operationMessage(operation) };
        await service.removeAlias(wanted, call);
        return {};
      },
    }),
    route({
      operationId: "listMerges",
      method: "get",
      path: "/merges",
      plane: "data",
      summary: "Which entities were said to be the same",
      status: 200,
      query: z.strictObject({ limit: integerText(1, 500).nullish(), offset: integerText(0, 1_000_000).nullish() }),
      answer: mergeListResponse,
      async handle({ query, call }) {
        const { merges, total } = await service.listMerges({ limit: query.limit ?? 100, offset: query.offset ?? 0 }, call);
        return { body: { merges: merges.map(mergeBody), total } };
      },
    }),
    route({
      operationId: "mergeEntities",
      method: "post",
      path: "/merges",
      plane: "data",
      summary: "Say that two entities are the same",
      status: 201,
      repetition: "own",
      body: z.strictObject({ keep: entityRef, merge: entityRef, reason }).meta({
        id: "MergeRequest",
        examples: [{ keep: "Person/Mina", merge: "Person/Wilhelmina", reason: "One person, two names." }],
      }),
      answer: merge,
      async handle({ body, call, operation }) {
        const [keep, merged] = await Promise.all([body.keep, body.merge].map((ref) => entityNamed(service, ref, call)));
        const wanted = { keep: keep ?? null, merge: merged ?? null, reason: body.reason, operation: operationMessage(operation) };
        return { body: mergeBody(await service.mergeEntities(wanted, call)) };
      },
    }),
    route({
      operationId: "undoMerge",
      method: "post",
      path: "/merges/{mergeId}/undo",
      plane: "data",
      summary: "Take a merge back: both entities are as they were",
      status: 200,
      repetition: "own",
      params: z.strictObject({ mergeId: name(256) }),
      body: z.strictObject({ reason: reason.nullish() }).meta({ id: "UndoMergeRequest" }).nullish(),
      answer: merge,
      async handle({ params, body, call, operation }) {
        const wanted = { id: params.mergeId, reason: body?.reason ?? "", operation: operationMessage(operation) };
        return { body: mergeBody(await service.undoMerge(wanted, call)) };
      },
    }),
  ];
}

/** The type and name of an entity that is named, or whose id is given. */
async function entityNamed(service: GraphService<Call>, ref: string, call: Call): Promise<graph.EntityName> {
  const reference = parseEntityReference(ref);
  if (reference?.form === "entity") return { type: reference.type, name: reference.name };
  const { entity } = present((await service.inspect({ lens: null, ref, time: null }, call)).entity);
  const { entityType: type, name: own } = present(entity);
  return { type, name: own };
}

function aliasBody({ entityId, entity, alias: other, createdAt, source }: graph.Alias): z.input<typeof alias> {
  return { entityId, entity, alias: other, createdAt, source };
}

function mergeBody({ id, kept, merged, reason: why, createdAt, undoneAt, principal }: graph.Merge): z.input<typeof merge> {
  return { id, kept, merged, reason: why, createdAt, undoneAt: orNull(undoneAt), principal };
}
