/** Principals and keys, straight in the database: what the management API does, without its key. */
import type { Auth } from "@loci/auth";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage, type Deed } from "@loci/platform/messages";
import { readSettings } from "../config.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { recordDeed } from "./audited.ts";
import { openFoundation } from "./foundation.ts";
import { withLifecycle } from "./listen.ts";
import { ownCall, surroundings, type Surroundings } from "./surroundings.ts";

type Flags = Readonly<Record<string, unknown>>;

interface WantedPrincipal {
  readonly contextId: string;
  readonly name: string;
  readonly kind: string;
  readonly grants: readonly (readonly [verb: string, path: string])[];
}

interface WantedKey {
  readonly contextId: string;
  readonly name: string;
  /** 0 for the longest life that the context allows. */
  readonly ttlSeconds: number;
}

/** `loci-server principals create`: prints the id. */
export function createPrincipal(flags: Flags, { contextId, name, kind, grants }: WantedPrincipal): Promise<void> {
  const byVerb: Record<string, string[]> = {};
  for (const [verb, path] of grants) (byVerb[verb] ??= []).push(path);
  return asManagement(flags, { operation: "createContextPrincipal", contextId }, async (auth, call) => {
    const wanted = { contextId, id: "", displayName: name, kind, grants: grantsMessage(byVerb), externalId: "", operation: null };
    return [(await auth.createPrincipal(wanted, call)).id];
  });
}

/** `loci-server principals list`: prints id, kind and name of each. */
export function listPrincipals(flags: Flags, contextId: string): Promise<void> {
  return asManagement(flags, { operation: "listContextPrincipals", contextId, kind: "access" }, async (auth, call) => {
    const lines: string[] = [];
    let after = "";
    do {
      const { principals, next } = await auth.listPrincipals({ contextId, page: { limit: 0, after } }, call);
      lines.push(...principals.map(({ id, kind, displayName }) => `${id}  ${kind}  ${displayName}`));
      after = next;
    } while (after !== "");
    return lines;
  });
}

/** `loci-server keys mint`: prints the secret, once. */
export function mintKey(flags: Flags, { principalId, ...key }: WantedKey & { readonly principalId: string }): Promise<void> {
  return asManagement(flags, { operation: "mintPrincipalKey", contextId: key.contextId }, async (auth, call) => {
    return [(await auth.mintPrincipalKey({ ...key, principalId, grants: null, operation: null }, call)).key];
  });
}

/** `loci-server keys rotate`: a new secret for a key of any principal, printed once. */
export function rotateKey(flags: Flags, key: WantedKey): Promise<void> {
  return asManagement(flags, { operation: "rotateContextKey", contextId: key.contextId }, async (auth, call) => {
    const request = { ...key, principalId: "", overlapSeconds: 0, operation: null };
    const rotated = await auth.rotateContextKey(request, call).catch((thrown: unknown) => {
      if (LociError.from(thrown).code !== "not_found") throw thrown;
      throw new LociError("not_found", `There is no key '${key.name}' in a context '${key.contextId}'.`, { cause: thrown });
    });
    return [rotated.key];
  });
}

/** `loci-server keys rotate-management`: from now on the only management key, printed once. */
export async function rotateManagementKey(flags: Flags): Promise<void> {
  const config = readSettings(roleSettings.managementKey, flags);
  await withAuth(config, async (auth, parts) => {
    const { managementKey, revoked } = await auth.rotateManagementKey(
      { managementKey: config.managementApiKey ?? "" },
      ownCall(parts),
    );
    await recordDeed(auth, { operation: "rotateManagementKey", contextId: "*" }, parts);
    process.stderr.write(`Ended ${revoked} other management key${revoked === 1 ? "" : "s"}: refused within five seconds.\n`);
    return [managementKey];
  });
}

/** @param deed what is done to a context, for the audit */
function asManagement(
  flags: Flags,
  deed: Pick<Deed, "operation" | "contextId" | "kind">,
  ask: (auth: Auth, call: Call) => Promise<readonly string[]>,
): Promise<void> {
  const config = readSettings(roleSettings.keys, flags);
  return withAuth(config, async (auth, parts) => {
    const call: Call = { ...ownCall(parts), caller: { kind: "management" } };
    const lines = await ask(auth, call);
    // Before a secret is printed.
    await recordDeed(auth, deed, parts);
    return lines;
  });
}

/** @param ask gives the lines to print */
async function withAuth(
  config: RoleSettings<"keys">,
  ask: (auth: Auth, parts: Surroundings) => Promise<readonly string[]>,
): Promise<void> {
  const parts = await surroundings(config, "keys");
  await withLifecycle(parts, async () => {
    const { auth } = await openFoundation(config, false, parts);
    const lines = await ask(auth, parts);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  });
}
