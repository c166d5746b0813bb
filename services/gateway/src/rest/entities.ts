import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import { z } from "zod";
import { entityHistoryResponse, entityListResponse, entityResponse } from "../answers/entities.ts";
import { operationMessage } from "../idempotency.ts";
import { route, type Route } from "../route.ts";
import { userField } from "../schemas/person.ts";
import { maxTokensText } from "../schemas/recall.ts";
import { integerText, name } from "../schemas/text.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { withinTokens } from "../within-tokens.ts";
import { endedOf, type Checking } from "./checked-facts.ts";
import { attributeBody, entityBody } from "./fact-bodies.ts";
import { personLens } from "./in-scope.ts";
import { deletedAnswer, purgeAsked, purging, type Following } from "./purging.ts";

const defaultLimit = 100;
const maxLimit = 500;
const maxOffset = 1_000_000;

export const entityParams = { entityType: name(64), entityName: name(256) };
const timeQuery = z.strictObject(timeFields);
/** Lists of an entity, as they are filled where the answer is to be short. */
export const entityLists = ["attributes", "relations", "uncertainties"];

/** What is known of things and people, at any of the three times. */
export function entityRoutes(service: GraphService<Call>, retrieval: Following & Checking): Route[] {
  return [
    route({
      operationId: "listEntities",
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
      answer: entityListResponse,
      async handle({ query, call }) {
        const { type, limit, offset } = query;
        const page = { type: type ?? "", limit: limit ?? defaultLimit, offset: offset ?? 0, time: timeViewOf(query) };
        const { entities, total } = await service.listEntities(page, call);
        return { body: { entities, total } };
      },
    }),
    route({
      operationId: "getEntity",
      method: "get",
      path: "/entities/{entityType}/{entityName}",
      plane: "data",
      summary: "One entity with its attributes and relations",
      status: 200,
      params: z.strictObject(entityParams),
      query: z.strictObject({ ...timeFields, user: userField, maxTokens: maxTokensText }),
      answer: entityResponse,
      async handle({ params, query, call }) {
        const { entityType: type, entityName } = params;
        const wanted = { type, name: entityName, time: timeViewOf(query), lens: personLens(query.user) };
        const view = await service.getEntity(wanted, call);
        const ended = await endedOf(
          [...view.attributes, ...view.relations].map(({ id }) => id),
          wanted.time,
          retrieval,
          call,
        );
        return { body: withinTokens(entityBody(view, ended, call), query.maxTokens, [entityLists]) };
      },
    }),
    route({
      operationId: "deleteEntity",
      method: "delete",
      path: "/entities/{entityType}/{entityName}",
      plane: "data",
      summary: "Forget an entity and what is known of it",
      status: 204,
      repetition: "own",
      params: z.strictObject(entityParams),
      ...purging,
      async handle({ params, query, call, operation }) {
        const entity = { type: params.entityType, name: params.entityName };
        const asked = purgeAsked(query);
        const wanted = { ...entity, operation: operationMessage(operation), ...asked };
        const remove = (replies: string[]) => service.deleteEntity({ ...wanted, replies }, call);
        return deletedAnswer({ asked, record: { entity }, remove }, retrieval, call);
      },
    }),
    route({
      operationId: "getEntityHistory",
      method: "get",
      path: "/entities/{entityType}/{entityName}/history/{key}",
      plane: "data",
      summary: "Every value that a key had",
      status: 200,
      params: z.strictObject({ ...entityParams, key: name(64) }),
      query: timeQuery,
      answer: entityHistoryResponse,
      async handle({ params, query, call }) {
        const wanted = { type: params.entityType, name: params.entityName, key: params.key, time: timeViewOf(query) };
        const { history } = await service.getHistory(wanted, call);
        return { body: { history: history.map((fact) => attributeBody(fact, call)) } };
      },
    }),
  ];
}
