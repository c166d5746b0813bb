import type { Database } from "@loci/ports/database";

/** Names that are held within this process. */
export function createNames(): Database["hold"] {
  const held = new Map<string, symbol>();
  return async (name) => {
    if (held.has(name)) return undefined;
    const mine = Symbol(name);
    held.set(name, mine);
    return async () => {
      if (held.get(name) === mine) held.delete(name);
    };
  };
}
