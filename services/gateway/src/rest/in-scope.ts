import { clampLens, invalidField, isInvolved, LociError, type ScopeSet } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { common } from "@loci/protos";
import { personScopes } from "../schemas/person.ts";

/** What is of an end user; null where none is named. */
export function personLens(user: string | null | undefined): common.ScopeSet | null {
  return typeof user === "string" ? scopeSetMessage(personScopes(user)) : null;
}

/**
 * The part of a scope that the caller may read; undefined where none was asked for.
 * @throws LociError `forbidden` where nothing of it may be read, as the routes that take a lens do
 */
export function readableScope(scope: ScopeSet | undefined, call: Call): ScopeSet | undefined {
  const clamped = scope && clampLens(scope, regionFor(call, "memory:read"));
  if (clamped?.length === 0) throw new LociError("forbidden", "The scope lies outside what this key may read.");
  return clamped;
}

/**
 * The answer as far as the scope involves it: records in lists that it does not involve are left out, with what was decided about
 * them.
 * @throws LociError `not_found` where the record itself is not involved, `invalid` where the answer belongs to no scope
 */
export function inScope<Body extends { readonly kind: string }>(body: Body, scope: ScopeSet | undefined): Body {
  if (scope === undefined) return body;
  if (body.kind === "trace") throw invalidField("/scope", "is not taken here: a trace belongs to no scope");
  const records = Object.values<unknown>(body).flat().filter(isScoped);
  const unseen = records.filter((one) => !isInvolved(scope, one.scopes));
  if (unseen.length === records.length) throw new LociError("not_found", "There is no such record in this scope.");
  const hidden = new Set<unknown>(unseen);
  const hiddenIds = new Set(unseen.map(({ id }) => id));
  const isSeen = (one: unknown) => !hidden.has(one) && !(isAbout(one) && hiddenIds.has(one.recordId));
  const left = Object.entries<unknown>(body).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.filter(isSeen) : isSeen(value) ? value : null];
  });
  return Object.fromEntries(left) as Body;
}

function isScoped(value: unknown): value is { readonly id: unknown; readonly scopes: ScopeSet } {
  return typeof value === "object" && value !== null && "id" in value && "scopes" in value && Array.isArray(value.scopes);
}

/** A decision. */
function isAbout(value: unknown): value is { readonly recordId: unknown } {
  return typeof value === "object" && value !== null && "recordId" in value;
}
