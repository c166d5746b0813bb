import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { auth, AuthService } from "@loci/protos";
import { z } from "zod";
import { effectiveGrants, principal, principals } from "../../answers/access.ts";
import { accessOperation, type Operation } from "../../idempotency.ts";
import { route, type Plane, type Route } from "../../route.ts";
import { principalId, principalKind } from "../../schemas/access.ts";
import { grants, scopePath, scopePattern, verb } from "../../schemas/scopes.ts";
import { line, name, timestamp, title } from "../../schemas/text.ts";
import { grantsBody, orNull } from "../answers.ts";
import { nextLink, pageOf, pageQuery } from "./paging.ts";

const principalRequest = z
  .strictObject({
    id: principalId.nullish(),
    displayName: title(128),
    kind: principalKind,
    grants: grants.nullish(),
    externalId: line(256).nullish(),
  })
  .meta({
    id: "PrincipalRequest",
    examples: [{ id: "helper", displayName: "Helper", kind: "agent", grants: { "memory:read": ["/team/support"] } }],
  });

const grantRequest = z
  .strictObject({ path: scopePattern, verbs: z.array(verb).min(1).max(32) })
  .meta({ id: "GrantRequest", examples: [{ path: "/team/support", verbs: ["memory:read"] }] });

/** Where principals are reached: a context's own administrators know no other context, management names one. */
interface Door {
  readonly plane: Extract<Plane, "data" | "management">;
  readonly base: string;
  readonly params: { readonly ctx?: z.ZodType<string> };
}

/** Principals and their grants, on either plane. */
export function principalRoutes(service: AuthService<Call>, { plane, base, params }: Door): Route[] {
  const ofContext = z.strictObject({ ...params });
  const ofPrincipal = z.strictObject({ ...params, principalId: name(128) });
  const contextOf = (given: { readonly ctx?: unknown }) => (typeof given.ctx === "string" ? given.ctx : "");
  const change = (given: { ctx?: unknown; principalId: string }, body: z.output<typeof grantRequest>, operation: Operation) => ({
    ...{ contextId: contextOf(given), principalId: given.principalId, path: body.path, verbs: body.verbs },
    operation: accessOperation(operation),
  });
  /** Each plane's client has a name of its own for the same thing. */
  const ofPlane = (data: string, management: string) => (plane === "data" ? data : management);
  return [
    route({
      operationId: ofPlane("listPrincipals", "listContextPrincipals"),
      method: "get",
      path: `${base}/principals`,
      plane,
      summary: "The principals that the caller may see",
      status: 200,
      params: ofContext,
      query: z.strictObject(pageQuery),
      answer: principals,
      async handle({ params: given, query, call, request }) {
        const { principals: found, next } = await service.listPrincipals(
          { contextId: contextOf(given), page: pageOf(query) },
          call,
        );
        return { headers: nextLink(request.path, query, next), body: found.map(principalBody) };
      },
    }),
    route({
      operationId: ofPlane("createPrincipal", "createContextPrincipal"),
      method: "post",
      path: `${base}/principals`,
      plane,
      summary: "Create a principal",
      status: 201,
      repetition: "own",
      params: ofContext,
      body: principalRequest,
      answer: principal,
      async handle({ params: given, body, call, operation }) {
        const wanted = {
          contextId: contextOf(given),
          id: body.id ?? "",
          displayName: body.displayName,
          kind: body.kind,
          grants: grantsMessage(body.grants ?? {}),
          externalId: body.externalId ?? "",
          operation: accessOperation(operation),
        };
        return { body: principalBody(await service.createPrincipal(wanted, call)) };
      },
    }),
    route({
      operationId: ofPlane("getPrincipal", "getContextPrincipal"),
      method: "get",
      path: `${base}/principals/{principalId}`,
      plane,
      summary: "One principal",
      status: 200,
      params: ofPrincipal,
      answer: principal,
      handle: async ({ params: given, call }) => ({
        body: principalBody(await service.getPrincipal({ contextId: contextOf(given), id: given.principalId }, call)),
      }),
    }),
    route({
      operationId: ofPlane("getEffectiveGrants", "getContextEffectiveGrants"),
      method: "get",
      path: `${base}/principals/{principalId}/effective`,
      plane,
      summary: "What a principal may do over a path, now or on some day",
      status: 200,
      params: ofPrincipal,
      query: z.strictObject({ path: scopePath, asOf: timestamp.nullish() }),
      answer: effectiveGrants,
      async handle({ params: given, query, call }) {
        const asked = { contextId: contextOf(given), principalId: given.principalId, path: query.path, asOf: query.asOf ?? "" };
        const { path, verbs, asOf } = await service.effectiveGrants(asked, call);
        return { body: { path, verbs, asOf: orNull(asOf) } };
      },
    }),
    route({
      operationId: ofPlane("addGrants", "addContextGrants"),
      method: "post",
      path: `${base}/principals/{principalId}/grants`,
      plane,
      summary: "Give a principal verbs over a path",
      status: 200,
      repetition: "own",
      params: ofPrincipal,
      body: grantRequest,
      answer: principal,
      handle: async ({ params: given, body, call, operation }) => ({
        body: principalBody(await service.addGrants(change(given, body, operation), call)),
      }),
    }),
    route({
      operationId: ofPlane("removeGrants", "removeContextGrants"),
      method: "delete",
      path: `${base}/principals/{principalId}/grants`,
      plane,
      summary: "Take a principal's verbs over a path away",
      status: 200,
      repetition: "own",
      params: ofPrincipal,
      body: grantRequest,
      answer: principal,
      handle: async ({ params: given, body, call, operation }) => ({
        body: principalBody(await service.removeGrants(change(given, body, operation), call)),
      }),
    }),
  ];
}

export function principalBody(message: auth.Principal): z.input<typeof principal> {
  return {
    id: message.id,
    displayName: message.displayName,
    kind: message.kind,
    grants: grantsBody(message.grants) ?? {},
    externalId: orNull(message.externalId),
    createdAt: message.createdAt,
    reserved: message.reserved,
  };
}
