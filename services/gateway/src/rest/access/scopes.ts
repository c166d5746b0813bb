import type { Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { scopeNode, scopeNodes } from "../../answers/access.ts";
import { accessOperation } from "../../idempotency.ts";
import { route, type Route } from "../../route.ts";
import { scopePath } from "../../schemas/scopes.ts";
import { name, title } from "../../schemas/text.ts";
import { scopeBody } from "../answers.ts";
import { nextLink, pageOf, pageQuery } from "./paging.ts";

export const scopeRequest = z
  .strictObject({
    path: scopePath,
    displayName: title(128).nullish(),
    description: name(1024).nullish(),
  })
  .meta({ id: "RegisterScopeRequest", examples: [{ path: "/team/support", displayName: "Support" }] });

/** The scope paths of a context, as far as the caller's region goes. */
export function scopeRoutes(service: AuthService<Call>): Route[] {
  return [
    route({
      operationId: "listScopes",
      method: "get",
      path: "/scopes",
      plane: "data",
      summary: "The registered scopes that the caller may see",
      status: 200,
      query: z.strictObject({ ...pageQuery, includeTombstoned: z.enum(["true", "false"]).nullish() }),
      answer: scopeNodes,
      async handle({ query, call, request }) {
        const includeTombstoned = query.includeTombstoned === "true";
        const { scopes, next } = await service.listScopes({ contextId: "", page: pageOf(query), includeTombstoned }, call);
        return { headers: nextLink(request.path, query, next), body: scopes.map(scopeBody) };
      },
    }),
    route({
      operationId: "registerScope",
      method: "post",
      path: "/scopes",
      plane: "data",
      summary: "Register a scope path",
      status: 201,
      repetition: "own",
      body: scopeRequest,
      answer: scopeNode,
      async handle({ body: { path, displayName, description }, call, operation }) {
        const named = { displayName: displayName ?? "", description: description ?? "" };
        const wanted = { contextId: "", path, ...named, operation: accessOperation(operation) };
        return { body: scopeBody(await service.registerScope(wanted, call)) };
      },
    }),
    route({
      operationId: "deleteScope",
      method: "delete",
      path: "/scopes",
      plane: "data",
      summary: "Remove a scope path and all below it; records keep theirs",
      status: 204,
      repetition: "own",
      query: z.strictObject({ path: scopePath }),
      async handle({ query, call, operation }) {
        await service.deleteScope({ contextId: "", path: query.path, operation: accessOperation(operation) }, call);
        return {};
      },
    }),
  ];
}
