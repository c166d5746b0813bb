import type { SynthesisSource } from "@loci/ports/language-model";
import type { retrieval } from "@loci/protos";
import { withEnds } from "../recall/with-ends.ts";

/** More of one source than this is not shown to a model, in UTF-16 units: a literal text may be as long as a book. */
const maxSourceLength = 4_000;
const maxSnippetLength = 300;

const kinds: Readonly<Record<string, SynthesisSource["kind"]>> = {
  attribute: "fact",
  entity: "fact",
  memory_chunk: "turn",
  chunk: "document",
  section: "document",
};

/** What an answer is made of, S1 first: the hits, then their surroundings. */
export function sourcesOf({ hits, contextHits }: Pick<retrieval.QueryResponse, "hits" | "contextHits">): retrieval.Hit[] {
  return [...hits, ...contextHits];
}

/** A hit as the model is shown it. */
export function shown(hit: retrieval.Hit): SynthesisSource {
  const kind = kinds[hit.source] ?? "fact";
  return {
    text: cut(saidWithEnds(hit, kind), maxSourceLength),
    kind,
    knownAt: hit.occurredAt,
    origin: kind === "document" ? hit.documentTitle : kind === "turn" ? hit.speaker || hit.role : "",
    disputed: hit.uncertaintyIds.length > 0,
  };
}

/** What has ended says until when. */
function saidWithEnds({ text, standing, validUntil }: retrieval.Hit, kind: SynthesisSource["kind"]): string {
  if (kind !== "fact") return withEnds(text, standing?.endedParts ?? []);
  return standing?.kind === "ended" ? `${text} (until ${validUntil.slice(0, 10)})` : text;
}

/** A hit as it is cited. @param place 1 for S1 */
export function citationOf(hit: retrieval.Hit, place: number): retrieval.Citation {
  const isDocument = kinds[hit.source] === "document";
  return {
    id: hit.id,
    kind: hit.source,
    snippet: cut(hit.text, maxSnippetLength),
    score: hit.score,
    occurredAt: hit.occurredAt,
    role: hit.role === "assistant" && hit.source === "memory_chunk" ? "assistant" : "",
    documentTitle: isDocument ? hit.documentTitle : "",
    positionPercent: isDocument ? hit.positionPercent : 0,
    marker: `S${place}`,
    documentId: isDocument ? hit.documentId : "",
    disputed: hit.uncertaintyIds.length > 0,
  };
}

/** The beginning of a text; a character of two units is not cut apart. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
