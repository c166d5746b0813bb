import { z } from "zod";
import { count } from "./words.ts";

const keywordName = { id: z.string(), normalised: z.string(), text: z.string() };
const counted = { ...keywordName, documentCount: count };

/** The score is the best that it has in any document. */
export const keyword = z.object({ ...counted, score: z.number() }).meta({ id: "Keyword" });

export const keywordPage = z
  .object({ keywords: z.array(keyword), page: count, pageSize: count, total: count })
  .meta({ id: "KeywordPage" });

const keywordSearchHit = z.object({ ...counted, score: z.number() }).meta({ id: "KeywordSearchHit" });

export const keywordSearchResponse = z
  .object({ results: z.array(keywordSearchHit), queryMs: count })
  .meta({ id: "KeywordSearchResponse" });

const keywordDocument = z.object({ id: z.string(), title: z.string(), score: z.number() }).meta({ id: "KeywordDocument" });

export const keywordDetail = z
  .object({ ...counted, score: z.number(), documents: z.array(keywordDocument) })
  .meta({ id: "KeywordDetail" });

export const documentKeyword = z.object({ ...keywordName, score: z.number() }).meta({ id: "DocumentKeyword" });

export const documentKeywordsResponse = z.object({ keywords: z.array(documentKeyword) }).meta({ id: "DocumentKeywordsResponse" });
