import type { MemoryCategory, TurnRole } from "@loci/kernel";

/** What understands text. One method for each stage of the pipeline. */
export interface LanguageModel {
  /** For messages, traces and provenance: `builtin`, or `openai:<model>`. */
  readonly id: string;
  /**
   * Proposes facts from turns. A model only proposes: spans, sizes and categories are checked by the caller.
   * @throws LociError `unavailable` when the provider fails after its retries or answers with what is not an extraction
   */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<Extraction>;
}

export interface ExtractionRequest {
  readonly turns: readonly ExtractionTurn[];
}

export interface ExtractionTurn {
  readonly role: TurnRole;
  /** The name of who speaks, "" where it is not known. */
  readonly speaker: string;
  readonly content: string;
  /** When it was said; relative dates in it are resolved against this. */
  readonly knownAt: string;
}

export interface Extraction {
  readonly entities: readonly ProposedEntity[];
  readonly facts: readonly ProposedFact[];
  readonly instructions: readonly ProposedInstruction[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface EntityName {
  readonly type: string;
  readonly name: string;
}

export interface ProposedEntity extends EntityName {
  readonly memoryCategory: MemoryCategory;
}

/** Where in the request a proposal was read: the turn's index and the span of its content, in UTF-16 code units. */
export interface SourceSpan {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

export interface ProposedFact {
  readonly subject: EntityName;
  /** snake_case; for a relation its label. */
  readonly key: string;
  /** An attribute's value, or "" for a relation. */
  readonly value: string;
  /** A relation's other end, or undefined for an attribute. */
  readonly target?: EntityName | undefined;
  readonly memoryCategory: MemoryCategory;
  readonly confidence: number;
  /** When it holds in the world, RFC 3339 UTC; "" where the text does not say. */
  readonly validFrom: string;
  readonly validUntil: string;
  /** year, month, day, hour, minute or second; "" without a valid time. */
  readonly validPrecision: string;
  /** The text says that this no longer holds: matching rows end. */
  readonly negated: boolean;
  /** The text says that it changed or that what was said before was wrong (moved, now, no longer, actually, renamed). */
  readonly changed: boolean;
  readonly span: SourceSpan;
}

export interface ProposedInstruction {
  /** snake_case name of what it is about. */
  readonly label: string;
  readonly description: string;
  /** The text takes back an instruction of that label. */
  readonly revokes: boolean;
  readonly span: SourceSpan;
}
