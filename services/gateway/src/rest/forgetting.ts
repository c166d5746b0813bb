import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { GraphService, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { forgetResponse, forgetScopeResponse } from "../answers/forgetting.ts";
import { operationMessage } from "../idempotency.ts";
import { route, type Route } from "../route.ts";
import { userField } from "../schemas/person.ts";
import { lensField, scopePath } from "../schemas/scopes.ts";
import { content } from "../schemas/text.ts";
import { forgottenBody } from "./purging.ts";

const forgetRequest = z
  .strictObject({
    query: content(10_000),
    purge: z.boolean().nullish(),
    dryRun: z.boolean().nullish(),
    keepForgotten: z.boolean().nullish(),
    lens: lensField,
    user: userField,
  })
  .meta({ id: "ForgetRequest", examples: [{ query: "Mina's old address", dryRun: true }] });

/** Forgetting: by what is meant, and by scope. */
export function forgettingRoutes(retrieval: RetrievalService<Call>, service: GraphService<Call>): Route[] {
  return [
    route({
      operationId: "forget",
      method: "post",
      path: "/forget",
      plane: "data",
      summary: "Forget what a text describes; with purge for good",
      status: 200,
      repetition: "own",
      body: forgetRequest,
      answer: forgetResponse,
      async handle({ body, call, operation }) {
        const forgotten = await retrieval.forget(
          {
            query: body.query,
            purge: body.purge ?? false,
            dryRun: body.dryRun ?? false,
            keepForgotten: body.keepForgotten ?? false,
            lens: body.lens ? scopeSetMessage(body.lens) : null,
            operation: operationMessage(operation),
          },
          call,
        );
        return { body: { ...forgottenBody(forgotten), dryRun: body.dryRun ?? false } };
      },
    }),
    route({
      operationId: "forgetScope",
      method: "post",
      path: "/scopes/forget",
      plane: "data",
      summary: "Erase what belongs to a scope",
      status: 200,
      repetition: "own",
      body: z
        // An existing client sends null where it has none: it is told that one is needed, and nothing is erased.
        .strictObject({ path: scopePath.nullish(), dryRun: z.boolean().nullish() })
        .meta({ id: "ScopeForgetRequest", examples: [{ path: "/team/support", dryRun: true }] }),
      answer: forgetScopeResponse,
      async handle({ body, call, operation }) {
        const { path } = body;
        if (!path) throw invalidField("/path", "is needed: say which scope to forget");
        const dryRun = body.dryRun ?? false;
        const forgotten = await service.forgetScope({ path, operation: operationMessage(operation), dryRun }, call);
        if (forgotten.receipt) await retrieval.followPurge({ receipt: forgotten.receipt.id }, call);
        return { body: { forgotten: forgotten.deleted, ...forgottenBody(forgotten), dryRun } };
      },
    }),
  ];
}
