import type { AccessKind, Define, DefineField, DefineIndex, DefineTable, Durations } from "../language/surrealql/tree/index.ts";

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

/** A definition as it was made: the tree that the interpreter works with, and its canonical text, which INFO shows and the store keeps. */
export interface Defined<Tree> {
  readonly name: string;
  readonly tree: Tree;
  readonly text: string;
  /** Of a namespace, a database or a table: its place among those that are there, from 0 in the order in which they were defined. */
  readonly number?: number;
}

export interface TableDefinition extends Defined<DefineTable> {
  readonly fields: ReadonlyMap<string, Defined<DefineField>>;
  readonly indexes: ReadonlyMap<string, Defined<DefineIndex>>;
  readonly events: ReadonlyMap<string, Defined<Of<"event">>>;
  /** When it was defined first, in milliseconds since 1970; −Infinity where nobody knows. */
  readonly madeMs: number;
  /** Tables with `AS SELECT … FROM this`. */
  readonly views: readonly string[];
  /** Whether live queries of any process that shares the records watch it. */
  readonly isWatched: boolean;
}

export interface UserDefinition extends Defined<Of<"user">> {
  /** argon2id, as PHC text. */
  readonly passhash: string;
}

export type AccessDefinition = Defined<Of<"access">> & { readonly access: AccessKind; readonly durations: Durations };

/** What is defined, as one moment saw it. Never changed: a DEFINE makes another. */
export interface Definitions {
  readonly root: RootDefinitions;
  /** Undefined where there is no such namespace. */
  readonly namespace: Level<"database"> | undefined;
  /** Undefined where there is no such database. */
  readonly database: DatabaseDefinitions | undefined;
}

export interface Level<Child extends "namespace" | "database"> {
  readonly children: ReadonlyMap<string, Defined<Of<Child>>>;
  readonly users: ReadonlyMap<string, UserDefinition>;
  readonly accesses: ReadonlyMap<string, AccessDefinition>;
}

export interface RootDefinitions extends Level<"namespace"> {
  readonly configs: ReadonlyMap<string, Defined<Of<"config">>>;
}

export interface DatabaseDefinitions {
  /** When the first of what is defined in it was, in milliseconds since 1970; Infinity where nothing is. */
  readonly madeMs: number;
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly params: ReadonlyMap<string, Defined<Of<"param">>>;
  readonly functions: ReadonlyMap<string, Defined<Of<"function">>>;
  readonly analyzers: ReadonlyMap<string, Defined<Of<"analyzer">>>;
  readonly sequences: ReadonlyMap<string, Defined<Of<"sequence">>>;
  readonly configs: ReadonlyMap<string, Defined<Of<"config">>>;
  /** By their paths. */
  readonly apis: ReadonlyMap<string, Defined<Of<"api">>>;
  readonly users: ReadonlyMap<string, UserDefinition>;
  readonly accesses: ReadonlyMap<string, AccessDefinition>;
}
