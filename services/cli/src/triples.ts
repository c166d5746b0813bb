import type { EntityReference } from "@loci/client";
import { entityName } from "./entity-name.ts";
import { usage } from "./failure.ts";

export interface Triple {
  readonly entity: EntityReference;
  readonly key: string;
  readonly value?: string;
  readonly target?: EntityReference;
}

/**
 * Reads what stands after `--triple`, three words each: `Person/Ada role engineer` is an attribute, `Person/Ada works_for
 * @Organisation/Acme` a relation to another entity.
 */
export function parseTriples(words: readonly string[]): Triple[] {
  if (words.length % 3 !== 0)
    throw usage("--triple takes three words: Type/name, key, value (a value of the form @Type/name is a relation)");
  const triples: Triple[] = [];
  for (let i = 0; i < words.length; i += 3) {
    const [entity = "", key = "", value = ""] = words.slice(i, i + 3);
    const end = value.startsWith("@") && value.includes("/") ? { target: entityName(value.slice(1)) } : { value };
    triples.push({ entity: entityName(entity), key, ...end });
  }
  return triples;
}
