import type { ExtractionTurn } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import { parseSpeaker } from "@loci/text";

/** A turn that is to be remembered: what an extraction reads. */
export function turnOf(role: ExtractionTurn["role"], content: string, knownAt: string): ExtractionTurn {
  return { role, speaker: parseSpeaker(content).speaker, content, knownAt };
}

/**
 * - `none`: a literal text, nothing is to be extracted from it
 * - `done`: its proposals come along
 * - `pending`: its extraction comes later
 * - `silent`: part of a conversation with the service itself that says nothing to be remembered
 */
export type ExtractionState = "none" | "done" | "pending" | "silent";

/**
 * The turn as graph stores it; its embedding is filled in later.
 * @param readingEnded of a pending one: a reading of it was begun, and had to be ended
 */
export function newTurn(turn: ExtractionTurn, extraction: ExtractionState, readingEnded = false): graph.NewTurn {
  const { role, speaker, content, knownAt } = turn;
  return { role, speaker, content, knownAt, embedding: new Uint8Array(), extraction, readingEnded };
}

/** The text by which a turn is embedded: who says it, then what. */
export function turnText(turn: Pick<ExtractionTurn, "speaker" | "content">): string {
  if (turn.speaker === "") return turn.content;
  const prefix = parseSpeaker(turn.content);
  return prefix.speaker === turn.speaker ? turn.content : `${turn.speaker}: ${turn.content}`;
}
