import { invalidField, LociError } from "@loci/kernel";
import type { graph } from "@loci/protos";
import type { Name } from "../memory/model.ts";
import { name as checkName } from "../rpc/proposals.ts";
import type { Writing } from "../rpc/writing.ts";
import { entitiesCalled, ofOnePerson, type StoredEntity } from "../store/read-entities.ts";

export type Some<T> = readonly [T, ...T[]];

/** A `Type/name` that a request must hold. */
export function requiredName(pointer: string, given: graph.EntityName | null): Name {
  if (given === null) throw invalidField(pointer, "is required");
  return checkName(pointer, given);
}

/**
 * The entities of this name that the caller may change: one for each ScopeSet that its memory:write covers.
 * @throws LociError `not_found` where it sees none, `forbidden` where it may change none
 */
export async function changeable({ tx, sight, covers }: Writing, name: Name): Promise<Some<StoredEntity>> {
  const seen = await entitiesCalled(tx, sight, name.typeNorm, name.nameNorm);
  if (seen.length === 0) throw new LociError("not_found", "There is no such entity.");
  const [first, ...rest] = ofOnePerson(seen.filter((entity) => covers(entity.scopeSet)));
  if (first === undefined) throw new LociError("forbidden", "memory:write does not cover the entity's scopes.");
  return [first, ...rest];
}
