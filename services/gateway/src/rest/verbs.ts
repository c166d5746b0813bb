import type { Verb } from "@loci/kernel";

const covers: Readonly<Record<Verb, string>> = {
  "memory:read": "Recall, queries, chat, documents, entities, traces",
  "memory:write": "Facts, turns, sessions, uploads, corrections",
  "memory:forget": "Forgetting, deleting, scoped erasure",
  "scope:read": "Listing scope names, without access to data",
  "scope:create": "Registering scope paths",
  "scope:delete": "Removing scope paths",
  "grant:manage": "Principals and grants; over the root also all keys and aggregates of the context",
};

/** The catalogue of grant verbs, in the order of the contract. */
export const verbCatalog = Object.entries(covers).map(([verb, text]) => ({ verb, covers: text }));
