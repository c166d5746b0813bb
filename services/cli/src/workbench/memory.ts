/** What a workbench needs of a server, and the parts of its answers that it shows. */
import type { EntityReference } from "@loci/client";

export interface Hit {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly score: number;
  readonly occurredAt?: string;
  readonly disputed: boolean;
  /** Of what has ended, or of which a part has: what, and when. */
  readonly ended?: readonly string[];
}

export interface Answer {
  readonly tier: string;
  readonly ms: number;
  readonly traceId: string;
  readonly reason: string;
  readonly hits: readonly Hit[];
  readonly degraded: readonly string[];
}

/** What a write made of a text, in words. */
export interface Written {
  readonly sessionId: string;
  readonly id: string;
  readonly entities: readonly Entity[];
  /** One line for each fact. */
  readonly facts: readonly string[];
  readonly disputed: readonly string[];
  /** It is stored, and read later. */
  readonly deferred: boolean;
}

export interface Citation {
  readonly marker: string;
  readonly id: string;
  readonly snippet: string;
  readonly disputed: boolean;
}

export type ChatPart =
  | { readonly type: "delta"; readonly text: string }
  | {
      readonly type: "done";
      readonly reply: string;
      readonly citations: readonly Citation[];
      readonly traceId: string;
      readonly sessionId: string;
      readonly degraded: readonly string[];
    };

export interface Forgotten {
  readonly count: number;
  readonly refs: readonly { readonly id: string; readonly label: string }[];
}

export interface Source {
  readonly kind: string;
  readonly ref?: string;
}

/** An attribute or relation with its three times: known, true in the world, recorded. */
export interface Fact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly relation: boolean;
  readonly known: Span;
  readonly valid: Span;
  readonly recorded: Span;
  readonly confidence?: number;
  readonly stream?: string;
  readonly scopes: readonly string[];
  readonly sources: readonly Source[];
  readonly supersedes?: string;
  readonly supersededBy?: string;
  readonly disputes: readonly string[];
}

export interface Span {
  readonly from?: string;
  readonly until?: string;
}

export interface Entity extends EntityReference {
  readonly id: string;
}

export interface EntityView {
  readonly entity: Entity & { readonly category: string; readonly createdAt: string; readonly updatedAt: string };
  readonly facts: readonly Fact[];
}

export interface TraceHit {
  readonly id: string;
  readonly rank: number;
  readonly score: number;
  readonly source: string;
  readonly legs: readonly { readonly leg: string; readonly rank: number; readonly contribution: number }[];
}

export interface Trace {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly query: string;
  readonly tier: string;
  readonly reason: string;
  readonly ms: number;
  readonly cached: boolean;
  readonly stages: Readonly<Record<string, number>>;
  readonly hits: readonly TraceHit[];
  readonly degraded: readonly string[];
  readonly reply?: string;
  readonly parents: readonly string[];
}

/** A record that is neither an entity, an attribute, a relation nor a trace: its fields in words. */
export interface OtherRecord {
  readonly kind: string;
  readonly id: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export type Inspected =
  | { readonly kind: "entity"; readonly view: EntityView }
  | { readonly kind: "facts"; readonly title: string; readonly facts: readonly Fact[]; readonly why: readonly string[] }
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "other"; readonly record: OtherRecord };

export interface Uploaded {
  readonly id: string;
  /** The content was known already. */
  readonly deduplicated: boolean;
}

export interface Place {
  readonly scopes: readonly string[];
  readonly sessionId: string | undefined;
}

export interface SessionRow {
  readonly id: string;
  /** The first words that say something; "" where nothing was said. */
  readonly title: string;
  readonly preview: string;
  readonly turns: number;
  /** When something was last said in it, else when it was begun. */
  readonly at: string;
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  readonly total: number;
}

export interface Memory {
  /** Newest first. */
  sessions(page: { offset: number; limit: number }, signal: AbortSignal): Promise<SessionPage>;
  session(id: string, signal: AbortSignal): Promise<SessionRow>;
  remember(text: string, place: Place, signal: AbortSignal): Promise<Written>;
  state(entity: EntityReference, key: string, value: string | EntityReference, place: Place, signal: AbortSignal): Promise<Written>;
  recall(query: string, place: Place, asOf: string | undefined, signal: AbortSignal): Promise<Answer>;
  chat(message: string, place: Place, signal: AbortSignal): AsyncIterable<ChatPart>;
  forget(query: string, scopes: readonly string[], dryRun: boolean, signal: AbortSignal): Promise<Forgotten>;
  /** Uploads a file and follows it until it is ready; one that fails is an error. */
  upload(file: string, scopes: readonly string[], onProgress: (text: string) => void, signal: AbortSignal): Promise<Uploaded>;
  inspect(id: string, asOf: string | undefined, signal: AbortSignal): Promise<Inspected>;
  entity(entity: EntityReference, asOf: string | undefined, signal: AbortSignal): Promise<EntityView>;
  history(entity: EntityReference, key: string, asOf: string | undefined, signal: AbortSignal): Promise<readonly Fact[]>;
  entities(page: { offset: number; limit: number; asOf: string | undefined }, signal: AbortSignal): Promise<EntityPage>;
  /** Newest first; `since` leaves out older ones. */
  traces(page: { limit: number; since: string | undefined }, signal: AbortSignal): Promise<readonly Trace[]>;
  scopes(signal: AbortSignal): Promise<readonly string[]>;
}

export interface EntityPage {
  readonly entities: readonly Entity[];
  readonly total: number;
}
