import { asService, principalOf, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { AuthService, graph, GraphService, ingest, IngestService, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import {
  consolidateResponse,
  elaborateResponse,
  lifecycleResponse,
  reflectResponse,
  type consolidateOutcome,
  type elaborateOutcome,
} from "../answers/lifecycle.ts";
import { route, type Route } from "../route.ts";
import { recallK } from "../schemas/recall.ts";
import { userField } from "../schemas/person.ts";
import { lensField } from "../schemas/scopes.ts";
import { content, entityRef } from "../schemas/text.ts";
import { aliased } from "../spelling.ts";
import { citationBody } from "./chat.ts";
import { lifecycleOf } from "./context-settings.ts";

export interface LifecycleServices {
  readonly auth: AuthService<Call>;
  readonly graph: GraphService<Call>;
  readonly ingest: IngestService<Call>;
  readonly retrieval: RetrievalService<Call>;
}

const consolidateRequest = z
  .strictObject({
    dryRun: z.boolean().nullish(),
    factLimit: z.int().min(1).max(10_000).nullish(),
    observationLimit: z.int().min(1).max(1_000).nullish(),
  })
  .meta({ id: "ConsolidateRequest", examples: [{ dryRun: true }] })
  .nullish();

const elaborateRequest = z
  .strictObject({
    dryRun: z.boolean().nullish(),
    entityRef: entityRef.nullish(),
    sweep: z.boolean().nullish(),
    budget: z.int().min(1).max(200).nullish(),
  })
  .meta({ id: "ElaborateRequest", examples: [{ dryRun: true, sweep: true }] })
  .nullish();

const noBody = z.strictObject({}).nullish();

/** What is done with what is known: it fades, ends, and is thought over. */
export function lifecycleRoutes({ auth, graph, ingest, retrieval }: LifecycleServices, maxQueryK: number): Route[] {
  const { k } = recallK(maxQueryK);
  /** Thresholds are the context's own, never a call's. */
  const thresholds = async (call: Call): Promise<graph.LifecycleRequest> => {
    const { contextId } = principalOf(call);
    return lifecycleOf(await auth.getContext({ contextId }, asService(call, contextId)));
  };
  return [
    route({
      operationId: "expire",
      method: "post",
      path: "/lifecycle/expire",
      plane: "data",
      summary: "Hide what has outlived its time",
      status: 200,
      repetition: "kept",
      body: noBody,
      answer: lifecycleResponse,
      async handle({ call }) {
        const { affected } = await graph.expire(await thresholds(call), call);
        return { body: { affected } };
      },
    }),
    route({
      operationId: "decay",
      method: "post",
      path: "/lifecycle/decay",
      plane: "data",
      summary: "Let importance fade",
      status: 200,
      repetition: "kept",
      body: noBody,
      answer: lifecycleResponse,
      async handle({ call }) {
        const { affected } = await graph.decay(await thresholds(call), call);
        return { body: { affected } };
      },
    }),
    route({
      operationId: "consolidate",
      method: "post",
      path: "/consolidate",
      plane: "data",
      summary: "Draw observations from several facts",
      status: 200,
      repetition: "kept",
      body: consolidateRequest,
      answer: consolidateResponse,
      async handle({ body, call }) {
        const { dryRun, factLimit, observationLimit } = body ?? {};
        const asked = { dryRun: dryRun ?? false, factLimit: factLimit ?? 0, observationLimit: observationLimit ?? 0 };
        return { body: consolidatedBody(await ingest.consolidate(asked, call)), madeOf: "any" };
      },
    }),
    route({
      operationId: "elaborate",
      method: "post",
      path: "/elaborate",
      plane: "data",
      summary: "Say what the facts imply",
      status: 200,
      repetition: "kept",
      body: elaborateRequest,
      answer: elaborateResponse,
      async handle({ body, call }) {
        const { dryRun, entityRef, sweep, budget } = body ?? {};
        const asked = { dryRun: dryRun ?? false, entityRef: entityRef ?? "", sweep: sweep ?? !entityRef, budget: budget ?? 0 };
        const { outcomes, relationsEmitted, degraded } = await ingest.elaborate(asked, call);
        return { body: { outcomes: outcomes.map(elaboratedBody), relationsEmitted, degraded }, madeOf: "any" };
      },
    }),
    route({
      operationId: "reflect",
      method: "post",
      path: "/reflect",
      plane: "data",
      summary: "What the memory says together about a question",
      status: 200,
      repetition: "own",
      body: z
        .strictObject({
          query: content(10_000),
          persist: z.boolean().nullish(),
          lens: lensField,
          user: userField,
          k: aliased(k.nullish(), "limit"),
        })
        .meta({ id: "ReflectRequest", examples: [{ query: "How has Mina's work changed?" }] }),
      answer: reflectResponse,
      async handle({ body, call, operation }) {
        const asked: retrieval.ReflectRequest = {
          query: body.query,
          persist: body.persist ?? false,
          lens: body.lens ? scopeSetMessage(body.lens) : null,
          k: body.k ?? 0,
          idempotencyKey: operation.key,
          requestHash: operation.hash,
        };
        const { reflection, citations, evidence, persisted, notKept, traceId, degraded } = await retrieval.reflect(asked, call);
        return {
          body: {
            ...{ reflection, evidence, traceId, degraded },
            citations: citations.map(citationBody),
            persistedAttributes: persisted,
            notPersisted: notKept === "" ? null : { reason: notKept, detail: whyNotKept[notKept] ?? notKept },
          },
        };
      },
    }),
  ];
}

/** Why a reflection is not kept, by the reasons that ingest gives. */
const whyNotKept: Readonly<Record<string, string>> = {
  no_fact_cited: "It cites no fact, so nothing says that it is true.",
  sources_gone: "Something that it was made of is gone.",
  too_many_scopes: "It was made of more records, or more combinations of scopes, than one selector can name.",
  not_writable: "This key may not write for all who see what it cites.",
  nothing_left: "Without what its readers may not see nothing is left of it.",
  nothing_new: "It says no more than what is known already.",
};

function consolidatedBody(answer: ingest.ConsolidateResponse): z.input<typeof consolidateResponse> {
  const { traceId, dryRun, created, updated, superseded, outcomes, degraded } = answer;
  return { traceId, dryRun, created, updated, superseded, outcomes: outcomes.map(outcomeBody), degraded };
}

function outcomeBody(outcome: graph.DerivedOutcome): z.input<typeof consolidateOutcome> {
  return {
    entityName: outcome.entity.slice(outcome.entity.indexOf("/") + 1),
    entity: outcome.entity,
    key: outcome.key,
    value: outcome.value,
    kind: outcome.kind,
    observationId: outcome.recordId === "" ? null : outcome.recordId,
    proofCount: outcome.proofCount,
    rationale: outcome.rationale === "" ? null : outcome.rationale,
    committed: outcome.committed,
  };
}

function elaboratedBody(outcome: ingest.ElaborateOutcome): z.input<typeof elaborateOutcome> {
  const relations = outcome.proposed.filter((one) => one.target !== "");
  return {
    dryRun: outcome.dryRun,
    entityName: outcome.entityName,
    entityType: outcome.entityType,
    proposedRelations: relations.map(({ entity, key, target }) => ({ subject: entity, label: key, object: target })),
    proposed: outcome.proposed.map(outcomeBody),
    relationsEmitted: outcome.relationsEmitted,
    traceId: outcome.traceId,
  };
}
