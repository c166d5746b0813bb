import { coversAll, LociError, type ScopeSet } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";

/**
 * For what makes a session: graph knows no scopes but those that are used. Who may not write in them all learns nothing of them here.
 * @throws LociError `invalid` for a path that is not registered
 */
export async function requireRegistered(
  scopes: ScopeSet,
  auth: Pick<AuthService<Call>, "findUnregistered">,
  call: Call,
): Promise<void> {
  if (!coversAll(principalOf(call).grants["memory:write"] ?? [], scopes)) return;
  const { paths } = await auth.findUnregistered({ paths: [...new Set(scopes.flat())] }, call);
  if (paths.length === 0) return;
  const fields = paths.map((path) => ({ pointer: "/scopes", detail: `'${path}' is not registered` }));
  throw new LociError("invalid", `/scopes: '${paths.join("', '")}' is not registered`, { fields });
}
