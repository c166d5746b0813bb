/** Loci as a store for LangGraph (package `@langchain/langgraph-checkpoint`). */
import {
  BaseStore,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import { isLociError, LociError } from "../error.ts";
import type { Loci } from "../loci.ts";
import type { BodyOf } from "../operation.ts";
import { compareNamespaces, fits, matchesConditions, startsWith } from "./langgraph-match.ts";
import { entityName, placeOf, readValue, writeValue, type Place } from "./langgraph-value.ts";

export interface LociStoreOptions {
  /** Whom the items concern; by default all that the key may write to. */
  readonly scopes?: BodyOf<"remember">["scopes"];
  /** The type of the entities that the items are. Two stores in one memory need two types. */
  readonly entityType?: string | undefined;
}

/**
 * Items as entities: an item's namespace and key are an entity's name, its value is JSON in that entity's attribute `state`, a key that
 * holds one value at a time. So a `put` over an item supersedes its value and leaves the old one in the history, `delete` forgets the
 * entity, and a `search` with a query is a recall by meaning.
 */
export class LociStore extends BaseStore {
  readonly #loci: Loci;
  readonly #scopes: LociStoreOptions["scopes"];
  readonly #type: string;

  constructor(loci: Loci, { scopes, entityType = "LangGraphItem" }: LociStoreOptions = {}) {
    super();
    this.#loci = loci;
    this.#scopes = scopes;
    this.#type = entityType;
  }

  /** Reads see the store as it was before the batch's own writes; of two writes to one key the last counts. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = new Map<string, PutOperation>();
    const results = await Promise.all(
      operations.map(async (operation) => {
        if ("namespacePrefix" in operation) return this.#search(operation);
        if (!("key" in operation)) return this.#namespaces(operation);
        if (!("value" in operation)) return this.#read(operation);
        puts.set(entityName(operation), operation);
        return undefined;
      }),
    );
    await this.#write([...puts.values()]);
    return results as OperationResults<Op>;
  }

  async #read(place: Place): Promise<Item | null> {
    const found = await this.#loci.entities.get(this.#type, entityName(place)).catch((thrown: unknown) => {
      if (isLociError(thrown, "not_found")) return undefined;
      throw thrown;
    });
    if (found === undefined) return null;
    // Two writers at the same moment leave both values; the later revision is the item's.
    const [newest] = found.attributes
      .filter(({ key }) => key === "state")
      .map(({ value, createdAt }) => ({ ...readValue(value), createdAt }))
      .sort((a, b) => (a.revision < b.revision ? 1 : -1));
    if (newest?.value === undefined) return null;
    const { namespace, key } = place;
    const times = { createdAt: new Date(found.entity.createdAt), updatedAt: new Date(newest.createdAt) };
    return { namespace: [...namespace], key, value: newest.value, ...times };
  }

  async #search({ namespacePrefix, query, filter, limit = 10, offset = 0 }: SearchOperation): Promise<SearchItem[]> {
    const places = query ? await this.#recalled(namespacePrefix, query) : await this.#places(namespacePrefix);
    const found: SearchItem[] = [];
    // No more is read than the page needs, unless a filter must see the values; and not all of it at once.
    const pageSize = filter ? mostReads : Math.min(mostReads, offset + limit);
    for (let at = 0; at < places.length && found.length < offset + limit; at += pageSize) {
      const page = places.slice(at, at + pageSize);
      const items = await Promise.all(page.map(async (place) => ({ place, item: await this.#read(place) })));
      for (const { place, item } of items) {
        if (item && fits(item.value, filter)) found.push(place.score === undefined ? item : { ...item, score: place.score });
      }
    }
    return found.slice(offset, offset + limit);
  }

  /** Where the items are that answer a question, best first. */
  async #recalled(prefix: readonly string[], query: string): Promise<(Place & { score?: number })[]> {
    const { hits } = await this.#loci.recall({
      ...{ query, k: mostHits, mode: "hybrid", include: ["facts"], lens: this.#scopes, source: "langgraph" },
      labels: [labelOf(this.#type, prefix)],
    });
    const places = new Map<string, Place & { score?: number }>();
    for (const { entity, score } of hits) {
      const name = entity?.startsWith(`${this.#type}/`) ? entity.slice(this.#type.length + 1) : undefined;
      const place = name === undefined || places.has(name) ? undefined : placeOf(name);
      if (name !== undefined && place && startsWith(place.namespace, prefix)) places.set(name, { ...place, score });
    }
    return [...places.values()];
  }

  async #places(prefix: readonly string[]): Promise<(Place & { score?: number })[]> {
    const places: Place[] = [];
    for await (const { name } of this.#loci.entities.all({ type: this.#type, limit: 500 })) {
      const place = placeOf(name);
      if (place && startsWith(place.namespace, prefix)) places.push(place);
    }
    return places;
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const found = new Map<string, string[]>();
    for (const { namespace } of await this.#places([])) {
      if (!matchesConditions(namespace, matchConditions)) continue;
      const cut = namespace.slice(0, maxDepth);
      found.set(JSON.stringify(cut), cut);
    }
    return [...found.values()].sort(compareNamespaces).slice(offset, offset + limit);
  }

  /** The items of one namespace are written together. */
  async #write(puts: readonly PutOperation[]): Promise<void> {
    const written = Map.groupBy(
      puts.filter(({ value }) => value !== null),
      ({ namespace }) => JSON.stringify(namespace),
    );
    for (const items of written.values()) {
      const labels = labelsOf(this.#type, items[0]?.namespace ?? []);
      const triples = items.map((item) => ({
        entity: { type: this.#type, name: entityName(item) },
        key: "state",
        value: writeValue(item.value),
        memoryCategory: "knowledge" as const,
      }));
      for (let at = 0; at < triples.length; at += mostTriples) {
        const some = triples.slice(at, at + mostTriples);
        await this.#loci.remember({ infer: "triples", scopes: this.#scopes, labels, triples: some });
      }
    }
    for (const item of puts) if (item.value === null) await this.#forget(item);
  }

  async #forget(place: Place): Promise<void> {
    await this.#loci.entities.delete(this.#type, entityName(place)).catch((thrown: unknown) => {
      if (!isLociError(thrown, "not_found")) throw thrown;
    });
  }
}

/** What Loci takes in one request, and how many requests are under way at once. */
const mostHits = 50;
const mostTriples = 1_000;
const mostReads = 50;
const mostLabels = 32;

/** One label for each prefix of the namespace, so that a recall can be narrowed to any of them. */
function labelsOf(type: string, namespace: readonly string[]): string[] {
  if (namespace.length >= mostLabels) {
    throw new LociError("invalid", `The namespace has ${namespace.length} labels; Loci takes at most ${mostLabels - 1}.`);
  }
  return Array.from({ length: namespace.length + 1 }, (_, depth) => labelOf(type, namespace.slice(0, depth)));
}

function labelOf(type: string, prefix: readonly string[]): string {
  return `langgraph=${[type, ...prefix].map(encodeURIComponent).join("/")}`;
}
