import type { ObjectValue, RecordId, Value } from "../values/value.ts";
import type { QueryError } from "../errors.ts";

export type Role = "owner" | "editor" | "viewer";

/** Whom a connection acts for. */
export type Identity =
  | { readonly who: "anonymous" }
  | {
      readonly who: "user";
      readonly level: "root" | "namespace" | "database";
      readonly namespace: string | undefined;
      readonly database: string | undefined;
      readonly name: string;
      readonly roles: readonly Role[];
    }
  | {
      readonly who: "record";
      readonly namespace: string;
      readonly database: string;
      readonly access: string;
      readonly record: RecordId;
    };

/** What a connection knows between two queries. Only the session's own functions change it. */
export interface SessionState {
  readonly id: string;
  namespace: string | undefined;
  database: string | undefined;
  identity: Identity;
  /** The access method by which the identity came, and its token's claims (`$access`, `$token`). */
  access: string | undefined;
  token: ObjectValue | undefined;
  /** Epoch milliseconds after which the session may do nothing more. */
  expires: number | undefined;
  readonly variables: Map<string, Value>;
  readonly ip: string | undefined;
  readonly origin: string | undefined;
}

/** What came of one statement; `time` is how long it took, in milliseconds. */
export type StatementResult = { readonly time: number } & (
  | { readonly result: Value; readonly type?: "live" | "kill" }
  | { readonly error: QueryError }
);
