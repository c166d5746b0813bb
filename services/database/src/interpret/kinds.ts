/** Values held against kinds within a statement: many elements may meet many alternatives, so others have their turns. */
import type { QueryError } from "../errors.ts";
import { withinStatement } from "../functions/within-statement.ts";
import { castInTurns } from "../kinds/cast.ts";
import { coerceInTurns } from "../kinds/coerce.ts";
import type { Kind } from "../language/surrealql/tree/index.ts";
import type { Value } from "../values/value.ts";
import type { Effect } from "./effect.ts";
import { readLeadingRecordId as readRecordId } from "./read-record-id.ts";
import type { Scope } from "./scope.ts";
import { takeTurns } from "./turns.ts";

/** A value as one of a kind. @param refusal what the statement fails with where it is none, by why */
export function coercing(value: Value, kind: Kind, scope: Scope, refusal: (cause: string) => QueryError): Effect<Value> {
  const turn = (): Effect<void> => takeTurns(scope);
  return withinStatement(coerceInTurns(value, kind), turn, ({ message }) => refusal(message));
}

/** A value converted to a kind. */
export function casting(value: Value, kind: Kind, scope: Scope): Effect<Value> {
  return withinStatement(castInTurns(value, kind, readRecordId), () => takeTurns(scope));
}
