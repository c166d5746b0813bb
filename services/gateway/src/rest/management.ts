import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { auth, AuthService } from "@loci/protos";
import { z } from "zod";
import { route, type Route } from "../route.ts";
import { grants } from "../schemas/scopes.ts";
import { contextId, maxTtlSeconds, name } from "../schemas/text.ts";
import { rotationQuery, scopeRequest, ttlQuery } from "./access.ts";
import { grantsBody, keyBody, mintedKeyBody, orNull, scopeBody } from "./answers.ts";
import { verbCatalog } from "./verbs.ts";

const contextRequest = z.strictObject({
  id: contextId.nullish(),
  displayName: name(256).nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
  policy: z
    .strictObject({
      allowSelfServiceKeys: z.boolean().nullish(),
      maxTokenTtlSeconds: z.int().min(1).max(maxTtlSeconds).nullish(),
    })
    .nullish(),
  adminExternalId: name(256).nullish(),
});

const principalRequest = z.strictObject({
  id: name(128).nullish(),
  displayName: name(256),
  kind: name(64),
  grants: grants.nullish(),
  externalId: name(256).nullish(),
});

const keyRequest = z
  .strictObject({ grants: grants.nullish(), ttlSeconds: z.int().min(1).max(maxTtlSeconds).nullish() })
  .nullish();

// A context that is asked for by an id it cannot have does not exist: 404 by the service, not 400.
const ctx = name(128);
const contextParams = z.strictObject({ ctx });
const principalParams = z.strictObject({ ctx, principalId: name(128) });
const keyParams = z.strictObject({ ctx, principalId: name(128), name: name(128) });

/** The control plane: contexts and who may enter them. */
export function managementRoutes(service: AuthService<Call>): Route[] {
  const create = async (body: z.output<typeof contextRequest>, id: string, call: Call) => {
    const { displayName, config, policy, adminExternalId } = body;
    const context = await service.createContext(
      {
        id,
        displayName: displayName ?? "",
        configJson: config ? JSON.stringify(config) : "",
        policyJson: policy ? JSON.stringify(storedPolicy(policy)) : "",
        adminExternalId: adminExternalId ?? "",
      },
      call,
    );
    return { body: contextBody(context) };
  };
  const plane = "management";

  return [
    route({
      method: "get",
      path: "/verbs",
      plane,
      summary: "The grant verbs",
      status: 200,
      handle: () => ({ body: verbCatalog }),
    }),
    route({
      method: "get",
      path: "/contexts",
      plane,
      summary: "All contexts",
      status: 200,
      handle: async ({ call }) => ({ body: (await service.listContexts({}, call)).contexts.map(contextBody) }),
    }),
    route({
      method: "post",
      path: "/contexts",
      plane,
      summary: "Create a context",
      status: 201,
      body: contextRequest,
      handle: ({ body, call }) => create(body, body.id ?? "", call),
    }),
    route({
      method: "post",
      path: "/contexts/{ctx}",
      plane,
      summary: "Create a context under an id",
      status: 201,
      params: z.strictObject({ ctx: contextId }),
      body: contextRequest.nullish(),
      handle({ params, body, call }) {
        if (body?.id && body.id !== params.ctx) throw invalidField("/id", "is not the id in the path");
        return create(body ?? {}, params.ctx, call);
      },
    }),
    route({
      method: "get",
      path: "/contexts/{ctx}",
      plane,
      summary: "One context",
      status: 200,
      params: contextParams,
      handle: async ({ params, call }) => ({ body: contextBody(await service.getContext({ contextId: params.ctx }, call)) }),
    }),
    route({
      method: "get",
      path: "/contexts/{ctx}/scopes",
      plane,
      summary: "A context's scopes",
      status: 200,
      params: contextParams,
      handle: async ({ params, call }) => ({
        body: (await service.listContextScopes({ contextId: params.ctx }, call)).scopes.map(scopeBody),
      }),
    }),
    route({
      method: "post",
      path: "/contexts/{ctx}/scopes",
      plane,
      summary: "Register a scope path in a context",
      status: 201,
      params: contextParams,
      body: scopeRequest,
      async handle({ params, body, call }) {
        const { path, displayName, description } = body;
        const wanted = { contextId: params.ctx, path, displayName: displayName ?? "", description: description ?? "" };
        return { body: scopeBody(await service.registerContextScope(wanted, call)) };
      },
    }),
    route({
      method: "get",
      path: "/contexts/{ctx}/principals",
      plane,
      summary: "A context's principals",
      status: 200,
      params: contextParams,
      handle: async ({ params, call }) => ({
        body: (await service.listPrincipals({ contextId: params.ctx }, call)).principals.map(principalBody),
      }),
    }),
    route({
      method: "post",
      path: "/contexts/{ctx}/principals",
      plane,
      summary: "Create a principal",
      status: 201,
      params: contextParams,
      body: principalRequest,
      async handle({ params, body, call }) {
        const wanted = {
          contextId: params.ctx,
          id: body.id ?? "",
          displayName: body.displayName,
          kind: body.kind,
          grants: grantsMessage(body.grants ?? {}),
          externalId: body.externalId ?? "",
        };
        return { body: principalBody(await service.createPrincipal(wanted, call)) };
      },
    }),
    route({
      method: "get",
      path: "/contexts/{ctx}/principals/{principalId}",
      plane,
      summary: "One principal",
      status: 200,
      params: principalParams,
      handle: async ({ params, call }) => ({
        body: principalBody(await service.getPrincipal({ contextId: params.ctx, id: params.principalId }, call)),
      }),
    }),
    route({
      method: "get",
      path: "/contexts/{ctx}/keys",
      plane,
      summary: "A context's keys",
      status: 200,
      params: contextParams,
      handle: async ({ params, call }) => ({
        body: (await service.listContextKeys({ contextId: params.ctx }, call)).keys.map(keyBody),
      }),
    }),
    route({
      method: "post",
      path: "/contexts/{ctx}/principals/{principalId}/keys/{name}",
      plane,
      summary: "Mint a key for a principal",
      status: 201,
      params: keyParams,
      query: ttlQuery,
      body: keyRequest,
      async handle({ params, query, body, call }) {
        const wanted = {
          contextId: params.ctx,
          principalId: params.principalId,
          name: params.name,
          grants: body?.grants ? grantsMessage(body.grants) : null,
          ttlSeconds: body?.ttlSeconds ?? query.ttlSeconds ?? 0,
        };
        return { body: mintedKeyBody(await service.mintPrincipalKey(wanted, call)) };
      },
    }),
    route({
      method: "delete",
      path: "/contexts/{ctx}/principals/{principalId}/keys/{name}",
      plane,
      summary: "Revoke a principal's key",
      status: 204,
      params: keyParams,
      async handle({ params, call }) {
        await service.revokeContextKey({ contextId: params.ctx, principalId: params.principalId, name: params.name }, call);
        return {};
      },
    }),
    route({
      method: "post",
      path: "/contexts/{ctx}/principals/{principalId}/keys/{name}/rotate",
      plane,
      summary: "Give a principal's key a new secret",
      status: 200,
      params: keyParams,
      query: rotationQuery,
      async handle({ params, query, call }) {
        const wanted = {
          contextId: params.ctx,
          principalId: params.principalId,
          name: params.name,
          ttlSeconds: query.ttlSeconds ?? 0,
          overlapSeconds: query.overlapSeconds ?? 0,
        };
        return { body: mintedKeyBody(await service.rotateContextKey(wanted, call)) };
      },
    }),
  ];
}

/** The policy in the names under which auth keeps it. */
function storedPolicy(policy: NonNullable<z.output<typeof contextRequest>["policy"]>): object {
  const { allowSelfServiceKeys: selfService, maxTokenTtlSeconds: maxTtl } = policy;
  return {
    ...(typeof selfService === "boolean" ? { allow_self_service_keys: selfService } : {}),
    ...(typeof maxTtl === "number" ? { max_token_ttl_seconds: maxTtl } : {}),
  };
}

const keptPolicy = z.object({ allow_self_service_keys: z.boolean().optional(), max_token_ttl_seconds: z.number().optional() });

function contextBody(context: auth.Context): object {
  const policy = keptPolicy.parse(JSON.parse(context.policyJson || "{}"));
  return {
    id: context.id,
    displayName: context.displayName,
    config: JSON.parse(context.configJson || "{}") as unknown,
    policy: { allowSelfServiceKeys: policy.allow_self_service_keys, maxTokenTtlSeconds: policy.max_token_ttl_seconds },
    createdAt: context.createdAt,
  };
}

function principalBody(principal: auth.Principal): object {
  return {
    id: principal.id,
    displayName: principal.displayName,
    kind: principal.kind,
    grants: grantsBody(principal.grants) ?? {},
    externalId: orNull(principal.externalId),
    createdAt: principal.createdAt,
    reserved: principal.reserved,
  };
}
