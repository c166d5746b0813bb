import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { mintedToken, principal } from "../../answers/access.ts";
import { accessOperation } from "../../idempotency.ts";
import { route, type Route } from "../../route.ts";
import { principalKind } from "../../schemas/access.ts";
import { grants } from "../../schemas/scopes.ts";
import { line, maxTtlSeconds, title } from "../../schemas/text.ts";
import { principalBody, principalRoutes } from "../access/principals.ts";
import { mintedKeyBody } from "../answers.ts";
import { contextParams, ctx, principalParams } from "./params.ts";

const changeRequest = z
  .strictObject({
    displayName: title(128).nullish(),
    kind: principalKind.nullish(),
    grants: grants.nullish(),
    externalId: line(256).nullish(),
  })
  .meta({ id: "PrincipalChangeRequest" });

const tokenRequest = z
  .strictObject({
    externalId: line(256),
    ttlSeconds: z.int().min(1, "must be at least 1").max(maxTtlSeconds),
    displayName: title(128).nullish(),
    grants: grants.nullish(),
  })
  .meta({ id: "AccessTokenRequest" });

/** A context's principals, for management: what its own administrators may do, and what they may not. */
export function managedPrincipalRoutes(service: AuthService<Call>): Route[] {
  const plane = "management";
  return [
    ...principalRoutes(service, { plane, base: "/contexts/{ctx}", params: { ctx } }),
    route({
      operationId: "updateContextPrincipal",
      method: "patch",
      path: "/contexts/{ctx}/principals/{principalId}",
      plane,
      summary: "Change a principal; grants replace all that were there",
      status: 200,
      repetition: "own",
      params: principalParams,
      body: changeRequest,
      answer: principal,
      async handle({ params, body, call, operation }) {
        const wanted = {
          contextId: params.ctx,
          id: params.principalId,
          displayName: body.displayName ?? "",
          kind: body.kind ?? "",
          grants: body.grants ? grantsMessage(body.grants) : null,
          externalId: body.externalId ?? "",
          clearExternalId: body.externalId === null,
          operation: accessOperation(operation),
        };
        return { body: principalBody(await service.updatePrincipal(wanted, call)) };
      },
    }),
    route({
      operationId: "deleteContextPrincipal",
      method: "delete",
      path: "/contexts/{ctx}/principals/{principalId}",
      plane,
      summary: "Delete a principal; its keys stop",
      status: 204,
      repetition: "own",
      params: principalParams,
      async handle({ params, call, operation }) {
        const ref = { contextId: params.ctx, id: params.principalId, operation: accessOperation(operation) };
        await service.deletePrincipal(ref, call);
        return {};
      },
    }),
    route({
      operationId: "mintAccessToken",
      method: "post",
      path: "/contexts/{ctx}/access-tokens",
      plane,
      summary: "Broker a token for somebody known elsewhere",
      status: 201,
      repetition: "own",
      params: contextParams,
      body: tokenRequest,
      answer: mintedToken,
      async handle({ params, body, call, operation }) {
        const wanted = {
          contextId: params.ctx,
          externalId: body.externalId,
          ttlSeconds: body.ttlSeconds,
          displayName: body.displayName ?? "",
          grants: body.grants ? grantsMessage(body.grants) : null,
          operation: accessOperation(operation),
        };
        const minted = await service.mintAccessToken(wanted, call);
        return { body: { ...mintedKeyBody(minted), principalId: minted.principalId } };
      },
    }),
  ];
}
