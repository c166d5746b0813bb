import type { Kind, KindLiteral } from "../language/surrealql/tree/index.ts";
import { Steps } from "../turns.ts";

/** A kind that is made of others, of which there may be many: a value is held against them in turns. */
export type CompoundKind =
  | Extract<Kind, { kind: "array" | "set" | "either" }>
  | { readonly kind: "literal"; readonly literal: Exclude<KindLiteral, { of: "value" }> };

export function isCompound(kind: Kind): kind is CompoundKind {
  if (kind.kind === "literal") return kind.literal.of !== "value";
  return kind.kind === "array" || kind.kind === "set" || kind.kind === "either";
}

/** A value is held against so many kinds without a pause: a millisecond. */
const kindsOfPause = 2_048;

export function stepsOfKinds(): Steps {
  return new Steps(kindsOfPause);
}
