/** What an importer makes of another tool's export. */
import type { Loci } from "@loci/client";

type Facts = Exclude<Parameters<Loci["remember"]>[0], string>;
type Conversation = Parameters<Loci["rememberBatch"]>[0];

/** One write to Loci; its scopes are added when it is sent. */
export interface ImportWrite {
  /** The record's id in the other tool. */
  readonly id: string;
  /** Whom it concerns, by the names that a scope template may use. */
  readonly about: Readonly<Record<string, string>>;
  readonly request:
    | { readonly kind: "facts"; readonly body: Facts }
    | { readonly kind: "conversation"; readonly body: Conversation };
}

/** A record, or a part of one, that Loci has no place for. */
export interface Omission {
  readonly id: string;
  readonly reason: string;
}

export interface Imported {
  readonly writes: readonly ImportWrite[];
  /** Whole records that are not carried. */
  readonly skipped: readonly Omission[];
  /** Parts of records that are. */
  readonly left: readonly Omission[];
}

/** How texts are stored: with what a model extracts from them, or as they are. */
export type TextMode = "full" | "none";

/**
 * Reads an export that is JSON already. Pure.
 * @throws Failure that says which shape was expected
 */
export type Importer = (exported: unknown, mode: TextMode) => Imported;
