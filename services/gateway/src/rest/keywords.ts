import type { Call } from "@loci/platform/call";
import type { GraphService, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { keywordDetail, keywordPage, keywordSearchResponse } from "../answers/keywords.ts";
import { route, type Route } from "../route.ts";
import { content, integerText, name } from "../schemas/text.ts";
import { recallK } from "../schemas/recall.ts";
import { present } from "./answers.ts";

/** `documentCount` is `count` by the name of the field that is answered. */
const sorts = ["count", "documentCount", "score", "name"] as const;

/** Keywords over all documents that the caller may see. */
export function keywordRoutes(service: GraphService<Call>, recall: RetrievalService<Call>, maxQueryK: number): Route[] {
  const { k, usualK } = recallK(maxQueryK);
  const searchRequest = z
    .strictObject({ query: content(1_000), k: k.nullish(), threshold: z.number().min(0).max(1).nullish() })
    .meta({ id: "KeywordSearchRequest", examples: [{ query: "notice period" }] });
  return [
    route({
      operationId: "listKeywords",
      method: "get",
      path: "/documents/keywords",
      plane: "data",
      summary: "The keywords of all documents",
      status: 200,
      query: z.strictObject({
        q: name(256).nullish(),
        minDocumentCount: integerText(1, 1_000_000).nullish(),
        sort: z.enum(sorts, { error: `must be one of ${sorts.join(", ")}` }).nullish(),
        page: integerText(0, 1_000_000).nullish(),
        pageSize: integerText(1, 500).nullish(),
      }),
      answer: keywordPage,
      async handle({ query, call }) {
        const wanted = { page: query.page ?? 0, pageSize: query.pageSize ?? 50 };
        const filter = {
          q: query.q ?? "",
          minDocumentCount: query.minDocumentCount ?? 1,
          sort: query.sort === "documentCount" ? "count" : (query.sort ?? "count"),
        };
        const { keywords, total } = await service.listKeywords({ ...filter, ...wanted }, call);
        return { body: { keywords, ...wanted, total } satisfies z.input<typeof keywordPage> };
      },
    }),
    route({
      operationId: "searchKeywords",
      method: "post",
      path: "/documents/keywords/search",
      plane: "data",
      summary: "Keywords that are near a text",
      status: 200,
      repetition: "none",
      body: searchRequest,
      answer: keywordSearchResponse,
      async handle({ body, call }) {
        const began = performance.now();
        const wanted = { query: body.query, embedding: new Uint8Array(), k: body.k ?? usualK, threshold: body.threshold ?? 0 };
        const { results } = await recall.searchKeywords(wanted, call);
        const queryMs = Math.round(performance.now() - began);
        return { body: { results, queryMs } satisfies z.input<typeof keywordSearchResponse> };
      },
    }),
    route({
      operationId: "getKeyword",
      method: "get",
      path: "/documents/keywords/{normalised}",
      plane: "data",
      summary: "One keyword with the documents that hold it",
      status: 200,
      params: z.strictObject({ normalised: name(256) }),
      answer: keywordDetail,
      async handle({ params, call }) {
        const { keyword, documents } = await service.getKeyword({ normalised: params.normalised }, call);
        return { body: { ...present(keyword), documents } satisfies z.input<typeof keywordDetail> };
      },
    }),
  ];
}
