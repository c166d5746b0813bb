import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { type queryHit, queryResponse } from "../answers/document-query.ts";
import { route, type Route } from "../route.ts";
import { noLocation } from "../schemas/location.ts";
import { recallK } from "../schemas/recall.ts";
import { userField } from "../schemas/person.ts";
import { lensField } from "../schemas/scopes.ts";
import { content, label, name } from "../schemas/text.ts";
import { aliased } from "../spelling.ts";
import { orNothing, orNull, present } from "./answers.ts";
import { standingBody } from "./recall-answers.ts";

const maxQueryLength = 10_000;
const modes = ["vector", "bm25", "hybrid", "hybrid_graph"] as const;
/** `hybrid_graph` labels the evidence of hits; it is not taken as an input. */
const edges = ["knowledge_has_keyword", "section_match", "document_link", "document_summary"] as const;

const share = z.number().min(0, "must be from 0 to 1").max(1, "must be from 0 to 1");

/** Search in documents alone. */
export function documentQueryRoutes(service: RetrievalService<Call>, maxQueryK: number): Route[] {
  const { k, usualK } = recallK(maxQueryK);
  const queryRequest = z
    .strictObject({
      query: content(maxQueryLength),
      k: aliased(k.nullish(), "limit"),
      mode: z.enum(modes, { error: `must be one of ${modes.join(", ")}` }).nullish(),
      useHyde: z.boolean().nullish(),
      decomposeQuery: z.boolean().nullish(),
      useReranker: z.boolean().nullish(),
      graphEdges: z.array(z.enum(edges, { error: `must be one of ${edges.join(", ")}` })).nullish(),
      graphAlpha: share.nullish(),
      graphDepth: z.int().min(0).max(2).nullish(),
      expandGraph: z.boolean().nullish(),
      threshold: z.number().min(0).nullish(),
      vectorWeight: share.nullish(),
      rrfK: z.number().min(0).max(1_000).nullish(),
      filter: z
        .strictObject({
          documentIds: z.array(name(256)).max(1_000).nullish(),
          mimeType: z.array(name(256)).max(100).nullish(),
        })
        .nullish(),
      lens: lensField,
      user: userField,
      labels: z.array(label).max(256).nullish(),
      location: noLocation,
    })
    .meta({ id: "QueryRequest", examples: [{ query: "How long is the notice period?", k: 5, mode: "hybrid" }] });
  return [
    route({
      operationId: "queryDocuments",
      method: "post",
      path: "/documents/query",
      plane: "data",
      summary: "Find the passages of documents that answer a question",
      status: 200,
      repetition: "none",
      body: queryRequest,
      answer: queryResponse,
      async handle({ body, call }) {
        const answer = await service.queryDocuments(
          {
            query: body.query,
            k: body.k ?? usualK,
            mode: body.mode ?? "hybrid",
            useHyde: body.useHyde ?? false,
            decomposeQuery: body.decomposeQuery ?? false,
            useReranker: body.useReranker ?? false,
            graphEdges: [...new Set(body.graphEdges ?? [])],
            graphAlpha: body.graphAlpha ?? -1,
            graphDepth: body.graphDepth ?? 0,
            expandGraph: body.expandGraph ?? false,
            threshold: body.threshold ?? 0,
            vectorWeight: body.vectorWeight ?? -1,
            rrfK: body.rrfK ?? 0,
            filter: { documentIds: body.filter?.documentIds ?? [], mimeTypes: body.filter?.mimeType ?? [] },
            lens: body.lens ? scopeSetMessage(body.lens) : null,
            labels: body.labels ?? [],
          },
          call,
        );
        const { results, degraded, subQuestions, traceId } = answer;
        return {
          body: {
            results: results.map(hitBody),
            queryMs: Math.round(answer.queryMs),
            ...{ degraded, subQuestions, traceId },
          } satisfies z.input<typeof queryResponse>,
        };
      },
    }),
  ];
}

function hitBody({ chunk: hit, score, graphEvidence, graphExpansion, legs }: retrieval.DocumentHit): z.input<typeof queryHit> {
  const chunk = present(hit);
  return {
    chunk: chunkBody(chunk),
    document: { id: chunk.documentId, source: chunk.documentSource, title: chunk.documentTitle },
    score,
    ...standingBody(chunk.standing),
    ...orNothing("validUntil", chunk.standing?.until ?? ""),
    ...(graphEvidence.length > 0 ? { graphEvidence } : {}),
    ...(graphExpansion.length > 0 ? { graphExpansion: graphExpansion.map(chunkBody) } : {}),
    legs,
  };
}

function chunkBody(chunk: graph.MemoryRecord): z.input<typeof queryHit>["chunk"] {
  return {
    id: chunk.id,
    document: chunk.documentId,
    position: chunk.position,
    section: orNull(chunk.sectionHeading),
    text: chunk.text,
    charStart: chunk.charStart,
    charEnd: chunk.charEnd,
    positionPercent: chunk.positionPercent,
    page: chunk.page === 0 ? null : chunk.page,
  };
}
