import type { MemoryCategory, Stream, Timestamp } from "@loci/kernel";

/** A name as it was given, and the forms under which it is compared. */
export interface Name {
  readonly type: string;
  readonly name: string;
  readonly typeNorm: string;
  readonly nameNorm: string;
}

export interface Entity extends Name {
  readonly id: string;
  readonly scopeSet: string;
  readonly category: MemoryCategory;
  readonly importance: number;
  readonly knownAt: Timestamp;
  readonly recordedAt: Timestamp;
}

/** A chunk of a document. */
export interface ChunkRef {
  readonly id: string;
  readonly documentId: string;
}

/** Where something was said: a turn or a chunk (turnId ""), and the span in it; or the caller itself (turnId "", seq, span -1). */
export interface Source {
  readonly kind: "turn" | "chunk" | "caller" | "derived";
  readonly turnId: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly spanStart: number;
  readonly spanEnd: number;
  readonly chunk?: ChunkRef;
  /** Who vouches for it: what one says again makes nothing surer. Where it is not known, each source is one of its own. */
  readonly witness?: string;
}

/** How the witness begins that is a speaker with a name. */
export const speakerPrefix = "speaker ";

/** The passage that a source is in: a turn's or a chunk's id, or "". */
export function passageOf({ turnId, chunk }: Source): string {
  return turnId || (chunk?.id ?? "");
}

export interface Validity {
  /** What the text said of the time in which it holds in the world; "" where it did not. */
  readonly validFrom: Timestamp;
  readonly validUntil: Timestamp;
  readonly validPrecision: string;
}

/** What is compared: the normal form, and for a relation the target's normalised type ("" for an attribute). */
export interface Value {
  readonly value: string;
  readonly valueNorm: string;
  readonly targetType: string;
  readonly targetEntityId: string;
}

/** What a person or agent decided about the values of a key: its statements have the last word over what came before. */
export interface Ruling {
  /** The uncertainty that it settles; for a correction the first of its own statements. */
  readonly id: string;
  readonly reason: string;
}

/** What a statement was concluded from: the facts (by id) that it follows from, and why. */
export interface Conclusion {
  readonly evidence: readonly string[];
  readonly rationale: string;
}

/** One source's statement about one key, as it was made. Facts are what the rules make of all of them. */
export interface Statement extends Value, Validity {
  readonly id: string;
  /** The fact that it supports; "" before it was reconciled, and for a negation. */
  readonly factId: string;
  readonly source: Source;
  readonly negated: boolean;
  readonly changed: boolean;
  /** Its speaker takes back what was said before: that was a mistake, and never so. */
  readonly corrected?: boolean;
  /** It stands beside what was known ("also", "part-time", "a second"): it ends nothing, and contradicts nothing. */
  readonly beside?: boolean;
  /** The value (normalised) whose place it takes, whatever the class of the key ("switched from Jira to Linear"). */
  readonly insteadOf?: string;
  readonly category: MemoryCategory;
  readonly confidence: number;
  readonly labels: readonly string[];
  readonly knownAt: Timestamp;
  readonly ruling?: Ruling;
  readonly conclusion?: Conclusion;
  /** The known time from which its source says it no longer, as the document has a newer version. */
  readonly retractedAt?: Timestamp;
}

/** What statements are compared about: one key of one entity in one stream, or one label of instructions (entityId ""). */
export interface Subject {
  readonly entityId: string;
  readonly key: string;
  readonly stream: Stream;
  readonly scopeSet: string;
}

/** An attribute, a relation or an instruction as it is stored. */
export interface Fact extends Subject, Value, Validity {
  readonly id: string;
  readonly category: MemoryCategory;
  readonly confidence: number;
  readonly importance: number;
  readonly labels: readonly string[];
  readonly knownAt: Timestamp;
  /** "" while it stands. */
  readonly knownUntil: Timestamp;
  /** The end in the world that a later statement gave it. */
  readonly closedValidUntil: Timestamp;
  readonly recordedAt: Timestamp;
  readonly recordedUntil: Timestamp;
  readonly supersedes: string;
  readonly supersededBy: string;
  /** Set when a statement that arrived late showed this row to be a restatement of another one. */
  readonly mergedInto: string;
  readonly quarantined: boolean;
  /** Its end was that its speaker took it back. */
  readonly mistaken: boolean;
  /** When its life ended by the context's rules; "" while it lives. */
  readonly expiredAt: Timestamp;
  /** Concluded from other facts; such facts are a group of their own, which competes with nothing that was said. */
  readonly derived: boolean;
}

/**
 * multi: values stand together; changing: one at a time, a later one takes over; stable and single: one, with no leave to change
 * by itself (stable is a key known to be so, single one that nobody has classed); instruction: the last word holds.
 */
export type KeyClass = "multi" | "changing" | "stable" | "single" | "instruction";

export type DecisionKind = "create" | "update" | "supersede";

export type UncertaintyReason = "no_leave_to_change" | "across_streams" | "maybe_same";

export interface Uncertainty {
  readonly id: string;
  readonly entityId: string;
  readonly key: string;
  readonly scopeSet: string;
  /** Selectors of what is wider and disagrees, in order: only who sees these too learns of it. */
  readonly beside: readonly string[];
  readonly reason: UncertaintyReason;
  /** The facts between which it is open. */
  readonly candidates: readonly string[];
}

/** The importance that a record starts with. */
export function initialImportance(category: MemoryCategory): number {
  switch (category) {
    case "identity":
      return 1;
    case "knowledge":
      return 0.8;
    case "context":
      return 0.5;
  }
}
