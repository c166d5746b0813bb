import { invalidField, isInvolved, LociError, type ScopeSet } from "@loci/kernel";
import { z } from "zod";
import { inputReader } from "../input.ts";
import { scopeSets } from "../schemas/scopes.ts";
import { aliased } from "../spelling.ts";

const readScope = inputReader(z.looseObject({ lens: aliased(scopeSets.nullish(), "scope") }));

/** The scope among the arguments, checked, and the other arguments as they came. */
export function requestedScope(args: Readonly<Record<string, unknown>>): {
  readonly scope: ScopeSet | undefined;
  readonly left: Readonly<Record<string, unknown>>;
} {
  const { lens } = readScope(args).value;
  const { scope: _scope, lens: _lens, ...left } = args;
  return { scope: lens ?? undefined, left };
}

/**
 * The answer as far as the scope involves it: records in lists that it does not involve are left out.
 * @throws LociError `not_found` where the record itself is not involved, `invalid` where the answer belongs to no scope
 */
export function inScope(body: unknown, scope: ScopeSet | undefined): unknown {
  if (scope === undefined || typeof body !== "object" || body === null) return body;
  if ("kind" in body && (body.kind === "health" || body.kind === "trace"))
    throw invalidField("/scope", "is not taken here: this has none");
  const records = Object.values(body).flat().filter(isScoped);
  if (!records.some((one) => isInvolved(scope, one.scopes)))
    throw new LociError("not_found", "There is no such record in this scope.");
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      const seen = (one: unknown) => !isScoped(one) || isInvolved(scope, one.scopes);
      return [name, Array.isArray(value) ? value.filter(seen) : seen(value) ? value : null];
    }),
  );
}

function isScoped(value: unknown): value is { readonly scopes: ScopeSet } {
  return typeof value === "object" && value !== null && "scopes" in value && Array.isArray(value.scopes);
}
