import { clampLens, invalidField, isInvolved, LociError, type ScopeSet } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import { z } from "zod";
import { inputReader } from "../input.ts";
import { lensField } from "../schemas/scopes.ts";

const readScope = inputReader(z.looseObject({ lens: lensField }));

/**
 * The scope among the arguments, checked, and the other arguments as they came.
 * @throws LociError `forbidden` for a scope outside what the caller may read, as the routes that take a lens do
 */
export function requestedScope(
  args: Readonly<Record<string, unknown>>,
  call: Call,
): {
  readonly scope: ScopeSet | undefined;
  readonly left: Readonly<Record<string, unknown>>;
} {
  const { lens } = readScope(args).value;
  const { scope: _scope, scopes: _scopes, lens: _lens, ...left } = args;
  const scope = lens ? clampLens(lens, regionFor(call, "memory:read")) : undefined;
  if (scope?.length === 0) throw new LociError("forbidden", "The scope lies outside what this key may read.");
  return { scope, left };
}

/**
 * The answer as far as the scope involves it: records in lists that it does not involve are left out, with what was decided about
 * them.
 * @throws LociError `not_found` where the record itself is not involved, `invalid` where the answer belongs to no scope
 */
export function inScope(body: unknown, scope: ScopeSet | undefined): unknown {
  if (scope === undefined || typeof body !== "object" || body === null) return body;
  if ("kind" in body && (body.kind === "health" || body.kind === "trace"))
    throw invalidField("/scope", "is not taken here: this has none");
  const records = Object.values(body).flat().filter(isScoped);
  const unseen = records.filter((one) => !isInvolved(scope, one.scopes));
  if (unseen.length === records.length) throw new LociError("not_found", "There is no such record in this scope.");
  const hidden = new Set<unknown>(unseen);
  const hiddenIds = new Set(unseen.map(({ id }) => id));
  const isSeen = (one: unknown) => !hidden.has(one) && !(isAbout(one) && hiddenIds.has(one.recordId));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      return [name, Array.isArray(value) ? value.filter(isSeen) : isSeen(value) ? value : null];
    }),
  );
}

function isScoped(value: unknown): value is { readonly id: unknown; readonly scopes: ScopeSet } {
  return typeof value === "object" && value !== null && "id" in value && "scopes" in value && Array.isArray(value.scopes);
}

/** A decision. */
function isAbout(value: unknown): value is { readonly recordId: unknown } {
  return typeof value === "object" && value !== null && "recordId" in value;
}
