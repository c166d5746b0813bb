/** `entity | key | value`, each with alternatives between ` / `; `*` is anything, `:family` the keys of a family of `truth/keys.yaml`. */
import { z } from "zod";
import { isBare, keyWords } from "./key-words.ts";
import { says } from "./spelling.ts";

/** A fact as an answer of the API has it. */
export interface ReadFact {
  readonly entity: string;
  readonly key: string;
  readonly value: string;
}

export interface FactPattern {
  readonly entities: readonly string[];
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

export type KeyFamilies = Readonly<Record<string, readonly string[]>>;

export const factPattern = z.string().transform((text, check): FactPattern => {
  const [entities = [], keys = [], values = [], ...more] = text.split(" | ").map((part) => part.trim().split(" / "));
  if (more.length > 0 || [entities, keys, values].some((part) => part.length === 0 || part.some((one) => one.trim() === ""))) {
    check.addIssue(`a fact is "entity | key | value", not ${JSON.stringify(text)}`);
  }
  return { entities, keys, values };
});

/** What makes a key say the opposite, or that it is past. */
const turning = ["former", "formerly", "previous", "previously", "ex", "past", "old", "not", "no", "never"].map(keyWords);
/** The same of a key alone: "logistics planning" is a value. */
const turningKey = ["planned"].map(keyWords);

/** Whether the fact says what the pattern does: a key's name is free as long as one of the pattern's stands in it. */
export function covers(pattern: FactPattern, fact: ReadFact, families: KeyFamilies): boolean {
  return (
    pattern.entities.some((one) => one === "*" || says(fact.entity, [one])) &&
    keysOf(pattern, families).some((key) => isKey(fact, key)) &&
    (pattern.values[0] === "*" || says(fact.value, pattern.values))
  );
}

/** The keys that a pattern accepts; a family that nobody wrote is an error of the story. */
export function keysOf(pattern: FactPattern, families: KeyFamilies): readonly string[] {
  return pattern.keys.flatMap((key) => {
    if (!key.startsWith(":")) return [key];
    const family = families[key.slice(1)];
    if (family === undefined) throw new Error(`truth/keys.yaml has no family ${key}`);
    return family;
  });
}

function isKey({ entity, key, value }: ReadFact, accepted: string): boolean {
  if (accepted === "*") return true;
  const words = keyWords(isBare(key) ? `${entity} ${key} ${value}` : key);
  const wanted = keyWords(accepted);
  const turns = turning.some((word) => words.includes(word) && !wanted.includes(word));
  return words.includes(wanted) && !turns && !turningKey.some((word) => keyWords(key).includes(word) && !wanted.includes(word));
}
