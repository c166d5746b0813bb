import type { Database } from "@loci/ports/database";
import { parseProgram, type Define } from "../language/surrealql/index.ts";
import { defineMain } from "./first-definitions.ts";
import { openStore as openStoreWith, type StoreOptions } from "../store/open.ts";
import type { Store } from "../store/port.ts";

/** Opens the store; what is defined in it is kept in the language's own text. */
export function openStore(database: Database, options: Omit<StoreOptions, "parseDefinition"> = {}): Promise<Store> {
  return openStoreWith(database, { parseDefinition, whenNew: defineMain, ...options });
}

/** The tree of a kept definition. @throws Error when it is none, which is a fault */
export function parseDefinition(text: string): Define {
  const [statement] = parseProgram(text).statements;
  if (statement?.statement !== "define") throw new Error("a kept definition is none");
  return statement;
}
