import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { AuthService } from "@loci/protos";
import { z } from "zod";
import { route, type Route } from "../route.ts";
import { grants, scopePath } from "../schemas/scopes.ts";
import { integerText, maxTtlSeconds, name } from "../schemas/text.ts";
import { grantsBody, keyBody, mintedKeyBody, orNull, scopeBody } from "./answers.ts";

export const scopeRequest = z.strictObject({
  path: scopePath,
  displayName: name(256).nullish(),
  description: name(1024).nullish(),
});

/** How long a key lives and, in a rotation, its old secret; in the URL. */
export const ttlQuery = z.strictObject({ ttlSeconds: integerText(1, maxTtlSeconds).nullish() });
export const rotationQuery = z.strictObject({ ...ttlQuery.shape, overlapSeconds: integerText(0, maxTtlSeconds).nullish() });

const keyName = z.strictObject({ name: name(128) });

/** Who the caller is, its keys and its scopes. */
export function accessRoutes(service: AuthService<Call>): Route[] {
  return [
    route({
      method: "get",
      path: "/me",
      plane: "data",
      summary: "The caller and what it may do",
      status: 200,
      async handle({ call }) {
        const me = await service.whoami({}, call);
        return {
          body: {
            principalId: me.principalId,
            displayName: me.displayName,
            kind: me.kind,
            grants: grantsBody(me.grants) ?? {},
            tokenGrants: grantsBody(me.tokenGrants),
            effectiveGrants: grantsBody(me.effectiveGrants) ?? {},
            delegatedPrincipalId: orNull(me.delegatedPrincipalId),
          },
        };
      },
    }),
    route({
      method: "get",
      path: "/scopes",
      plane: "data",
      summary: "The registered scopes that the caller may see",
      status: 200,
      handle: async ({ call }) => ({ body: (await service.listScopes({}, call)).scopes.map(scopeBody) }),
    }),
    route({
      method: "post",
      path: "/scopes",
      plane: "data",
      summary: "Register a scope path",
      status: 201,
      body: scopeRequest,
      async handle({ body, call }) {
        const { path, displayName, description } = body;
        const wanted = { contextId: "", path, displayName: displayName ?? "", description: description ?? "" };
        return { body: scopeBody(await service.registerScope(wanted, call)) };
      },
    }),
    route({
      method: "post",
      path: "/scope-grants",
      plane: "data",
      summary: "Sharing across principals, which is locked",
      status: 501,
      handle() {
        throw new LociError("not_implemented", "Sharing scopes across principals is locked.");
      },
    }),
    route({
      method: "get",
      path: "/keys",
      plane: "data",
      summary: "The caller's key; all keys for an administrator",
      status: 200,
      handle: async ({ call }) => ({ body: (await service.listKeys({}, call)).keys.map(keyBody) }),
    }),
    route({
      method: "post",
      path: "/keys",
      plane: "data",
      summary: "Mint a key for the caller's own principal",
      status: 201,
      query: ttlQuery,
      body: z.strictObject({ name: name(128).nullish(), grants: grants.nullish() }).nullish(),
      async handle({ query, body, call }) {
        const narrowed = body?.grants ? grantsMessage(body.grants) : null;
        const wanted = { name: body?.name ?? "", grants: narrowed, ttlSeconds: query.ttlSeconds ?? 0 };
        return { body: mintedKeyBody(await service.mintOwnKey(wanted, call)) };
      },
    }),
    route({
      method: "delete",
      path: "/keys/{name}",
      plane: "data",
      summary: "Revoke a key",
      status: 204,
      params: keyName,
      async handle({ params, call }) {
        await service.revokeKey({ contextId: "", principalId: "", name: params.name }, call);
        return {};
      },
    }),
    route({
      method: "post",
      path: "/keys/{name}/rotate",
      plane: "data",
      summary: "Give a key a new secret",
      status: 200,
      params: keyName,
      query: rotationQuery,
      async handle({ params, query, call }) {
        const life = { ttlSeconds: query.ttlSeconds ?? 0, overlapSeconds: query.overlapSeconds ?? 0 };
        return {
          body: mintedKeyBody(await service.rotateKey({ contextId: "", principalId: "", name: params.name, ...life }, call)),
        };
      },
    }),
  ];
}
