import type { LociManagement } from "@loci/client";
import type { MemoryKey } from "../api/memory-key.ts";
import type { MemoryPrincipal } from "../api/memory-principal.ts";
import { findCondition } from "../desired/conditions.ts";
import type { GrantTable } from "../desired/grants.ts";
import type { OutsideKey } from "../desired/key.ts";
import type { SecretObject } from "../desired/secret.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { gathered, unlessMissing } from "./context.ts";
import { readSecret } from "./secret.ts";

export interface ObservedKey {
  readonly resource: MemoryKey;
  /** Where the key is registered; undefined while there is no such principal. */
  readonly place: { readonly contextId: string; readonly principalId: string } | undefined;
  readonly secret: SecretObject | undefined;
  /** All keys of the principal; undefined where it is not there. */
  readonly outside: readonly OutsideKey[] | undefined;
  /** What the principal holds in Loci; read only where the key is to narrow it. */
  readonly held: GrantTable | undefined;
  /** Whether this very visit registered the key under its present terms. */
  readonly isJustRegistered: boolean;
}

export async function observeKey(
  { loci, client }: { readonly loci: LociManagement; readonly client: KubeClient },
  resource: MemoryKey,
  parts: { readonly principal: MemoryPrincipal | undefined; readonly isJustRegistered: boolean },
): Promise<ObservedKey> {
  const { metadata, spec } = resource;
  const place = placeFor(resource, parts.principal);
  const isNarrowed = spec.attenuate !== undefined && metadata.deletionTimestamp === undefined;
  const [secret, outside, held] = await Promise.all([
    readSecret(client, metadata.namespace, spec.secretTemplate.name),
    place === undefined ? undefined : keysAt(loci, place),
    place === undefined || !isNarrowed ? undefined : heldAt(loci, place),
  ]);
  return { resource, place, secret, outside, held, isJustRegistered: parts.isJustRegistered };
}

function keysAt(loci: LociManagement, { contextId, principalId }: NonNullable<ObservedKey["place"]>) {
  return unlessMissing(gathered(loci.keys.allOf(contextId, principalId)));
}

async function heldAt(loci: LociManagement, { contextId, principalId }: NonNullable<ObservedKey["place"]>) {
  return (await unlessMissing(loci.principals.get(contextId, principalId)))?.grants ?? {};
}

/** Where the key is, or is to be, registered; undefined while its principal is not there. */
export function placeFor({ metadata, status }: MemoryKey, principal: MemoryPrincipal | undefined): ObservedKey["place"] {
  const isLeaving = metadata.deletionTimestamp !== undefined;
  // Where nothing is written down it may have been registered after this was read.
  const source = isLeaving && status?.contextId !== undefined ? status : principal?.status;
  const isThere = isLeaving || findCondition(principal?.status?.conditions, "Registered")?.status === "True";
  const { contextId, principalId } = source ?? {};
  return isThere && contextId !== undefined && principalId !== undefined ? { contextId, principalId } : undefined;
}
