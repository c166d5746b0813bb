import type { IdSource, MemoryCategory, Stream, Timestamp } from "@loci/kernel";
import type { DecisionKind, Entity, Fact, Name, Statement, Subject, Uncertainty } from "./model.ts";
import type { UncertaintyChange } from "./disagreement.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A statement about one entity's key, not reconciled yet. */
export interface ProposedFact {
  /** Index of the proposal that it came in. */
  readonly proposal: number;
  readonly subject: Name;
  /** A relation's other end. */
  readonly target: Name | undefined;
  readonly key: string;
  readonly scopeSet: string;
  readonly stream: Stream;
  readonly statement: Statement;
  readonly sentence: string;
  readonly embedding: Uint8Array;
  /** Its words were not found in its source: kept, and never believed. */
  readonly quarantined: boolean;
  /** A correction that does not say of what: bound before it is reconciled, or left out. */
  readonly unbound?: boolean;
}

/** "Always answer in German", or its revocation: a statement whose value is the description, negated to revoke. */
export type ProposedInstruction = Omit<ProposedFact, "subject" | "target" | "embedding">;

export interface ProposedEntity {
  readonly proposal: number;
  /** The passage that names it, where one does. */
  readonly turnId?: string;
  readonly name: Name;
  readonly category: MemoryCategory;
  readonly scopeSet: string;
  readonly knownAt: Timestamp;
  readonly embedding: Uint8Array;
}

export interface Proposed {
  readonly entities: readonly ProposedEntity[];
  readonly facts: readonly ProposedFact[];
  readonly instructions: readonly ProposedInstruction[];
}

/** What is spoken of, whatever is said about it. */
export interface Spoken {
  readonly entities: readonly Pick<ProposedEntity, "name" | "scopeSet">[];
  /** Where `valueNorm` is "" all values of the key are meant. */
  readonly facts: readonly (Pick<ProposedFact, "subject" | "target" | "key" | "scopeSet"> & {
    readonly statement: Pick<Statement, "valueNorm" | "insteadOf">;
  })[];
  readonly instructions: readonly Pick<ProposedInstruction, "key" | "scopeSet">[];
}

/** An entity that a proposed name meets, by its own name or by an alias. */
export interface KnownEntity {
  readonly entity: Entity;
  /** The name it was looked for by, as `nameKey` gives it. */
  readonly metBy: string;
}

/** An entity that may be called by one of the names that are spoken of, or one like it. */
export interface NamedEntity {
  readonly entity: Entity;
  /** In their normal form; those that were taken back, too. */
  readonly aliases: readonly { readonly nameNorm: string; readonly isEnded: boolean }[];
}

/** Two entities that are the same, or were taken for it until somebody undid that. */
export interface EntityLink {
  readonly id: string;
  readonly keptId: string;
  readonly mergedId: string;
  readonly rule: string;
  readonly isUndone: boolean;
}

/** Everything stored that the decision may touch. */
export interface Gathered {
  readonly entities: readonly KnownEntity[];
  /** Under the ScopeSets that are written to. */
  readonly near: readonly NamedEntity[];
  readonly links: readonly EntityLink[];
  /** Of the near ones whose name alone does not tell: what they are known by, as `neighbour` says it. */
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of the same: what may tell them apart, as `trait` says it. */
  readonly traits: ReadonlyMap<string, ReadonlySet<string>>;
  /** Pairs of near ones, "<id> <id>", of which the first has a relation to the second. */
  readonly related: ReadonlySet<string>;
  readonly facts: readonly Fact[];
  readonly instructions: readonly Fact[];
  readonly statements: readonly (Statement & Subject)[];
  readonly uncertainties: readonly Uncertainty[];
  readonly vocabulary: Vocabulary;
}

export interface Surroundings {
  readonly now: Timestamp;
  readonly ids: IdSource;
  /** The confidence below which nothing supersedes. */
  readonly floor: number;
  /** Whether the first ScopeSet (by key) covers the second and is not the same. */
  readonly covers: (wide: string, narrow: string) => boolean;
  /** Whose "I" a ScopeSet (by key) is. */
  readonly personOf: (scopeSet: string) => string;
}

export interface Decision {
  readonly id: string;
  readonly proposal: number;
  readonly kind: DecisionKind;
  readonly rule: string;
  readonly recordId: string;
  /** The passage that set it off: a turn, or a document's chunk; "" where none did. */
  readonly turnId: string;
  readonly evidence: Evidence;
}

/** Why: what was said and where, and which record it was for or against. */
export interface Evidence {
  readonly sentence?: string;
  readonly spanStart?: number;
  readonly spanEnd?: number;
  readonly knownAt?: Timestamp;
  readonly by?: string;
  readonly subject?: string;
  readonly candidates?: readonly string[];
  /** The facts that it follows from. */
  readonly facts?: readonly string[];
  /** The decision of a person or agent of which it is part, and why they took it. */
  readonly ruling?: string;
  readonly reason?: string;
  readonly chosen?: readonly string[];
  readonly owner?: string;
  readonly alias?: string;
  readonly merge?: string;
  readonly entities?: readonly string[];
}

/** Another name that a text gave an entity. */
export interface NewAlias {
  readonly entityId: string;
  readonly name: string;
  readonly nameNorm: string;
  /** The passage that told it. */
  readonly turnId: string;
  readonly reason: string;
}

/** Two entities that the rules take for one. */
export interface NewMerge extends Omit<EntityLink, "isUndone"> {
  readonly reason: string;
}

/** Two entities that may be one: somebody is asked. */
export interface SameQuestion {
  /** An uncertainty's. */
  readonly id: string;
  readonly entityId: string;
  readonly otherId: string;
  readonly scopeSet: string;
}

/** What one proposal came to. */
export interface Outcome {
  readonly entities: { readonly entity: Entity; readonly isNew: boolean }[];
  readonly facts: Fact[];
  readonly corrections: { readonly old: Fact; readonly by: Fact }[];
  readonly instructions: Fact[];
  readonly uncertainties: { readonly uncertainty: Uncertainty; readonly subject: Entity; readonly candidates: readonly Fact[] }[];
  readonly decisions: Decision[];
}

/** The difference to store, in one transaction. */
export interface Changes {
  readonly newEntities: readonly Entity[];
  /** Entities of which something changed, with the earliest time at which they were known. */
  readonly touchedEntities: readonly { readonly id: string; readonly knownAt: Timestamp }[];
  readonly newFacts: readonly Fact[];
  readonly changedFacts: readonly Fact[];
  readonly newInstructions: readonly Fact[];
  readonly changedInstructions: readonly Fact[];
  readonly statements: readonly (Statement & Subject & { readonly quarantined: boolean })[];
  readonly movedStatements: readonly { readonly id: string; readonly factId: string }[];
  readonly uncertainties: readonly UncertaintyChange[];
  readonly aliases: readonly NewAlias[];
  readonly merges: readonly NewMerge[];
  readonly questions: readonly SameQuestion[];
  /** Entities that are a speaker, or one with a speaker: whose "I" they are. */
  readonly persons: ReadonlyMap<string, string>;
  /** Merges by rule that no longer hold, by id. */
  readonly endedMerges: readonly string[];
  readonly decisions: readonly Decision[];
  readonly embeddings: readonly { readonly recordId: string; readonly vector: Uint8Array }[];
  /** The name of every entity that is involved, by id. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** One for each proposal. */
  readonly outcomes: readonly Outcome[];
}

/** A text that is the same for names that are compared as equal. */
export function nameKey(name: Pick<Name, "typeNorm" | "nameNorm">): string {
  return `${name.typeNorm}/${name.nameNorm}`;
}
