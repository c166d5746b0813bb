import { SearchIndexMoved, type IndexedScopeSet, type SearchIndex } from "@loci/ports/search-index";
import { countScopeSets, hold, searchHeld, type Held } from "../scoring/held.ts";

interface Context {
  position: number;
  readonly held: Map<string, Held>;
}

/**
 * A search index in the process's memory, exact and gone with it: what recall is answered from while the index's own server does not
 * answer. It keeps the newest records of a context and the contexts asked for last. Of one that it let go of it does not say that nothing
 * is there: who lists or searches it is told by SearchIndexMoved to begin with it from the start.
 * @param maxDocuments in all contexts; about 3 kB each
 */
export function createMemoryIndex(maxDocuments = 50_000): SearchIndex {
  const contexts = new Map<string, Context>();
  /** Gave way to others, and nobody has asked since from where to fill them again. */
  const letGo = new Set<string>();
  /** Of which filling of its context a ScopeSet was counted. */
  const countedIn = new WeakMap<IndexedScopeSet, Context>();

  /** The context, as the one asked for last. */
  const use = (contextId: string): Context => {
    const context = contexts.get(contextId) ?? { position: 0, held: new Map<string, Held>() };
    contexts.delete(contextId);
    contexts.set(contextId, context);
    return context;
  };

  /** @throws SearchIndexMoved where it was let go of, since these ScopeSets were counted or before */
  const found = (contextId: string, counted: readonly IndexedScopeSet[] = []): Context => {
    if (letGo.has(contextId)) throw new SearchIndexMoved();
    const context = use(contextId);
    if (counted.some((set) => (countedIn.get(set) ?? context) !== context)) throw new SearchIndexMoved();
    return context;
  };

  const makeRoom = (current: Context): void => {
    let count = 0;
    for (const { held } of contexts.values()) count += held.size;
    for (const [contextId, { held }] of contexts) {
      if (count <= maxDocuments || held === current.held) break;
      contexts.delete(contextId);
      letGo.add(contextId);
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
    async watermark(contextId) {
      letGo.delete(contextId);
      return contexts.get(contextId)?.position ?? 0;
    },
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
      letGo.delete(contextId);
    },
    async ids(contextId, after, limit) {
      const ids = [...(contexts.get(contextId)?.held.keys() ?? [])].filter((id) => id > after);
      return ids.sort((a, b) => (a < b ? -1 : 1)).slice(0, limit);
    },
    async scopeSets(contextId) {
      const context = found(contextId);
      const sets = countScopeSets(context.held.values());
      for (const set of sets) countedIn.set(set, context);
      return sets;
    },
    async search(request) {
      const ids = await request.ids;
      return searchHeld([...found(request.contextId, request.scopeSets).held.values()], request, ids);
    },
    async close() {
      contexts.clear();
      letGo.clear();
    },
  };
}
