/** Where in Loci a record goes: its owner in the other tool becomes a scope path. */
import { usage } from "../failure.ts";
import type { ImportWrite, Omission } from "./write.ts";

export interface Placing {
  /** Given as they are: for all records, or with a template for those that it does not fit. */
  readonly scopes: readonly string[];
  /** A path with names in braces: `org/acme/user/{user_id}`. */
  readonly template: string | undefined;
}

export interface PlacedWrite extends ImportWrite {
  /** None: where the key may write. */
  readonly scopes: readonly string[];
}

const inBraces = /\{([^{}]*)\}/g;

/** Gives each write its scopes; one that the template does not fit, where no scope is given beside it, has no place. */
export function place(
  writes: readonly ImportWrite[],
  { scopes, template }: Placing,
): { placed: PlacedWrite[]; homeless: Omission[] } {
  const placed: PlacedWrite[] = [];
  const homeless: Omission[] = [];
  const names = template === undefined ? [] : namesIn(template);
  for (const write of writes) {
    const missing = names.find((name) => !Object.hasOwn(write.about, name));
    if (template !== undefined && missing === undefined) placed.push({ ...write, scopes: [filled(template, write.about)] });
    else if (template === undefined || scopes.length > 0) placed.push({ ...write, scopes });
    else
      homeless.push({
        id: write.id,
        reason: `it has no ${missing ?? ""}, which --scope-template asks for; --scope says where such records go`,
      });
  }
  return { placed, homeless };
}

function namesIn(template: string): string[] {
  const names = [...template.matchAll(inBraces)].map(([, name = ""]) => name);
  if (names.length === 0)
    throw usage("--scope-template has no name in braces, such as org/acme/user/{user_id}; --scope takes a path as it is.");
  return names;
}

/** An id may hold what a path's segment may not. It is escaped, so that no two owners become one. */
function filled(template: string, about: Readonly<Record<string, string>>): string {
  return template.replaceAll(inBraces, (_, name: string) => (about[name] ?? "").replaceAll(/[%/\p{Cc}]|^\.{1,2}$|^\*$/gu, escaped));
}

function escaped(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
