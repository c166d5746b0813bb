import type { SearchIndex } from "@loci/ports/search-index";
import { countScopeSets, hold, searchHeld, type Held } from "../scoring/held.ts";

interface Context {
  position: number;
  readonly held: Map<string, Held>;
}

/**
 * A search index in the process's memory, exact and gone with it: what recall is answered from while the index's own server does not
 * answer. It keeps the newest records of a context and the contexts asked for last.
 * @param maxDocuments in all contexts; about 3 kB each
 */
export function createMemoryIndex(maxDocuments = 50_000): SearchIndex {
  const contexts = new Map<string, Context>();

  /** The context, as the one asked for last. */
  const use = (contextId: string): Context => {
    const context = contexts.get(contextId) ?? { position: 0, held: new Map<string, Held>() };
    contexts.delete(contextId);
    contexts.set(contextId, context);
    return context;
  };

  const makeRoom = (current: Context): void => {
    let count = 0;
    for (const { held } of contexts.values()) count += held.size;
    for (const [contextId, { held }] of contexts) {
      if (count <= maxDocuments || held === current.held) break;
      contexts.delete(contextId);
      count -= held.size;
    }
    for (const id of current.held.keys()) {
      if (count-- <= maxDocuments) break;
      current.held.delete(id);
    }
  };

  return {
    degraded: [
      `index: its server does not answer; searched the truth instead, at most the newest ${maxDocuments} records of the context`,
    ],
    watermark: (contextId) => Promise.resolve(contexts.get(contextId)?.position ?? 0),
    async apply(contextId, changes, after, position) {
      const context = use(contextId);
      if (context.position !== after) return false;
      for (const change of changes) {
        context.held.delete("put" in change ? change.put.id : change.remove);
        if ("put" in change) context.held.set(change.put.id, hold(change.put));
      }
      context.position = position;
      makeRoom(context);
      return true;
    },
    async clear(contextId) {
      contexts.delete(contextId);
    },
    async ids(contextId, after, limit) {
      const ids = [...(contexts.get(contextId)?.held.keys() ?? [])].filter((id) => id > after);
      return ids.sort((a, b) => (a < b ? -1 : 1)).slice(0, limit);
    },
    scopeSets: (contextId) => Promise.resolve(countScopeSets(use(contextId).held.values())),
    async search(request) {
      const ids = await request.ids;
      return searchHeld([...use(request.contextId).held.values()], request, ids);
    },
    async close() {
      contexts.clear();
    },
  };
}
