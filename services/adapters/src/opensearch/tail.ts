import type { Tail } from "@loci/ports/search-index";
import { hold, type Held } from "../scoring/held.ts";

interface Read {
  /** Of all that changed, also of what is no more. */
  readonly ids: ReadonlySet<string>;
  /** What stands at the end of it, analysed. */
  readonly held: readonly Held[];
}

const nothing: Read = { ids: new Set(), held: [] };
const known = new WeakMap<Tail, Read>();

/** The tail as it is searched; many questions come with the same one. */
export function tailOf(tail: Tail | undefined): Read {
  if (tail === undefined) return nothing;
  const before = known.get(tail);
  if (before) return before;
  const last = new Map<string, Held | undefined>();
  for (const change of tail.changes) {
    if ("put" in change) last.set(change.put.id, hold(change.put));
    else last.set(change.remove, undefined);
  }
  const read = { ids: new Set(last.keys()), held: [...last.values()].filter((one) => one !== undefined) };
  known.set(tail, read);
  return read;
}
