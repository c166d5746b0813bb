import { resolve } from "node:path";
import { z } from "zod";

/** Where the database is. */
export type DatabaseAddress =
  | { readonly kind: "postgres"; readonly url: string }
  /** Loci's own data folder: the database lies in it, and the secrets beside. */
  | { readonly kind: "pglite"; readonly folder: string };

/** Reads DB_CONNECTION; without one the embedded database lies in the default folder. */
export function databaseAddress(defaultFolder: () => string) {
  return (given: string | undefined, check: z.RefinementCtx): DatabaseAddress => {
    if (given === undefined) return { kind: "pglite", folder: defaultFolder() };
    if (given.startsWith("pglite:") && given.length > "pglite:".length)
      return { kind: "pglite", folder: resolve(given.slice("pglite:".length)) };
    if (/^postgres(ql)?:\/\//.test(given) && URL.canParse(given)) return { kind: "postgres", url: given };
    // What was given may hold a password: it is not repeated.
    check.addIssue({ code: "custom", message: "must be postgres://user@host/database or pglite:<folder>" });
    return z.NEVER;
  };
}
