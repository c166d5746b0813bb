import type { Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { scopeNode, scopeNodes } from "../../answers/access.ts";
import { verbs } from "../../answers/management.ts";
import { accessOperation } from "../../idempotency.ts";
import { route, type Route } from "../../route.ts";
import { scopePath } from "../../schemas/scopes.ts";
import { nextLink, pageOf, pageQuery } from "../access/paging.ts";
import { scopeRequest } from "../access/scopes.ts";
import { scopeBody } from "../answers.ts";
import { verbCatalog } from "../verbs.ts";
import { managedAuditRoutes, type AuditServices } from "../audit.ts";
import { contextRoutes } from "./contexts.ts";
import { managedKeyRoutes } from "./keys.ts";
import { contextParams } from "./params.ts";
import { managedPrincipalRoutes } from "./principals.ts";
import { contextStateRoute } from "./state.ts";
import { managedUpkeepRoutes, type UpkeepServices } from "./upkeep.ts";

/** The control plane: contexts and who may enter them. */
export function managementRoutes(services: UpkeepServices & AuditServices): Route[] {
  const { auth } = services;
  return [
    route({
      operationId: "listVerbs",
      method: "get",
      path: "/verbs",
      plane: "management",
      summary: "The grant verbs",
      status: 200,
      answer: verbs,
      handle: () => ({ body: verbCatalog }),
    }),
    ...contextRoutes(auth),
    contextStateRoute(services),
    ...managedScopeRoutes(auth),
    ...managedPrincipalRoutes(auth),
    ...managedKeyRoutes(auth),
    ...managedUpkeepRoutes(services),
    ...managedAuditRoutes(services),
  ];
}

function managedScopeRoutes(service: AuthService<Call>): Route[] {
  const plane = "management";
  return [
    route({
      operationId: "listContextScopes",
      method: "get",
      path: "/contexts/{ctx}/scopes",
      plane,
      summary: "A context's scopes",
      status: 200,
      params: contextParams,
      query: z.strictObject({ ...pageQuery, includeTombstoned: z.enum(["true", "false"]).nullish() }),
      answer: scopeNodes,
      async handle({ params, query, call, request }) {
        const includeTombstoned = query.includeTombstoned === "true";
        const wanted = { contextId: params.ctx, page: pageOf(query), includeTombstoned };
        const { scopes, next } = await service.listContextScopes(wanted, call);
        return { headers: nextLink(request.path, query, next), body: scopes.map(scopeBody) };
      },
    }),
    route({
      operationId: "registerContextScope",
      method: "post",
      path: "/contexts/{ctx}/scopes",
      plane,
      summary: "Register a scope path in a context",
      status: 201,
      repetition: "own",
      params: contextParams,
      body: scopeRequest,
      answer: scopeNode,
      async handle({ params, body: { path, displayName, description }, call, operation }) {
        const named = { displayName: displayName ?? "", description: description ?? "" };
        const wanted = { contextId: params.ctx, path, ...named, operation: accessOperation(operation) };
        return { body: scopeBody(await service.registerContextScope(wanted, call)) };
      },
    }),
    route({
      operationId: "deleteContextScope",
      method: "delete",
      path: "/contexts/{ctx}/scopes",
      plane,
      summary: "Remove a scope path and all below it; records keep theirs",
      status: 204,
      repetition: "own",
      params: contextParams,
      query: z.strictObject({ path: scopePath }),
      async handle({ params, query, call, operation }) {
        await service.deleteScope({ contextId: params.ctx, path: query.path, operation: accessOperation(operation) }, call);
        return {};
      },
    }),
  ];
}
