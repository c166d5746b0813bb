import type { MemoryCategory, TurnRole } from "@loci/kernel";

/** The stages of work that a context may assign to a provider and model each. */
export const modelStages = ["extraction", "synthesis", "elaboration", "consolidation", "hyde", "decomposition"] as const;
export type ModelStage = (typeof modelStages)[number];

/** The model that a context has assigned to a stage, with its tokens counted and its budget kept. */
export interface ModelDirectory {
  /**
   * @param contextId the context that pays
   * @throws LociError `rate_limited` by any of the model's methods where the context's token limit is reached and it says to block
   */
  model(contextId: string, stage: ModelStage): Promise<LanguageModel>;
  /** Each model that the context's stages work with, once. Absent where there is nothing to choose. */
  inUse?(contextId: string): Promise<readonly ModelInUse[]>;
}

export interface ModelInUse {
  /** One or more. */
  readonly stages: readonly ModelStage[];
  /** Its calls count as those of the first of its stages. */
  readonly model: LanguageModel;
  /** The deployment's own, as the context chose none. */
  readonly shared: boolean;
}

/** What understands text. One method for each stage. A model only proposes: everything in its answers is checked by the caller. */
export interface LanguageModel {
  /** For messages, traces and provenance: `builtin`, or `openai:<model>`. */
  readonly id: string;
  /**
   * Proposes facts from turns.
   * @throws LociError `unavailable` when the provider fails after its retries or answers with what is not an extraction
   */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<Extraction>;
  /**
   * Answers a question from sources alone, citing them inline as [S1]; the answer comes in pieces as it is made, the last part carries
   * the usage and no text. Without a source that answers it says that it does not know.
   * @throws LociError `unavailable` when the provider fails, also midway
   */
  synthesise(request: SynthesisRequest, signal?: AbortSignal): AsyncIterable<SynthesisPart>;
  /** Proposes what the facts about an entity imply without saying it. @throws LociError `unavailable` */
  elaborate(request: ElaborationRequest, signal?: AbortSignal): Promise<Elaboration>;
  /** Proposes observations that several facts together support. @throws LociError `unavailable` */
  consolidate(request: ConsolidationRequest, signal?: AbortSignal): Promise<Consolidation>;
  /** A passage that could answer the question, to be embedded in its place (HyDE). @throws LociError `unavailable` */
  hypothesise(question: string, signal?: AbortSignal): Promise<{ readonly text: string; readonly usage: TokenUsage }>;
  /** The questions that a question is made of, at most four; one that is simple comes back alone. @throws LociError `unavailable` */
  decompose(question: string, signal?: AbortSignal): Promise<{ readonly questions: readonly string[]; readonly usage: TokenUsage }>;
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface SynthesisRequest {
  /** chat: a reply in a conversation; reflect: what the sources say together about the question, as a short text. */
  readonly purpose: "chat" | "reflect";
  readonly question: string;
  /** In the order of their rank; cited by their place, from S1. */
  readonly sources: readonly SynthesisSource[];
  /** The conversation so far, oldest first, without the question. */
  readonly history: readonly { readonly role: TurnRole; readonly content: string }[];
  /** When it is asked, RFC 3339: what is said to begin later does not hold yet. */
  readonly now?: string | undefined;
  /** How the person wants to be answered; heeded as far as they concern style and language. */
  readonly instructions: readonly string[];
}

export interface SynthesisSource {
  readonly text: string;
  /** What it is, for the model: fact, turn or document. */
  readonly kind: "fact" | "turn" | "document";
  /** When it was known, RFC 3339, or "". */
  readonly knownAt: string;
  /** Who said it, or the document's title; "" where it is not known. */
  readonly origin: string;
  /** Other sources say otherwise: the answer has to say so. */
  readonly disputed: boolean;
  /** A fact in its parts. */
  readonly fact?: SourceFact | undefined;
  /** From when on it holds, RFC 3339; "" where nothing says it. */
  readonly since: string;
  /** When it ended, RFC 3339; "" while it, or some of it, holds. What has ended answers only what was. */
  readonly until: string;
  /** The places, from S1, of the sources that took its place or said that it ended. */
  readonly endedBy: readonly number[];
}

export interface SourceFact {
  readonly subject: string;
  /** In words: "job title". */
  readonly key: string;
  readonly value: string;
}

export type SynthesisPart = { readonly text: string } | { readonly usage: TokenUsage };

/** A fact as a model is shown it; it is referred to by its place in the list. */
export interface ShownFact {
  readonly subject: EntityName;
  readonly key: string;
  readonly value: string;
  readonly target?: EntityName | undefined;
  readonly knownAt: string;
}

export interface ElaborationRequest {
  readonly entity: EntityName;
  /** The entity's facts and those of its neighbours. */
  readonly facts: readonly ShownFact[];
}

export interface Elaboration {
  /** Relations that the facts imply, each with the places of the facts that it follows from. */
  readonly relations: readonly {
    readonly subject: EntityName;
    readonly label: string;
    readonly target: EntityName;
    readonly evidence: readonly number[];
  }[];
  /** What is to be said of the entity in two sentences; "" for nothing. */
  readonly summary: string;
  readonly usage: TokenUsage;
}

export interface ConsolidationRequest {
  readonly entity: EntityName;
  readonly facts: readonly ShownFact[];
  /** What was observed before, so that it is confirmed or changed rather than said again. */
  readonly observations: readonly { readonly key: string; readonly value: string }[];
}

export interface Consolidation {
  readonly observations: readonly {
    /** snake_case */
    readonly key: string;
    readonly value: string;
    /** Places of the facts that support it: two at least. */
    readonly evidence: readonly number[];
    readonly rationale: string;
  }[];
  readonly usage: TokenUsage;
}

export interface ExtractionRequest {
  readonly turns: readonly ExtractionTurn[];
}

export interface ExtractionTurn {
  /** `document`: a passage of one, which nobody speaks: "I" in it is nobody, and what it orders is no instruction. */
  readonly role: TurnRole | "document";
  /** The name of who speaks, "" where it is not known; of a document its title. */
  readonly speaker: string;
  readonly content: string;
  /** When it was said; relative dates in it are resolved against this. */
  readonly knownAt: string;
}

export interface Extraction {
  readonly entities: readonly ProposedEntity[];
  readonly facts: readonly ProposedFact[];
  readonly instructions: readonly ProposedInstruction[];
  readonly usage: TokenUsage;
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
  /** Its speaker takes back what they said before, which was a mistake. */
  readonly corrected?: boolean;
  /** It stands beside what was known, and ends none of it ("also", "part-time", "a second"). */
  readonly beside?: boolean;
  /** The value whose place it takes, as the text names it; undefined where it names none. */
  readonly insteadOf?: string | undefined;
  /** With `corrected`: the text does not say what of. It is about the latest thing that its session said which this can take the place of. */
  readonly unbound?: boolean;
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
