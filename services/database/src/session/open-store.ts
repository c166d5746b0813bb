import type { Database } from "@loci/ports/database";
import { parseDefinition } from "../interpret/define/kept-text.ts";
import { defineMain } from "./first-definitions.ts";
import { openStore as openStoreWith, type StoreOptions } from "../store/open.ts";
import type { Store } from "../store/port.ts";

/** Opens the store; what is defined in it is kept in the language's own text. */
export function openStore(database: Database, options: Omit<StoreOptions, "parseDefinition"> = {}): Promise<Store> {
  return openStoreWith(database, { parseDefinition, whenNew: defineMain, ...options });
}
