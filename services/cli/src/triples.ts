import { usage } from "./failure.ts";

export interface EntityName {
  readonly type: string;
  readonly name: string;
}

export interface Triple {
  readonly entity: EntityName;
  readonly key: string;
  readonly value?: string;
  readonly target?: EntityName;
}

/** A `Type/name` reference; it splits at its first slash. */
export function entityName(text: string): EntityName {
  const slash = text.indexOf("/");
  if (slash < 1 || slash === text.length - 1) throw usage(`'${text}' is not an entity; it looks like Person/Ada`);
  return { type: text.slice(0, slash), name: text.slice(slash + 1) };
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
