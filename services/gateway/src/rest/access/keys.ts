import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { keyDetails, mintedKey } from "../../answers/access.ts";
import { accessOperation } from "../../idempotency.ts";
import { route, type Route } from "../../route.ts";
import { keyName } from "../../schemas/access.ts";
import { grants } from "../../schemas/scopes.ts";
import { integerText, maxTtlSeconds, name } from "../../schemas/text.ts";
import { keyBody, mintedKeyBody } from "../answers.ts";
import { nextLink, pageOf, pageQuery } from "./paging.ts";

/** Thirty days: an overlap is there to roll out a new secret. */
const maxOverlapSeconds = 30 * 24 * 3_600;

/** How long a key lives and, in a rotation, its old secret; in the URL. */
export const ttlQuery = z.strictObject({ ttlSeconds: integerText(1, maxTtlSeconds).nullish() });
export const rotationQuery = z.strictObject({ ...ttlQuery.shape, overlapSeconds: integerText(0, maxOverlapSeconds).nullish() });

const keyParams = z.strictObject({ name: name(128) });

/** The caller's own keys; for an administrator all of them. */
export function keyRoutes(service: AuthService<Call>): Route[] {
  return [
    route({
      operationId: "listKeys",
      method: "get",
      path: "/keys",
      plane: "data",
      summary: "The caller's key; all keys for an administrator",
      status: 200,
      query: z.strictObject(pageQuery),
      answer: keyDetails,
      async handle({ query, call, request }) {
        const { keys, next } = await service.listKeys({ contextId: "", principalId: "", page: pageOf(query) }, call);
        return { headers: nextLink(request.path, query, next), body: keys.map(keyBody) };
      },
    }),
    route({
      operationId: "mintKey",
      method: "post",
      path: "/keys",
      plane: "data",
      summary: "Mint a key for the caller's own principal",
      status: 201,
      repetition: "own",
      query: ttlQuery,
      body: z
        .strictObject({ name: keyName.nullish(), grants: grants.nullish() })
        .meta({ id: "MintKeyBody", examples: [{ name: "laptop", grants: { "memory:read": ["/team/support"] } }] })
        .nullish(),
      answer: mintedKey,
      async handle({ query, body, call, operation }) {
        const narrowed = body?.grants ? grantsMessage(body.grants) : null;
        const life = { ttlSeconds: query.ttlSeconds ?? 0 };
        const wanted = { name: body?.name ?? "", grants: narrowed, ...life, operation: accessOperation(operation) };
        return { body: mintedKeyBody(await service.mintOwnKey(wanted, call)) };
      },
    }),
    route({
      operationId: "revokeKey",
      method: "delete",
      path: "/keys/{name}",
      plane: "data",
      summary: "Revoke a key, and those that were minted with it",
      status: 204,
      repetition: "own",
      params: keyParams,
      async handle({ params, call, operation }) {
        const ref = { contextId: "", principalId: "", name: params.name, operation: accessOperation(operation) };
        const { also } = await service.revokeKey(ref, call);
        return { alsoDone: also.map((id) => ({ name: id })) };
      },
    }),
    route({
      operationId: "rotateKey",
      method: "post",
      path: "/keys/{name}/rotate",
      plane: "data",
      summary: "Give a key a new secret",
      status: 200,
      repetition: "own",
      params: keyParams,
      query: rotationQuery,
      answer: mintedKey,
      async handle({ params, query, call, operation }) {
        const life = { ttlSeconds: query.ttlSeconds ?? 0, overlapSeconds: query.overlapSeconds ?? 0 };
        const ref = { contextId: "", principalId: "", name: params.name, operation: accessOperation(operation) };
        return { body: mintedKeyBody(await service.rotateKey({ ...ref, ...life }, call)) };
      },
    }),
  ];
}
