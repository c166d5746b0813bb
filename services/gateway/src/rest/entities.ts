import type { Call } from "@loci/platform/call";
import type { graph, GraphService } from "@loci/protos";
import { z } from "zod";
import { route, type Route } from "../route.ts";
import { integerText, name } from "../schemas/text.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { clausesOf, orNull } from "./answers.ts";

const defaultLimit = 100;
const maxLimit = 500;
const maxOffset = 1_000_000;

const entityParams = { entityType: name(64), entityName: name(256) };
const timeQuery = z.strictObject(timeFields);

/** What is known of things and people, at any of the three times. */
export function entityRoutes(service: GraphService<Call>): Route[] {
  return [
    route({
      method: "get",
      path: "/entities",
      plane: "data",
      summary: "The entities that the caller may see",
      status: 200,
      query: z.strictObject({
        type: name(64).nullish(),
        limit: integerText(1, maxLimit).nullish(),
        offset: integerText(0, maxOffset).nullish(),
        ...timeFields,
      }),
      async handle({ query, call }) {
        const { type, limit, offset } = query;
        const page = { type: type ?? "", limit: limit ?? defaultLimit, offset: offset ?? 0, time: timeViewOf(query) };
        const { entities, total } = await service.listEntities(page, call);
        return { body: { entities, total } };
      },
    }),
    route({
      method: "get",
      path: "/entities/{entityType}/{entityName}",
      plane: "data",
      summary: "One entity with its attributes and relations",
      status: 200,
      params: z.strictObject(entityParams),
      query: timeQuery,
      async handle({ params, query, call }) {
        const wanted = { type: params.entityType, name: params.entityName, time: timeViewOf(query) };
        const view = await service.getEntity(wanted, call);
        return {
          body: {
            entity: view.entity,
            attributes: view.attributes.map(attributeBody),
            relations: view.relations.map(relationBody),
            uncertainties: view.uncertainties,
          },
        };
      },
    }),
    route({
      method: "get",
      path: "/entities/{entityType}/{entityName}/history/{key}",
      plane: "data",
      summary: "Every value that a key had",
      status: 200,
      params: z.strictObject({ ...entityParams, key: name(64) }),
      query: timeQuery,
      async handle({ params, query, call }) {
        const wanted = { type: params.entityType, name: params.entityName, key: params.key, time: timeViewOf(query) };
        const { history } = await service.getHistory(wanted, call);
        return { body: { history: history.map(attributeBody) } };
      },
    }),
  ];
}

/** An AttributeDetail; a relation in a key's history has its object's name as value. */
function attributeBody(fact: graph.FactDetail): object {
  return { entity: fact.entity, key: fact.key, value: fact.value, ...factBody(fact) };
}

function relationBody(fact: graph.FactDetail): object {
  return { subject: fact.entity, label: fact.key, object: fact.target === "" ? fact.value : fact.target, ...factBody(fact) };
}

function factBody(fact: graph.FactDetail): object {
  const sources = fact.sources.map(sourceBody);
  return {
    id: fact.id,
    kind: fact.kind,
    entityId: fact.entityId,
    memoryCategory: fact.memoryCategory,
    importance: fact.importance,
    confidence: fact.confidence,
    stream: fact.stream,
    scopes: clausesOf(fact.scopes),
    createdAt: fact.createdAt,
    knownUntil: orNull(fact.knownUntil),
    validFrom: orNull(fact.validFrom),
    validUntil: orNull(fact.validUntil),
    validPrecision: orNull(fact.validPrecision),
    recordedAt: fact.recordedAt,
    recordedUntil: orNull(fact.recordedUntil),
    supersedes: orNull(fact.supersedes),
    supersededBy: orNull(fact.supersededBy),
    source: sources[0] ?? null,
    sources,
    uncertaintyIds: fact.uncertaintyIds,
  };
}

function sourceBody(source: graph.SourceRef): object {
  const { kind, spanStart, spanEnd } = source;
  // A span of nothing says that the caller itself, not a place in a text, is the source.
  const span = spanEnd > spanStart ? { spanStart, spanEnd } : {};
  return { kind, ref: orNull(source.ref), sessionId: orNull(source.sessionId), ...span };
}
