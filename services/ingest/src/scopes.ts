import { canonicalScopeSet, coversAll, LociError, type ScopeSet } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage, scopeSetOf } from "@loci/platform/messages";
import type { AuthService, common } from "@loci/protos";
import type { FieldChecker } from "./domain/fields.ts";
import { maxClauses, maxPathsInClause } from "./domain/limits.ts";

/**
 * The selector that a write names, in canonical form, or undefined.
 * @throws LociError `forbidden` where the caller's write region does not cover every path; this comes before all other checks
 */
export function writableScopes(message: common.ScopeSet | null, call: Call): ScopeSet | undefined {
  const region = regionFor(call, "memory:write");
  const given = scopeSetOf(message);
  if (given === undefined || given.length === 0) return undefined;
  if (!coversAll(region, given)) throw new LociError("forbidden", "This key may not write in every scope that is named.");
  return given;
}

export function checkScopes(scopes: ScopeSet | undefined, check: FieldChecker): void {
  if (scopes === undefined) return;
  if (scopes.length > maxClauses) check.problem("/scopes", `must have at most ${maxClauses} clauses`);
  scopes.forEach((clause, i) => {
    if (clause.length === 0) check.problem(`/scopes/${i}`, "must name a path");
    if (clause.length > maxPathsInClause) check.problem(`/scopes/${i}`, `must have at most ${maxPathsInClause} paths`);
  });
}

/** @throws LociError `invalid` naming each path that is not registered */
export async function requireRegistered(
  scopes: ScopeSet | undefined,
  auth: Pick<AuthService<Call>, "findUnregistered">,
  call: Call,
): Promise<void> {
  if (scopes === undefined) return;
  const paths = [...new Set(scopes.flat())];
  const unknown = (await auth.findUnregistered({ paths }, call)).paths;
  if (unknown.length === 0) return;
  const fields = unknown.map((path) => ({ pointer: "/scopes", detail: `'${path}' is not registered` }));
  throw new LociError("invalid", `/scopes: '${unknown.join("', '")}' is not registered`, { fields });
}

export function scopesMessage(scopes: ScopeSet | undefined): common.ScopeSet | null {
  return scopes === undefined ? null : scopeSetMessage(canonicalScopeSet(scopes));
}
