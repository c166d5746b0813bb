import type { Schemas } from "@loci/client";

export type Grants = Schemas["Grants"];
export type Verb = Schemas["GrantRequest"]["verbs"][number];

/** The verbs of the contract, with what each allows. */
export const verbs: readonly { readonly value: Verb; readonly label: string; readonly about: string }[] = [
  { value: "memory:read", label: "memory:read", about: "recall and read" },
  { value: "memory:write", label: "memory:write", about: "remember" },
  { value: "memory:forget", label: "memory:forget", about: "forget and erase" },
  { value: "scope:read", label: "scope:read", about: "list scopes" },
  { value: "scope:create", label: "scope:create", about: "register scopes" },
  { value: "scope:delete", label: "scope:delete", about: "remove scopes" },
  { value: "grant:manage", label: "grant:manage", about: "manage principals and keys" },
];

/** Grants by path, as one gives and takes them. */
export function byPath(grants: Grants): { path: string; verbs: Verb[] }[] {
  const paths = [...new Set(Object.values(grants).flat())].sort();
  return paths.map((path) => ({
    path,
    verbs: verbs.flatMap(({ value }) => (grants[value]?.includes(path) ? [value] : [])),
  }));
}

/** One path with verbs as grants; undefined where nothing is named. */
export function grantsOf(path: string, chosen: readonly Verb[]): Grants | undefined {
  if (path.trim() === "" || chosen.length === 0) return undefined;
  return Object.fromEntries(chosen.map((verb) => [verb, [path.trim()]]));
}

export function verbsIn(chosen: readonly string[]): Verb[] {
  return verbs.flatMap(({ value }) => (chosen.includes(value) ? [value] : []));
}

/** How long a key lives, in seconds; "" for as long as it is not revoked. */
export const lifetimes = [
  { value: "", label: "Until it is revoked" },
  { value: "3600", label: "An hour" },
  { value: "86400", label: "A day" },
  { value: "2592000", label: "30 days" },
  { value: "31536000", label: "A year" },
] as const;
