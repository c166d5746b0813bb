import type { Alter, Define, Info, Rebuild, Remove } from "./define.ts";
import type { Expression, Idiom } from "./expression.ts";
import type { Kind } from "./kind.ts";
import type { Explain, Fields, Select, WithIndex } from "./select.ts";

/** A whole text: statements in their order. */
export interface Program {
  readonly statements: readonly Statement[];
}

export type Statement =
  /** A bare expression, `1 + 1;`. */
  | { readonly statement: "expression"; readonly expression: Expression }
  | { readonly statement: "begin" }
  | { readonly statement: "commit" }
  | { readonly statement: "cancel" }
  /** USE DEFAULT names neither. */
  | { readonly statement: "use"; readonly namespace: string | undefined; readonly database: string | undefined }
  | { readonly statement: "let"; readonly name: string; readonly type: Kind | undefined; readonly value: Expression }
  | { readonly statement: "return"; readonly value: Expression; readonly fetch: readonly Expression[] }
  | { readonly statement: "throw"; readonly error: Expression }
  | { readonly statement: "break" }
  | { readonly statement: "continue" }
  | { readonly statement: "sleep"; readonly duration: Expression }
  | { readonly statement: "option"; readonly name: string; readonly on: boolean }
  | If
  | { readonly statement: "for"; readonly name: string; readonly over: Expression; readonly body: Block }
  | Select
  | Create
  | Insert
  | Update
  | Delete
  | Relate
  | Define
  | Alter
  | Remove
  | Rebuild
  | Info
  | Live
  | { readonly statement: "kill"; readonly id: Expression }
  | Show
  | AccessStatement
  /** `EXPLAIN [ANALYZE] [FORMAT …] statement`. */
  | { readonly statement: "explain"; readonly explain: Explain; readonly of: Statement };

export interface Block {
  readonly kind: "block";
  readonly statements: readonly Statement[];
}

export interface If {
  readonly statement: "if";
  readonly branches: readonly { readonly condition: Expression; readonly then: Expression }[];
  readonly otherwise: Expression | undefined;
}

/** What a statement writes. `merge`, `replace` and `content` take an object, `patch` an array of RFC 6902 operations. */
export type Data =
  | { readonly data: "set"; readonly assignments: readonly Assignment[] }
  | { readonly data: "unset"; readonly fields: readonly Idiom[] }
  | { readonly data: "content" | "merge" | "replace" | "patch"; readonly value: Expression };

export interface Assignment {
  readonly path: Idiom;
  readonly operator: "=" | "+=" | "-=" | "+?=";
  readonly value: Expression;
}

/** `RETURN NONE | NULL | BEFORE | AFTER | DIFF | fields`; absent: the statement's default. */
export type Output =
  | { readonly output: "none" | "null" | "before" | "after" | "diff" }
  | { readonly output: "fields"; readonly fields: Fields };

interface Writing {
  readonly only: boolean;
  readonly output: Output | undefined;
  readonly timeout: Expression | undefined;
  readonly parallel: boolean;
}

export interface Create extends Writing {
  readonly statement: "create";
  readonly what: readonly Expression[];
  readonly data: Data | undefined;
  readonly version: Expression | undefined;
}

export interface Update extends Writing {
  readonly statement: "update" | "upsert";
  readonly what: readonly Expression[];
  readonly with: WithIndex | undefined;
  readonly data: Data | undefined;
  readonly where: Expression | undefined;
  readonly explain: Explain | undefined;
}

export interface Delete extends Writing {
  readonly statement: "delete";
  readonly what: readonly Expression[];
  readonly with: WithIndex | undefined;
  readonly where: Expression | undefined;
  readonly explain: Explain | undefined;
}

export interface Relate extends Writing {
  readonly statement: "relate";
  /** An edge that exists already is updated (`RELATE OR UPDATE`). */
  readonly orUpdate: boolean;
  readonly from: Expression;
  readonly through: Expression;
  readonly to: Expression;
  readonly unique: boolean;
  readonly data: Data | undefined;
}

export interface Insert extends Omit<Writing, "only"> {
  readonly statement: "insert";
  readonly relation: boolean;
  readonly ignore: boolean;
  /** Absent: each value's id names its table. */
  readonly into: Expression | undefined;
  readonly data:
    | { readonly values: "expression"; readonly value: Expression }
    | { readonly values: "rows"; readonly columns: readonly Idiom[]; readonly rows: readonly (readonly Expression[])[] };
  readonly onDuplicate: readonly Assignment[] | undefined;
  readonly version: Expression | undefined;
}

export interface Live {
  readonly statement: "live";
  /** "diff" sends JSON patches. */
  readonly fields: Fields | "diff";
  readonly what: Expression;
  readonly where: Expression | undefined;
  readonly fetch: readonly Expression[];
}

export interface Show {
  readonly statement: "show";
  /** Absent: of the database. */
  readonly table: string | undefined;
  readonly since: { readonly version: bigint } | { readonly time: Expression };
  readonly limit: number | undefined;
}

/** `ACCESS name [ON level] GRANT | SHOW | REVOKE | PURGE`. */
export interface AccessStatement {
  readonly statement: "access";
  readonly name: string;
  readonly on: "root" | "namespace" | "database" | undefined;
  readonly action:
    | { readonly do: "grant"; readonly to: { readonly user: string } | { readonly record: Expression } }
    | {
        readonly do: "show" | "revoke";
        readonly which: { readonly all: true } | { readonly grant: string } | { readonly where: Expression };
      }
    | { readonly do: "purge"; readonly expired: boolean; readonly revoked: boolean; readonly grace: Expression | undefined };
}
