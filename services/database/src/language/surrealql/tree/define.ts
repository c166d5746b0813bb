import type { Expression, Distance, Idiom, Parameter } from "./expression.ts";
import type { Kind } from "./kind.ts";
import type { Select } from "./select.ts";
import type { Block } from "./statement.ts";

export type Level = "root" | "namespace" | "database";

/** What a DEFINE does where the name is taken: an error, nothing (`IF NOT EXISTS`), or it replaces (`OVERWRITE`). */
export type WhenTaken = "error" | "ignore" | "overwrite";

interface Defining {
  readonly statement: "define";
  /** An expression, as names may be parameters: `DEFINE TABLE $name`. A plain name is a literal string. */
  readonly name: Expression;
  readonly whenTaken: WhenTaken;
  readonly comment: Expression | undefined;
}

/** `true` is FULL, `false` NONE, else the condition of `WHERE`. */
export type Permission = boolean | Expression;

export interface TablePermissions {
  readonly select: Permission;
  readonly create: Permission;
  readonly update: Permission;
  readonly delete: Permission;
}

export interface FieldPermissions {
  readonly select: Permission;
  readonly create: Permission;
  readonly update: Permission;
}

export type TableType =
  | { readonly type: "any" | "normal" }
  | { readonly type: "relation"; readonly from: readonly string[]; readonly to: readonly string[]; readonly enforced: boolean };

export interface Changefeed {
  readonly expiry: Expression;
  readonly includeOriginal: boolean;
}

export interface DefineTable extends Defining {
  readonly what: "table";
  readonly drop: boolean;
  readonly schemafull: boolean;
  readonly type: TableType;
  readonly view: Select | undefined;
  readonly changefeed: Changefeed | undefined;
  readonly permissions: TablePermissions;
}

export interface DefineField extends Omit<Defining, "name"> {
  readonly what: "field";
  readonly name: Idiom | Expression;
  readonly table: Expression;
  readonly flexible: boolean;
  readonly type: Kind | undefined;
  readonly readonly: boolean;
  readonly value: Expression | undefined;
  readonly assert: Expression | undefined;
  readonly default: { readonly value: Expression; readonly always: boolean } | undefined;
  readonly computed: Expression | undefined;
  readonly permissions: FieldPermissions;
  readonly reference: { readonly onDelete: "reject" | "cascade" | "ignore" | "unset" | { readonly then: Expression } } | undefined;
}

export interface DefineIndex extends Defining {
  readonly what: "index";
  readonly table: Expression;
  /** Paths, mostly; a parameter or another expression gives one when it runs. */
  readonly fields: readonly Expression[];
  readonly index: IndexKind;
  readonly concurrently: boolean;
  readonly defer: boolean;
  /** ALTER INDEX … PREPARE REMOVE: neither read nor written any more. No text of a statement says so. */
  readonly prepareRemove?: true;
}

export type IndexKind =
  | { readonly kind: "plain" | "unique" }
  | { readonly kind: "count"; readonly condition: Expression | undefined }
  | {
      readonly kind: "fulltext";
      readonly analyzer: string;
      readonly bm25: { readonly k1: number; readonly b: number } | undefined;
      readonly highlights: boolean;
    }
  | {
      readonly kind: "hnsw";
      readonly dimension: number;
      readonly type: "F64" | "F32" | "I64" | "I32" | "I16";
      readonly distance: Distance;
      readonly efc: number;
      readonly m: number;
      readonly m0: number;
      /** An int prints as an int. */
      readonly ml: number | bigint;
      readonly extendCandidates: boolean;
      readonly keepPruned: boolean;
      readonly hashed: boolean;
    };

export type Filter =
  | { readonly filter: "ascii" | "lowercase" | "uppercase" }
  | { readonly filter: "edgengram" | "ngram"; readonly min: number; readonly max: number }
  | { readonly filter: "snowball"; readonly language: string }
  | { readonly filter: "mapper"; readonly path: string };

export type AccessKind =
  | {
      readonly kind: "record";
      readonly signup: Expression | undefined;
      readonly signin: Expression | undefined;
      readonly jwt: Jwt | undefined;
      readonly refresh: boolean;
    }
  | { readonly kind: "jwt"; readonly jwt: Jwt }
  | { readonly kind: "bearer"; readonly for: "user" | "record" };

export interface Jwt {
  readonly verify: { readonly algorithm: string; readonly key: Expression } | { readonly url: Expression };
  readonly issuer: { readonly algorithm: string | undefined; readonly key: Expression } | undefined;
}

/** NONE (an expression of the value NONE) never ends. Absent: there is no such duration; in ALTER: what it was. */
export interface Durations {
  readonly token: Expression | undefined;
  readonly session: Expression | undefined;
  readonly grant: Expression | undefined;
}

export type Define =
  | (Defining & { readonly what: "namespace" })
  | (Defining & { readonly what: "database"; readonly strict: boolean; readonly changefeed: Changefeed | undefined })
  | DefineTable
  | DefineField
  | DefineIndex
  | (Defining & {
      readonly what: "event";
      readonly table: Expression;
      readonly when: Expression;
      readonly then: readonly Expression[];
      readonly async: { readonly retry: number; readonly maxDepth: number } | undefined;
    })
  | (Defining & { readonly what: "param"; readonly value: Expression; readonly permissions: Permission })
  | (Defining & {
      readonly what: "function";
      readonly parameters: readonly Parameter[];
      readonly returns: Kind | undefined;
      readonly body: Block;
      readonly permissions: Permission;
    })
  | (Defining & {
      readonly what: "analyzer";
      readonly function: string | undefined;
      readonly tokenizers: readonly string[];
      readonly filters: readonly Filter[];
    })
  | (Defining & {
      readonly what: "user";
      readonly on: Level;
      readonly password: Expression | undefined;
      readonly passhash: Expression | undefined;
      readonly roles: readonly string[];
      readonly durations: Durations;
    })
  | (Defining & {
      readonly what: "access";
      readonly on: Level;
      readonly access: AccessKind;
      readonly authenticate: Expression | undefined;
      readonly durations: Durations;
    })
  | (Defining & {
      readonly what: "sequence";
      readonly batch: Expression;
      readonly start: Expression;
      readonly timeout: Expression | undefined;
    })
  | (Defining & { readonly what: "config"; readonly config: Config })
  /** `DEFINE API "/path" FOR get, post THEN {…}`: run by `api::invoke`. `fallback` is `FOR any`. */
  | (Defining & {
      readonly what: "api";
      readonly fallback: ApiSettings & { readonly action: Expression | undefined };
      readonly actions: readonly ApiAction[];
    });

/** Which tables or functions a configuration shows. */
export type Shown = "auto" | "none" | { readonly include: readonly string[] } | { readonly exclude: readonly string[] };

/** `DEFINE CONFIG GRAPHQL | API | DEFAULT …`; kept and shown by INFO. GraphQL is not served; the settings of APIs count for `api::invoke`. */
export type Config =
  | {
      readonly of: "graphql";
      readonly tables: Shown;
      readonly functions: Shown;
      readonly depth: bigint | undefined;
      readonly complexity: bigint | undefined;
      readonly introspection: boolean;
    }
  | ({ readonly of: "api" } & ApiSettings)
  | { readonly of: "default"; readonly namespace: Expression | undefined; readonly database: Expression | undefined };

export interface ApiSettings {
  /** Calls of functions. */
  readonly middleware: readonly Expression[];
  readonly permissions: Permission;
}

export interface ApiAction extends ApiSettings {
  readonly methods: readonly string[];
  readonly action: Expression;
}

/** One setting that an ALTER changes (`set`), takes away (`drop`) or leaves (absent). */
export type Change<T> = { readonly set: T } | { readonly drop: true } | undefined;

interface Altering {
  readonly statement: "alter";
  readonly name: Expression;
  readonly ifExists: boolean;
  readonly comment: Change<string>;
}

export type Alter =
  | (Altering & {
      readonly what: "table";
      readonly schemafull: boolean | undefined;
      readonly type: TableType | undefined;
      readonly changefeed: Change<Changefeed>;
      readonly permissions: TablePermissions | undefined;
      readonly compact: boolean;
    })
  | (Omit<Altering, "name"> & {
      readonly what: "field";
      readonly name: Idiom;
      readonly table: Expression;
      readonly flexible: Change<true>;
      readonly type: Change<Kind>;
      readonly readonly: Change<true>;
      readonly value: Change<Expression>;
      readonly assert: Change<Expression>;
      readonly default: Change<{ readonly value: Expression; readonly always: boolean }>;
      readonly permissions: FieldPermissions | undefined;
      readonly reference: Change<NonNullable<DefineField["reference"]>>;
    })
  | (Altering & { readonly what: "index"; readonly table: Expression; readonly prepareRemove: boolean })
  | (Altering & { readonly what: "sequence"; readonly timeout: Expression | undefined })
  | (Altering & {
      readonly what: "event";
      readonly table: Expression;
      readonly async: Change<NonNullable<Of<"event">["async"]>>;
      readonly when: Change<Expression>;
      readonly then: readonly Expression[] | undefined;
    })
  | (Altering & { readonly what: "param"; readonly value: Expression | undefined; readonly permissions: Permission | undefined })
  | (Altering & {
      readonly what: "function";
      readonly parameters: readonly Parameter[] | undefined;
      readonly returns: Change<Kind>;
      readonly body: Block | undefined;
      readonly permissions: Permission | undefined;
    })
  | (Altering & {
      readonly what: "user";
      readonly on: Level;
      readonly password: Expression | undefined;
      readonly passhash: Expression | undefined;
      readonly roles: readonly string[] | undefined;
      readonly durations: Durations;
    })
  | (Altering & {
      readonly what: "access";
      readonly on: Level;
      readonly authenticate: Change<Expression>;
      readonly durations: Durations;
    })
  | {
      readonly statement: "alter";
      readonly what: "namespace" | "database" | "system";
      readonly compact: boolean;
      readonly queryTimeout: Change<Expression>;
    };

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

export type Remove = {
  readonly statement: "remove";
  readonly ifExists: boolean;
} & (
  | {
      readonly what: "namespace" | "database" | "table" | "param" | "function" | "analyzer" | "sequence" | "api" | "bucket";
      readonly name: Expression;
      readonly expunge: boolean;
    }
  | { readonly what: "field"; readonly name: Idiom | Expression; readonly table: Expression }
  | { readonly what: "index" | "event"; readonly name: Expression; readonly table: Expression }
  | { readonly what: "user" | "access"; readonly name: Expression; readonly on: Level }
);

export interface Rebuild {
  readonly statement: "rebuild";
  readonly ifExists: boolean;
  readonly name: Expression;
  readonly table: Expression;
  readonly concurrently: boolean;
}

export interface Info {
  readonly statement: "info";
  readonly structure: boolean;
  readonly version: Expression | undefined;
  readonly of:
    | { readonly level: Level }
    | { readonly table: Expression }
    | { readonly user: Expression; readonly on: Level | undefined }
    | { readonly index: Expression; readonly table: Expression };
}
