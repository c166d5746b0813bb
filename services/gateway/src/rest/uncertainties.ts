import type { Call } from "@loci/platform/call";
import type { graph, GraphService, IngestService } from "@loci/protos";
import { memoryCategories } from "@loci/kernel";
import { z } from "zod";
import { operationMessage } from "../idempotency.ts";
import {
  correctionResponse,
  uncertainty,
  uncertaintyListResponse,
  type candidateSource as candidateSourceSchema,
  type uncertaintyResolution,
  type uncertaintyCandidate,
} from "../answers/uncertainties.ts";
import { route, type Handled, type Route } from "../route.ts";
import { content, entityRef, integerText, name } from "../schemas/text.ts";
import { clausesOf, orNull } from "./answers.ts";
import { entityParams } from "./entities.ts";
import { attributeBody, relationBody } from "./fact-bodies.ts";

const statuses = ["open", "resolved", "withdrawn"] as const;
const uncertaintyParams = z.strictObject({ uncertaintyId: name(256) });
const reason = content(2_000);

const resolveRequest = z
  .strictObject({
    chosen: z.array(name(256)).max(64).nullish(),
    value: content(4_096).nullish(),
    /** Of a question whether two are the same. */
    same: z.boolean().nullish(),
    reason,
  })
  .meta({ id: "ResolveUncertaintyRequest", examples: [{ value: "Lisbon", reason: "She said so on the phone." }] })
  .refine(({ chosen, value }) => !(chosen?.length && value), {
    path: ["value"],
    message: "stands in the place of chosen; give one",
  });

const correction = z
  .strictObject({
    key: name(64),
    value: content(4_096),
    /** The value that is wrong, where a key holds several. */
    old: content(4_096).nullish(),
    reason,
    memoryCategory: z.enum(memoryCategories, { error: `must be one of ${memoryCategories.join(", ")}` }).nullish(),
  })
  .meta({ id: "CorrectionRequest", examples: [{ key: "lives_in", value: "Lisbon", reason: "She said so on the phone." }] });

/** Contradictions as work: who settles them, how, and why. */
export function uncertaintyRoutes(service: GraphService<Call>, ingest: IngestService<Call>): Route[] {
  return [
    route({
      operationId: "listUncertainties",
      method: "get",
      path: "/uncertainties",
      plane: "data",
      summary: "What the memory is not sure of, oldest first",
      status: 200,
      query: z.strictObject({
        status: z.enum(statuses, { error: `must be one of ${statuses.join(", ")}` }).nullish(),
        owner: name(128).nullish(),
        entity: entityRef.nullish(),
        limit: integerText(1, 500).nullish(),
        offset: integerText(0, 1_000_000).nullish(),
      }),
      answer: uncertaintyListResponse,
      async handle({ query, call }) {
        const page = { limit: query.limit ?? 100, offset: query.offset ?? 0 };
        const filter = { status: query.status ?? "", owner: query.owner ?? "", entity: query.entity ?? "" };
        const { uncertainties, total } = await service.listUncertainties({ ...filter, ...page }, call);
        return { body: { uncertainties: uncertainties.map((one) => uncertaintyBody(one, call)), total } };
      },
    }),
    route({
      operationId: "getUncertainty",
      method: "get",
      path: "/uncertainties/{uncertaintyId}",
      plane: "data",
      summary: "One uncertainty with its candidates and their sources",
      status: 200,
      params: uncertaintyParams,
      answer: uncertainty,
      handle: async ({ params, call }) => ({
        body: uncertaintyBody(await service.getUncertainty({ id: params.uncertaintyId }, call), call),
      }),
    }),
    route({
      operationId: "resolveUncertainty",
      method: "post",
      path: "/uncertainties/{uncertaintyId}/resolve",
      plane: "data",
      summary: "Settle it: name what stands, or say what is right",
      status: 200,
      repetition: "own",
      params: uncertaintyParams,
      body: resolveRequest,
      answer: uncertainty,
      async handle({ params, body, call, operation }) {
        const resolved = await ingest.resolve(
          {
            id: params.uncertaintyId,
            chosen: body.chosen ?? [],
            value: body.value ?? "",
            same: body.same === true ? "same" : body.same === false ? "different" : "",
            reason: body.reason,
            embedding: new Uint8Array(),
            operation: operationMessage(operation),
          },
          call,
        );
        return { body: uncertaintyBody(resolved, call) };
      },
    }),
    route({
      operationId: "assignUncertainty",
      method: "post",
      path: "/uncertainties/{uncertaintyId}/assign",
      plane: "data",
      summary: "Say who is to settle it",
      status: 200,
      repetition: "own",
      params: uncertaintyParams,
      body: z
        .strictObject({ owner: name(128).nullable() })
        .meta({ id: "AssignUncertaintyRequest", examples: [{ owner: "reviewer" }] }),
      answer: uncertainty,
      async handle({ params, body, call, operation }) {
        const wanted = { id: params.uncertaintyId, owner: body.owner ?? "", operation: operationMessage(operation) };
        const assigned = await service.assignUncertainty(wanted, call);
        return { body: uncertaintyBody(assigned, call) };
      },
    }),
    route({
      operationId: "correct",
      method: "post",
      path: "/entities/{entityType}/{entityName}/correct",
      plane: "data",
      summary: "Correct a value, with a reason",
      status: 200,
      repetition: "own",
      params: z.strictObject(entityParams),
      body: correction,
      answer: correctionResponse,
      handle: (input) => correct(ingest, input),
    }),
  ];
}

type CorrectionInput = Handled<{ entityType: string; entityName: string }, unknown, z.output<typeof correction>>;

async function correct(ingest: IngestService<Call>, { params, body, call, operation }: CorrectionInput) {
  const { key, value, memoryCategory } = body;
  const result = await ingest.correct(
    {
      type: params.entityType,
      name: params.entityName,
      key,
      value,
      reason: body.reason,
      old: body.old ?? "",
      embedding: new Uint8Array(),
      memoryCategory: memoryCategory ?? "",
      operation: operationMessage(operation),
    },
    call,
  );
  return { body: { extraction: result } };
}

export function uncertaintyBody(one: graph.Uncertainty, call: Call): z.input<typeof uncertainty> {
  return {
    id: one.id,
    entity: one.entity,
    entityId: one.entityId,
    key: one.key,
    about: one.about,
    reason: one.reason,
    question: one.question,
    status: one.status,
    owner: orNull(one.owner),
    scopes: clausesOf(one.scopes, call),
    candidates: one.candidates.map((candidate) => candidateBody(candidate, call)),
    createdAt: one.createdAt,
    ageSeconds: one.ageSeconds,
    resolvedAt: orNull(one.resolvedAt),
    resolution: one.status === "open" ? null : resolutionBody(one),
  };
}

function resolutionBody({
  resolution,
  resolutionReason,
  resolvedBy,
  chosen,
}: graph.Uncertainty): z.input<typeof uncertaintyResolution> {
  return { rule: resolution, reason: orNull(resolutionReason), by: orNull(resolvedBy), chosen };
}

function candidateBody({ fact, entity, sources }: graph.UncertaintyCandidate, call: Call): z.input<typeof uncertaintyCandidate> {
  if (entity !== null) {
    const name = `${entity.type}/${entity.name}`;
    return { id: entity.id, entityId: entity.id, entity: name, value: name, sources: sources.map(candidateSource) };
  }
  const described = fact === null ? {} : fact.kind === "relation" ? relationBody(fact, call) : attributeBody(fact, call);
  return { ...described, sources: sources.map(candidateSource) };
}

function candidateSource({
  kind,
  ref,
  text,
  role,
  documentTitle,
  knownAt,
  principal,
}: graph.CandidateSource): z.input<typeof candidateSourceSchema> {
  return {
    kind,
    ref: orNull(ref),
    text,
    role: orNull(role),
    documentTitle: orNull(documentTitle),
    knownAt,
    principal: orNull(principal),
  };
}
