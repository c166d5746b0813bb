import type { RuledFact } from "../memory/make-ruling.ts";
import { name } from "../rpc/proposals.ts";
import type { NamedFact } from "../store/read-facts.ts";

/** A stored fact as the subject of a decision. */
export function ruledFact(fact: NamedFact): RuledFact {
  const { key, scopeSet, stream, category, validFrom, validUntil, validPrecision, objectType, objectName } = fact;
  return {
    subject: name("", { type: fact.subjectType, name: fact.subjectName }),
    target: fact.targetEntityId === "" ? undefined : name("", { type: objectType, name: objectName }),
    ...{ key, value: fact.value, scopeSet, stream, category, validFrom, validUntil, validPrecision },
  };
}

/** Another value in the place of this one; of a relation a name of the same type. */
export function withValue(fact: RuledFact, pointer: string, value: string): RuledFact {
  return { ...fact, value, target: fact.target && name(pointer, { type: fact.target.type, name: value }) };
}
