import type { ExtractionTurn } from "@loci/ports/language-model";
import { normaliseName } from "@loci/kernel";

/** A named subject that a later "she", "he" or "it" may stand for. */
export interface Mention {
  readonly name: string;
  readonly type: string;
  /** It is something of `name` that has no name itself ("a puppy"): its noun, and the type of who has it. */
  readonly possession?: string;
  readonly owner?: string;
  /** The name finder takes it for no person, and nothing else tells what it is. */
  readonly doubtful?: boolean;
  /** The pronoun that stood for it. */
  readonly gender?: "she" | "he";
  /** Its sentence was about it. */
  readonly isSubject?: boolean;
}

/** Who speaks, who listens and what was named so far in one request. */
export interface Conversation {
  /** The name that "I" stands for in a turn, or "" where it stands for nobody that is remembered. */
  speakerOf(turn: ExtractionTurn): string;
  /** The name that "you" stands for in a turn, or "". */
  listenerOf(turn: ExtractionTurn): string;
  typeOf(name: string): string | undefined;
  learnType(name: string, type: string): void;
  /** What facts have shown a name to be, whatever it was taken for. */
  shownType(name: string): string | undefined;
  showType(name: string, type: string): void;
}

/** Reads the speakers of all turns first: "you" has a meaning only between two people. */
export function conversationOf(turns: readonly ExtractionTurn[]): Conversation {
  const nameOf = (turn: ExtractionTurn) => (turn.role === "document" ? "" : turn.speaker);
  const speakers = [...new Set(turns.map(nameOf).filter((speaker) => speaker !== ""))];
  const types = new Map(speakers.map((speaker) => [normaliseName(speaker), "Person"]));
  const shown = new Map<string, string>();
  return {
    speakerOf: (turn) => (nameOf(turn) !== "" ? nameOf(turn) : turn.role === "user" ? "user" : ""),
    listenerOf: (turn) => (speakers.length === 2 ? (speakers.find((name) => name !== turn.speaker) ?? "") : ""),
    typeOf: (name) => types.get(normaliseName(name)),
    learnType: (name, type) => {
      if (types.size < 10_000) types.set(normaliseName(name), type);
    },
    shownType: (name) => shown.get(normaliseName(name)),
    showType: (name, type) => {
      if (shown.size < 10_000) shown.set(normaliseName(name), type);
    },
  };
}
