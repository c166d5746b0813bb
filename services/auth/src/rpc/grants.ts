import { invalidField, toTimestamp, verbs, type Grants, type Identity, type ScopePath, type Verb } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { isPrincipalId, readPath, readTime } from "../domain/fields.ts";
import {
  readGrantChange,
  requireGivable,
  requireManaged,
  verbsOver,
  withGrants,
  withoutGrants,
  type Manager,
} from "../domain/granting.ts";
import { effectiveGrants, isContextAdmin, maxPathsPerVerb } from "../domain/grants.ts";
import { findKey } from "../store/keys.ts";
import { findGrantsAt } from "../store/grant-changes.ts";
import { contextCaller, ownContext, type AuthParts, type ContextCaller } from "./deps.ts";
import { once } from "./once.ts";
import { requireChangeable, storeChange } from "./principal-changes.ts";
import { noSuchPrincipal, principalMessage, requirePrincipal } from "./principals.ts";

type Rpcs = Pick<AuthService<Call>, "addGrants" | "removeGrants" | "effectiveGrants">;

interface Change {
  readonly operation: string;
  readonly apply: (held: Grants) => Grants;
  readonly takesAway?: boolean;
}

/** What principals hold: given, taken away, and asked for, also of a day that is past. */
export function grantRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;

  const change = async (
    { contextId, manager }: ContextCaller,
    request: auth.GrantChange,
    call: Call,
    { operation, apply, takesAway = false }: Change,
  ): Promise<auth.Principal> => {
    const changed = await database.inContext(contextId, (tx) =>
      once(
        tx,
        parts,
        { call, contextId, operation: request.operation, takesAway, deed: [operation, request.principalId] },
        async () => {
          const before = await requireChangeable(tx, contextId, request.principalId, manager);
          const principal = { ...before, grants: apply(before.grants) };
          await storeChange(tx, contextId, principal, { changedBy: manager?.principalId ?? "", at: clock() });
          return principalMessage(principal);
        },
      ),
    );
    parts.forgetAnswers();
    return changed;
  };

  return {
    async addGrants(request, call) {
      const caller = contextCaller(call, request);
      const { path, verbs: added } = readGrantChange(request.path, request.verbs);
      if (caller.manager !== undefined) requireGivable(caller.manager, over(path, added));
      const apply = (held: Grants) => {
        const grants = withGrants(held, path, added);
        const full = verbs.find((verb) => (grants[verb]?.length ?? 0) > maxPathsPerVerb);
        if (full !== undefined) throw invalidField("/path", `is one more than the ${maxPathsPerVerb} paths that ${full} may have`);
        return grants;
      };
      return change(caller, request, call, { operation: "addGrants", apply });
    },

    async removeGrants(request, call) {
      const caller = contextCaller(call, request);
      const { path, verbs: removed } = readGrantChange(request.path, request.verbs);
      if (caller.manager !== undefined) requireManaged(caller.manager, path);
      return change(caller, request, call, {
        operation: "removeGrants",
        apply: (held) => withoutGrants(held, path, removed),
        takesAway: true,
      });
    },

    async effectiveGrants(request, call) {
      // Of itself a caller is told what it may do with this key, as it acts now.
      const asker = call.caller.kind === "principal" ? call.caller.identity : undefined;
      const self = asker?.principalId === request.principalId ? asker : undefined;
      const { contextId, manager } = self
        ? { contextId: ownContext(call, request), manager: undefined }
        : contextCaller(call, request);
      const path = readPath(request.path);
      if (manager !== undefined) requireManaged(manager, path);
      const asOf = readTime(request.asOf, "/asOf");
      const held = await database.inContext(
        contextId,
        async (tx) => {
          const then = await heldAt(tx, contextId, request.principalId, manager, asOf);
          return self === undefined ? then : narrowedAsNow(tx, contextId, then, self);
        },
        { readOnly: true },
      );
      return { path, verbs: verbsOver(held, path), asOf: asOf === undefined ? "" : toTimestamp(asOf) };
    },
  };
}

/** What the principal holds, or held; who was deleted is shown to those only who see all. */
async function heldAt(
  tx: Transaction,
  contextId: string,
  id: string,
  manager: Manager | undefined,
  asOf: number | undefined,
): Promise<Grants> {
  if (asOf === undefined) return (await requirePrincipal(tx, contextId, id, manager)).grants;
  const seesAll = manager === undefined || isContextAdmin(manager.grants);
  if (!seesAll) await requirePrincipal(tx, contextId, id, manager);
  const held = isPrincipalId(id) ? await findGrantsAt(tx, contextId, id, asOf) : undefined;
  if (held === undefined) throw noSuchPrincipal();
  return held;
}

/** What a principal held, as far as its key and the principal for whom it acts allow now. */
async function narrowedAsNow(
  tx: Transaction,
  contextId: string,
  held: Grants,
  { keyId, delegatedPrincipalId }: Identity,
): Promise<Grants> {
  const key = await findKey(tx, contextId, keyId);
  const target = delegatedPrincipalId === "" ? undefined : await requirePrincipal(tx, contextId, delegatedPrincipalId, undefined);
  return effectiveGrants(held, key?.grants, target?.grants);
}

function over(path: ScopePath, held: readonly Verb[]): Grants {
  return Object.fromEntries(held.map((verb) => [verb, [path]]));
}
