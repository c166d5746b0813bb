import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { RetrievalService } from "@loci/protos";
import { z } from "zod";
import { contextQueryResponse, queryMemoryResponse } from "../answers/recall.ts";
import { route, type Route } from "../route.ts";
import { noLocation } from "../schemas/location.ts";
import { maxTokensField, recallK } from "../schemas/recall.ts";
import { userField } from "../schemas/person.ts";
import { lensField } from "../schemas/scopes.ts";
import { content, label, name } from "../schemas/text.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { aliased } from "../spelling.ts";
import { queryResponse, withHitsWithin } from "./recall-answers.ts";

const maxQueryLength = 10_000;
const maxLabels = 256;
const modes = ["hybrid", "vector", "bm25", "graph"] as const;

/** Recall. `maxQueryK` may only clamp the contract's cap of 50 down. */
export function recallRoutes(service: RetrievalService<Call>, maxQueryK: number): Route[] {
  const { k, usualK } = recallK(maxQueryK);

  const questionFields = {
    query: content(maxQueryLength),
    k: aliased(k.nullish(), "limit"),
    lens: lensField,
    user: userField,
    labels: z.array(label).max(maxLabels, `must have at most ${maxLabels} labels`).nullish(),
    // The contract: crossTeam and merged resolve like strict, none widens beyond the grant. So it is checked and has no effect.
    scopeView: z.enum(["strict", "crossTeam", "merged"]).meta({ id: "ScopeView" }).nullish(),
    ...timeFields,
    includeEnded: z.boolean().nullish(),
  };

  const queryRequest = z
    .strictObject({
      ...questionFields,
      include: z.array(z.enum(["facts", "passages"])).nullish(),
      mode: z
        .enum(modes, { error: `must be one of ${modes.join(", ")}` })
        .meta({ id: "MemoryQueryMode" })
        .nullish(),
      includeDuplicates: z.boolean().nullish(),
      source: name(256).nullish(),
      sessionId: name(256).nullish(),
      location: noLocation,
      maxTokens: maxTokensField,
    })
    .meta({ id: "QueryMemoryRequest", examples: [{ query: "Where does Mina live?", k: 5 }] });
  const contextRequest = z
    .strictObject({ ...questionFields, maxTokens: maxTokensField })
    .meta({ id: "ContextQueryRequest", examples: [{ query: "What does Mina like to eat?" }] });

  return [
    route({
      operationId: "recall",
      method: "post",
      path: "/query",
      plane: "data",
      summary: "Recall what answers a question",
      status: 200,
      repetition: "none",
      body: queryRequest,
      answer: queryMemoryResponse,
      async handle({ body, call }) {
        const include = new Set(body.include?.length ? body.include : ["facts", "passages"]);
        const answer = await service.query(
          {
            query: body.query,
            k: body.k ?? usualK,
            lens: body.lens ? scopeSetMessage(body.lens) : null,
            labels: body.labels ?? [],
            includeFacts: include.has("facts"),
            includePassages: include.has("passages"),
            mode: body.mode ?? "",
            time: timeViewOf(body),
            includeDuplicates: body.includeDuplicates ?? false,
            includeEnded: body.includeEnded ?? false,
            source: body.source ?? "",
            sessionId: body.sessionId ?? "",
          },
          call,
        );
        return { body: withHitsWithin(queryResponse(answer, call), body.maxTokens) };
      },
    }),
    route({
      operationId: "context",
      method: "post",
      path: "/context",
      plane: "data",
      summary: "Recall as one block of text for a prompt",
      status: 200,
      repetition: "none",
      body: contextRequest,
      answer: contextQueryResponse,
      async handle({ body, call }) {
        const lens = body.lens ? scopeSetMessage(body.lens) : null;
        const { query, labels, includeEnded } = body;
        const maxTokens = body.maxTokens ?? 0;
        const asked = { query, k: body.k ?? usualK, lens, labels: labels ?? [], time: timeViewOf(body) };
        const answer = await service.context({ ...asked, includeEnded: includeEnded ?? false, maxTokens }, call);
        const { context, queryMs, tier, leftOut } = answer;
        return { body: { context, queryMs: Math.round(queryMs), tier, leftOut } satisfies z.input<typeof contextQueryResponse> };
      },
    }),
  ];
}
