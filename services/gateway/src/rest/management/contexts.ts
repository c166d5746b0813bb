import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { auth, AuthService } from "@loci/protos";
import { z } from "zod";
import { context, contextPolicy, contexts, usageReport } from "../../answers/management.ts";
import { accessOperation, type Operation } from "../../idempotency.ts";
import { route, type Route } from "../../route.ts";
import { principalId } from "../../schemas/access.ts";
import { freeFields } from "../../schemas/free-fields.ts";
import { contextId, line, maxTtlSeconds, title } from "../../schemas/text.ts";
import { nextLink, pageOf, pageQuery } from "../access/paging.ts";
import { orNull } from "../answers.ts";
import { contextParams } from "./params.ts";

/** In the names under which auth keeps them. */
const policyNames = {
  allowSelfServiceKeys: "allow_self_service_keys",
  maxTokenTtlSeconds: "max_token_ttl_seconds",
  delegation: "delegation",
  delegationTargets: "delegation_targets",
} as const;
const policyFields = Object.keys(policyNames) as readonly (keyof typeof policyNames)[];

const policy = z
  .strictObject({
    allowSelfServiceKeys: z.boolean().nullish(),
    maxTokenTtlSeconds: z.int().min(1).max(maxTtlSeconds).nullish(),
    delegation: z.enum(["any", "listed"]).nullish(),
    delegationTargets: z.array(principalId).max(256).nullish(),
  })
  .meta({ id: "ContextPolicyRequest" });

const contextOwner = line(512);

const contextRequest = z
  .strictObject({
    id: contextId.nullish(),
    displayName: title(128).nullish(),
    config: freeFields.nullish(),
    policy: policy.nullish(),
    adminExternalId: line(256).nullish(),
    owner: contextOwner.nullish(),
  })
  .meta({ id: "ContextRequest", examples: [{ id: "acme", displayName: "Acme" }] });

const changeRequest = z
  .strictObject({
    displayName: title(128).nullish(),
    config: freeFields.nullish(),
    policy: policy.nullish(),
    owner: contextOwner.nullish(),
  })
  .meta({ id: "ContextChangeRequest", examples: [{ displayName: "Acme Ltd" }] });

/** The life of contexts. */
export function contextRoutes(service: AuthService<Call>): Route[] {
  const plane = "management";
  const create = async (body: z.output<typeof contextRequest>, id: string, operation: Operation, call: Call) => {
    const created = await service.createContext(
      {
        id,
        displayName: body.displayName ?? "",
        configJson: body.config ? JSON.stringify(body.config) : "",
        policyJson: body.policy ? JSON.stringify(storedPolicy(body.policy)) : "",
        adminExternalId: body.adminExternalId ?? "",
        owner: body.owner ?? "",
        operation: accessOperation(operation),
      },
      call,
    );
    return { body: contextBody(created) };
  };
  return [
    route({
      operationId: "listContexts",
      method: "get",
      path: "/contexts",
      plane,
      summary: "All contexts",
      status: 200,
      query: z.strictObject(pageQuery),
      answer: contexts,
      async handle({ query, call, request }) {
        const { contexts: found, next } = await service.listContexts({ page: pageOf(query) }, call);
        return { headers: nextLink(request.path, query, next), body: found.map(contextBody) };
      },
    }),
    route({
      operationId: "createContext",
      method: "post",
      path: "/contexts",
      plane,
      summary: "Create a context",
      status: 201,
      repetition: "own",
      body: contextRequest,
      answer: context,
      handle: ({ body, call, operation }) => create(body, body.id ?? "", operation, call),
    }),
    route({
      operationId: "putContext",
      method: "post",
      path: "/contexts/{ctx}",
      plane,
      summary: "Create a context under an id",
      status: 201,
      repetition: "own",
      params: z.strictObject({ ctx: contextId }),
      body: contextRequest.nullish(),
      answer: context,
      handle({ params, body, call, operation }) {
        if (body?.id && body.id !== params.ctx) throw invalidField("/id", "is not the id in the path");
        return create(body ?? {}, params.ctx, operation, call);
      },
    }),
    route({
      operationId: "getContext",
      method: "get",
      path: "/contexts/{ctx}",
      plane,
      summary: "One context",
      status: 200,
      params: contextParams,
      answer: context,
      handle: async ({ params, call }) => ({ body: contextBody(await service.getContext({ contextId: params.ctx }, call)) }),
    }),
    route({
      operationId: "updateContext",
      method: "patch",
      path: "/contexts/{ctx}",
      plane,
      summary: "Merge into a context's settings; null takes a field away",
      status: 200,
      repetition: "own",
      params: contextParams,
      body: changeRequest,
      answer: context,
      async handle({ params, body, call, operation }) {
        const wanted = {
          contextId: params.ctx,
          displayName: body.displayName ?? "",
          configJson: body.config ? JSON.stringify(body.config) : "",
          policyJson: body.policy ? JSON.stringify(storedPolicy(body.policy)) : "",
          owner: body.owner ?? "",
          clearOwner: body.owner === null,
          operation: accessOperation(operation),
        };
        return { body: contextBody(await service.updateContext(wanted, call)) };
      },
    }),
    route({
      operationId: "deleteContext",
      method: "delete",
      path: "/contexts/{ctx}",
      plane,
      summary: "Delete a context with all that it holds",
      status: 204,
      repetition: "own",
      params: contextParams,
      async handle({ params, call, operation }) {
        await service.deleteContext({ contextId: params.ctx, operation: accessOperation(operation) }, call);
        return {};
      },
    }),
    route({
      operationId: "getContextUsage",
      method: "get",
      path: "/contexts/{ctx}/usage",
      plane,
      summary: "The tokens of one month, by stage and model",
      status: 200,
      params: contextParams,
      query: z.strictObject({
        month: z
          .string()
          .regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/, "must be YYYY-MM")
          .nullish(),
      }),
      answer: usageReport,
      async handle({ params, query, call }) {
        const report = await service.getUsage({ contextId: params.ctx, month: query.month ?? "" }, call);
        return { body: usageBody(report) };
      },
    }),
  ];
}

function usageBody({ limited, tokenLimit, ...report }: auth.UsageReport): z.input<typeof usageReport> {
  return { ...report, tokenLimit: limited ? tokenLimit : null };
}

type Policy = z.output<typeof policy>;

/** The policy as auth keeps it; in a change null takes a field away. */
function storedPolicy(given: Policy): object {
  return Object.fromEntries(policyFields.flatMap((name) => (given[name] === undefined ? [] : [[policyNames[name], given[name]]])));
}

function contextBody(message: auth.Context): z.input<typeof context> {
  const kept = freeFields.parse(JSON.parse(message.policyJson || "{}"));
  return {
    id: message.id,
    displayName: message.displayName,
    config: freeFields.parse(JSON.parse(message.configJson || "{}")),
    policy: contextPolicy.parse(Object.fromEntries(policyFields.map((name) => [name, kept[policyNames[name]]]))),
    createdAt: message.createdAt,
    owner: orNull(message.owner),
  };
}
