import type { SourceFact, SynthesisSource } from "@loci/ports/language-model";
import type { retrieval } from "@loci/protos";
import { isDisputed } from "../hits.ts";
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

/** The hits as the model is shown them. */
export function shown(hits: readonly retrieval.Hit[]): SynthesisSource[] {
  // A fact may be ended by another, or by the turn that said it no longer.
  const places = Map.groupBy(
    hits.flatMap(({ id, turnId, standing }, i) =>
      standing?.kind === "ended" ? [] : [...new Set([id, turnId])].map((name) => ({ name, place: i + 1 })),
    ),
    ({ name }) => name,
  );
  return hits.map((hit) => ({
    ...shownAlone(hit),
    endedBy: [...new Set(endersOf(hit).flatMap((id) => places.get(id)?.map(({ place }) => place) ?? []))],
  }));
}

function endersOf({ standing }: retrieval.Hit): readonly string[] {
  return [...(standing?.endedBy ?? []), ...(standing?.endedParts ?? []).map(({ endedBy }) => endedBy)];
}

function shownAlone(hit: retrieval.Hit): Omit<SynthesisSource, "endedBy"> {
  const kind = kinds[hit.source] ?? "fact";
  const text = kind === "fact" ? hit.text : withEnds(hit.text, hit.standing?.endedParts ?? []);
  return {
    text: cut(text, maxSourceLength),
    kind,
    knownAt: hit.occurredAt,
    origin: kind === "document" ? hit.documentTitle : kind === "turn" ? hit.speaker || hit.role : "",
    disputed: isDisputed(hit),
    fact: factOf(hit),
    since: hit.validFrom,
    until: hit.standing?.kind === "ended" ? hit.validUntil : "",
  };
}

function factOf({ entity, key, value, subject, label, object }: retrieval.Hit): SourceFact | undefined {
  if (label !== "") return { subject, key: label.replaceAll("_", " "), value: object };
  if (key === "") return undefined;
  return { subject: entity.slice(entity.indexOf("/") + 1), key: key.replaceAll("_", " "), value };
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
    disputed: isDisputed(hit),
  };
}

/** The beginning of a text; a character of two units is not cut apart. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
