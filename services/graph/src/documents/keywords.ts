import { cosine, LociError, unpackVector } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { common, graph } from "@loci/protos";
import { analyse } from "@loci/text";
import { atMost, integer, oneOf, text } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { vector } from "../rpc/proposals.ts";
import { announce } from "../store/feed.ts";
import {
  documentsWithKeyword,
  keywordNamed,
  keywordsOfDocument,
  keywordVectors,
  listKeywords as list,
  removeKeywords,
  storeKeywords,
} from "../store/keywords.ts";
import { present } from "../store/time-view.ts";
import { wordScore } from "./domain/word-score.ts";
import { linkDocument } from "./link-one.ts";
import { visibleDocument } from "./messages.ts";
import { page } from "./read-documents.ts";
import { documentWork } from "./work.ts";

const maxKeywords = 1_000;
/** Of more keywords than these only those that most documents have are compared. */
const maxCompared = 5_000;
const maxDocuments = 500;

/** Gives the document these keywords in place of those it had, and links it anew to the others of its ScopeSet. */
export async function writeKeywords(parts: Parts, request: graph.WriteKeywordsRequest, call: Call): Promise<common.Empty> {
  atMost("/keywords", request.keywords, maxKeywords);
  const keywords = request.keywords.map((one, i) => ({
    normalised: text(`/keywords/${i}/normalised`, one.normalised, 512, 1),
    text: text(`/keywords/${i}/text`, one.text, 512, 1),
    score: Number.isFinite(one.score) ? one.score : 0,
    embedding: vector(`/keywords/${i}`, one.embedding),
  }));
  const unique = [...new Map(keywords.map((one) => [one.normalised, one])).values()];
  return documentWork(parts, call, { id: request.documentId, version: request.version }, async ({ tx, contextId, document }) => {
    await removeKeywords(tx, contextId, [document.id]);
    await storeKeywords(
      tx,
      contextId,
      document,
      unique.map((one) => ({ ...one, id: parts.ids("keyword") })),
    );
    await linkDocument(tx, contextId, document, parts.linkable);
    await announce(tx, contextId, [document.id]);
    return {};
  });
}

export async function listKeywords(
  parts: Parts,
  request: graph.ListKeywordsRequest,
  call: Call,
): Promise<graph.ListKeywordsResponse> {
  const asked = {
    q: text("/q", request.q, 512).trim(),
    minDocumentCount: integer("/minDocumentCount", request.minDocumentCount, 0, 1_000_000),
    sort: oneOf("/sort", request.sort || "count", ["count", "score", "name"] as const),
    ...page(request),
  };
  return reading(parts, call, present, ({ tx, sight }) => list(tx, sight, asked));
}

/** A keyword by its normalised form, or by a text that has this form, with its documents. */
export async function getKeyword(parts: Parts, request: graph.GetKeywordRequest, call: Call): Promise<graph.KeywordDetail> {
  const asked = text("/normalised", request.normalised, 512, 1);
  return reading(parts, call, present, async ({ tx, sight }) => {
    const keyword = await keywordNamed(tx, sight, [asked, analyse(asked).join(" ")]);
    if (keyword === undefined) throw new LociError("not_found", "There is no such keyword.");
    return { keyword, documents: await documentsWithKeyword(tx, sight, keyword.normalised, maxDocuments) };
  });
}

/** Keywords like a text: by its words, and by its vector where there is one. */
export async function searchKeywords(
  parts: Parts,
  request: graph.SearchKeywordsRequest,
  call: Call,
): Promise<graph.SearchKeywordsResponse> {
  const terms = analyse(text("/query", request.query, 2_048));
  const k = integer("/k", request.k, 1, 500);
  if (!(request.threshold >= 0 && request.threshold <= 1))
    throw new LociError("invalid", "/threshold: must be a number from 0 to 1");
  const wanted = request.embedding.length === 0 ? undefined : unpackVector(vector("", request.embedding));
  const candidates = await reading(parts, call, present, ({ tx, sight }) => keywordVectors(tx, sight, maxCompared));
  const scored = candidates.flatMap(({ embedding, ...keyword }) => {
    const comparable = wanted !== undefined && embedding.length === wanted.length * 4;
    const meaning = comparable ? cosine(wanted, unpackVector(embedding)) : 0;
    const score = Math.max(meaning, wordScore(terms, keyword.normalised.split(" ")));
    return score > 0 && score >= request.threshold ? [{ ...keyword, score }] : [];
  });
  scored.sort((a, b) => b.score - a.score || b.documentCount - a.documentCount || (a.normalised < b.normalised ? -1 : 1));
  return { results: scored.slice(0, k) };
}

export async function getDocumentKeywords(
  parts: Parts,
  request: graph.RecordRef,
  call: Call,
): Promise<graph.DocumentKeywordsResponse> {
  return reading(parts, call, present, async (read) => {
    const { id } = await visibleDocument(read, request.id);
    return { keywords: await keywordsOfDocument(read.tx, read.sight, id) };
  });
}
