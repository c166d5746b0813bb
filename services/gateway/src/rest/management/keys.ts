import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { keyDetail, keyDetails, mintedKey } from "../../answers/access.ts";
import { accessOperation } from "../../idempotency.ts";
import { route, type Route } from "../../route.ts";
import { keyId } from "../../schemas/access.ts";
import { grants } from "../../schemas/scopes.ts";
import { maxTtlSeconds, name, timestamp } from "../../schemas/text.ts";
import { rotationQuery, ttlQuery } from "../access/keys.ts";
import { nextLink, pageOf, pageQuery } from "../access/paging.ts";
import { keyBody, mintedKeyBody } from "../answers.ts";
import { contextParams, ctx, keyParams, principalParams } from "./params.ts";

const keyPath = "/contexts/{ctx}/principals/{principalId}/keys/{name}";

const keyRequest = z
  .strictObject({ grants: grants.nullish(), ttlSeconds: z.int().min(1).max(maxTtlSeconds).nullish() })
  .meta({ id: "ContextKeyRequest" })
  .nullish();

const verifierRequest = z
  .strictObject({
    keyId,
    verifier: z.string().regex(/^[0-9a-fA-F]{64}$/, "must be a SHA-256 in hexadecimal"),
    grants: grants.nullish(),
    expiresAt: timestamp.nullish(),
  })
  .meta({ id: "KeyVerifierRequest" });

/** The keys of a context's principals, for management. */
export function managedKeyRoutes(service: AuthService<Call>): Route[] {
  const plane = "management";
  const lists: {
    operationId: string;
    path: string;
    params: z.ZodType<{ ctx: string; principalId?: string }>;
    summary: string;
  }[] = [
    { operationId: "listContextKeys", path: "/contexts/{ctx}/keys", params: contextParams, summary: "A context's keys" },
    {
      operationId: "listContextPrincipalKeys",
      path: "/contexts/{ctx}/principals/{principalId}/keys",
      params: principalParams,
      summary: "A principal's keys",
    },
  ];
  return [
    ...lists.map(({ operationId, path, params, summary }) =>
      route({
        operationId,
        method: "get",
        path,
        plane,
        summary,
        status: 200,
        params,
        query: z.strictObject(pageQuery),
        answer: keyDetails,
        async handle({ params: given, query, call, request }) {
          const wanted = { contextId: given.ctx, principalId: given.principalId ?? "", page: pageOf(query) };
          const { keys, next } = await service.listContextKeys(wanted, call);
          return { headers: nextLink(request.path, query, next), body: keys.map(keyBody) };
        },
      }),
    ),
    route({
      operationId: "mintContextKey",
      method: "post",
      path: keyPath,
      plane,
      summary: "Mint a key for a principal",
      status: 201,
      repetition: "own",
      params: keyParams,
      query: ttlQuery,
      body: keyRequest,
      answer: mintedKey,
      async handle({ params, query, body, call, operation }) {
        const wanted = {
          contextId: params.ctx,
          principalId: params.principalId,
          name: params.name,
          grants: body?.grants ? grantsMessage(body.grants) : null,
          ttlSeconds: body?.ttlSeconds ?? query.ttlSeconds ?? 0,
          operation: accessOperation(operation),
        };
        return { body: mintedKeyBody(await service.mintPrincipalKey(wanted, call)) };
      },
    }),
    route({
      operationId: "registerContextKey",
      method: "put",
      path: keyPath,
      plane,
      summary: "Register a key whose secret the caller made",
      status: 200,
      repetition: "own",
      params: keyParams,
      body: verifierRequest,
      answer: keyDetail,
      async handle({ params, body, call, operation }) {
        const wanted = {
          contextId: params.ctx,
          principalId: params.principalId,
          name: params.name,
          keyId: body.keyId,
          verifier: body.verifier.toLowerCase(),
          grants: body.grants ? grantsMessage(body.grants) : null,
          expiresAt: body.expiresAt ?? "",
          operation: accessOperation(operation),
        };
        return { body: keyBody(await service.registerKeyVerifier(wanted, call)) };
      },
    }),
    route({
      operationId: "revokeContextKey",
      method: "delete",
      path: keyPath,
      plane,
      summary: "Revoke a principal's key, and those that were minted with it",
      status: 204,
      repetition: "own",
      params: keyParams,
      async handle({ params, call, operation }) {
        const { principalId, name: keyName } = params;
        const ref = { contextId: params.ctx, principalId, name: keyName, operation: accessOperation(operation) };
        const { also } = await service.revokeContextKey(ref, call);
        return { alsoDone: also.map((id) => ({ name: id })) };
      },
    }),
    route({
      operationId: "rotateContextKey",
      method: "post",
      path: `${keyPath}/rotate`,
      plane,
      summary: "Give a principal's key a new secret",
      status: 200,
      repetition: "own",
      params: z.strictObject({ ctx, principalId: name(128), name: name(128) }),
      query: rotationQuery,
      answer: mintedKey,
      async handle({ params, query, call, operation }) {
        const wanted = {
          contextId: params.ctx,
          principalId: params.principalId,
          name: params.name,
          ttlSeconds: query.ttlSeconds ?? 0,
          overlapSeconds: query.overlapSeconds ?? 0,
          operation: accessOperation(operation),
        };
        return { body: mintedKeyBody(await service.rotateContextKey(wanted, call)) };
      },
    }),
  ];
}
