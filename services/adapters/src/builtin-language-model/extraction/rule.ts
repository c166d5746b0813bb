import type { EntityName } from "@loci/ports/language-model";
import type { Predicate } from "./predicate.ts";
import type { Sentence } from "./sentence.ts";

/** What a rule reads: one clause whose subject and main verb are known. */
export interface Reading {
  readonly sentence: Sentence;
  readonly subject: Subject;
  readonly predicate: Predicate;
  /** The first token behind the subject. */
  readonly from: number;
  /** The first token behind the main verb, and the end of the clause (exclusive). */
  readonly at: number;
  readonly end: number;
  /** When it was said, in ISO 8601. */
  readonly knownAt: string;
}

/** Whom or what a clause is about. */
export interface Subject {
  /** The entity; its type is undefined where only the verb can tell it ("Falcon uses Postgres"). */
  readonly name: string;
  readonly type: string | undefined;
  /** The clause is about something of the entity ("my sister", "the deadline of Falcon"): its noun in lower case, else "". */
  readonly possession: string;
  /** The clause stands for the person who speaks. */
  readonly self: boolean;
  /** A name in the third person: its verb in the present must end in -s ("Cats like milk" is about no one called Cats). */
  readonly singular: boolean;
  /** What the subject itself says ("my sister Anna": that Anna is a sister). */
  readonly asides: readonly Draft[];
}

/** How the dates of the clause bound a fact: a state begins or ends with them, an event lies within them. */
export type TimeUse = "state" | "event" | "none";

/** A fact before its span, category and confidence are settled. */
export interface Draft {
  /** Undefined: the clause's subject. */
  readonly subject?: EntityName;
  /** The type of the clause's subject, where the verb tells it. */
  readonly subjectType?: string;
  readonly key: string;
  readonly value?: string;
  readonly target?: EntityName;
  readonly confidence?: number;
  readonly negated?: boolean;
  readonly changed?: boolean;
  readonly time?: TimeUse;
  /** The value whose place it takes, as the text names it. */
  readonly insteadOf?: string;
}

/** Reads facts of one kind from a clause; nothing where it does not apply. */
export type Rule = (reading: Reading) => readonly Draft[];

/** The rules by the main verb they read. The first that gives something wins. */
export type RuleTable = Readonly<Record<string, readonly Rule[]>>;

export const explicit = 0.9;
export const normal = 0.8;
export const loose = 0.75;
