import type { ChatEvent, Citation, Schemas } from "@loci/client";

/** One question with its reply, as it comes. */
export interface Exchange {
  readonly id: number;
  readonly question: string;
  readonly reply: string;
  readonly citations: readonly Citation[];
  readonly state: "asking" | "done" | "stopped" | "failed";
  readonly traceId: string;
  readonly degraded: readonly string[];
  /** What the memory learned of it. */
  readonly updates: readonly string[];
  readonly error?: unknown;
}

export function asked(id: number, question: string): Exchange {
  return {
    ...{ id, question, reply: "", citations: [], state: "asking", traceId: "" },
    ...{ degraded: [], updates: [] },
  };
}

/** An exchange after what came. */
export function advanced(exchange: Exchange, event: ChatEvent): Exchange {
  switch (event.type) {
    case "trace":
      return { ...exchange, traceId: event.traceId };
    case "delta":
      return { ...exchange, reply: exchange.reply + event.text };
    case "citation":
      return { ...exchange, citations: [...exchange.citations, event.citation] };
    case "done":
      return {
        ...exchange,
        ...{ state: "done", reply: event.reply, citations: event.citations, degraded: event.degraded },
        updates: updatesOf(event.memoryUpdates),
      };
  }
}

/** What the memory made of a turn, in words. */
function updatesOf(updates: Schemas["ExtractionResult"]): string[] {
  return [
    ...updates.entities.filter(({ isNew }) => isNew).map(({ entityType, name }) => `new: ${entityType} ${name}`),
    ...updates.corrections.map(({ key, oldValue, newValue }) => `${words(key)}: ${oldValue} → ${newValue}`),
    ...updates.attributes.map(({ key, value }) => `${words(key)}: ${value}`),
    ...updates.relations.map(({ subject, label, object }) => `${subject} ${words(label)} ${object}`),
    ...updates.instructions.map(({ description }) => `instruction: ${description}`),
    ...updates.uncertainties.map(({ about }) => `uncertain: ${about}`),
  ];
}

function words(key: string): string {
  return key.replaceAll("_", " ");
}

/** A piece of a reply: text, or the marker of a source in it. */
export type Piece = { readonly text: string } | { readonly marker: string };

/** A reply as text with its markers `[S1]` apart. Markers of nothing that is cited stay text. */
export function piecesOf(reply: string, markers: ReadonlySet<string>): Piece[] {
  return reply.split(/(\[S\d+\])/).flatMap((part): Piece[] => {
    const marker = part.slice(1, -1);
    if (markers.has(marker) && part === `[${marker}]`) return [{ marker }];
    return part === "" ? [] : [{ text: part }];
  });
}
