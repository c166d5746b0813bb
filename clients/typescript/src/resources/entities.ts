import type { Caller } from "../caller.ts";
import type { AnswerOf, CallOptions, QueryOf, RowOf } from "../operation.ts";
import { everyRow } from "../pages.ts";
import { deleteQuery, type DeleteOptions, type Purged } from "./deleting.ts";

/** What is known of things and people, at any of the three times. */
export class Entities {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of the entities that the caller may see. */
  list(query?: QueryOf<"listEntities">, options?: CallOptions): Promise<AnswerOf<"listEntities">> {
    return this.#caller.call("listEntities", { query }, options);
  }

  /** All of them, page after page as they are asked for. */
  all(query: QueryOf<"listEntities"> = {}, options: CallOptions = {}): AsyncGenerator<RowOf<"listEntities", "entities">> {
    return everyRow(this.#caller, "listEntities", "entities", { query }, options);
  }

  /** One entity with its attributes and relations. */
  get(entityType: string, entityName: string, query?: QueryOf<"getEntity">, options?: CallOptions): Promise<AnswerOf<"getEntity">> {
    return this.#caller.call("getEntity", { path: { entityType, entityName }, query }, options);
  }

  /** Every value that a key had. */
  history(
    entityType: string,
    entityName: string,
    key: string,
    query?: QueryOf<"getEntityHistory">,
    options?: CallOptions,
  ): Promise<AnswerOf<"getEntityHistory">> {
    return this.#caller.call("getEntityHistory", { path: { entityType, entityName, key }, query }, options);
  }

  /** Forgets an entity and what is known of it. @returns of a purge what was erased, with its receipt; of a dry run what would go */
  delete(entityType: string, entityName: string, { purge, dryRun, ...options }: DeleteOptions = {}): Promise<Purged | undefined> {
    return this.#caller.call("deleteEntity", { path: { entityType, entityName }, query: deleteQuery({ purge, dryRun }) }, options);
  }
}
