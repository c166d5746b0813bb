import { isLociError, type AnswerOf, type LociManagement } from "@loci/client";
import type { MemoryContext } from "../api/memory-context.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import type { KubeObject } from "../runtime/kube-object.ts";
import { sha256 } from "../desired/key-text.ts";
import { contextIdOf, isSharedWith, keeperOf, ownerOf, reservationFor } from "../desired/place.ts";
import { readOpenSecret, secretText } from "./secret.ts";

/** A provider's key that a stage of the context is given. */
export interface Credential {
  readonly stage: string;
  readonly secret: string;
  readonly key: string;
  /** undefined where the Secret or its key is missing, or the Secret is not labelled as one to be read. */
  readonly value: string | undefined;
  /** Another one whenever the Secret changed, or where the key is taken from or sent to. */
  readonly version: string;
}

/** All that is to be known of a context before anything is decided. */
export interface ObservedContext {
  readonly resource: MemoryContext;
  /** How Loci records this resource as the one that keeps a context. */
  readonly owner: string;
  readonly outside: AnswerOf<"getContext"> | undefined;
  /** The owner by which the context is given to this namespace. */
  readonly reservation: string;
  /** Whether the resource that keeps the context lets this namespace look on. */
  readonly isShared: boolean;
  /** Registered paths; read only where the resource names some. */
  readonly scopes: ReadonlySet<string>;
  readonly credentials: readonly Credential[];
  /** Read only where there is a budget. */
  readonly usage: AnswerOf<"getContextUsage"> | undefined;
  /** What stands under the names of the administrator's principal and key. */
  readonly admin: readonly KubeObject[];
}

export interface ContextReaders {
  readonly loci: LociManagement;
  readonly client: KubeClient;
  readonly findAdmin: (context: MemoryContext) => Promise<readonly KubeObject[]>;
  /** The cluster's resources, by <namespace>/<name>. */
  readonly find: (key: string) => MemoryContext | undefined;
  readonly clusterName: string;
}

export async function observeContext(
  { loci, client, findAdmin, find, clusterName }: ContextReaders,
  resource: MemoryContext,
): Promise<ObservedContext> {
  const owner = ownerOf(clusterName, resource);
  const id = contextIdOf(resource);
  const { namespace } = resource.metadata;
  const references = resource.spec.extraction?.stages?.flatMap(({ name, provider, url, credentialsSecretRef }) =>
    credentialsSecretRef === undefined ? [] : [{ stage: name, place: [provider, url ?? ""], ...credentialsSecretRef }],
  );
  const credentials = await Promise.all(
    (references ?? []).map(async ({ stage, place, name, key }): Promise<Credential> => {
      const secret = await readOpenSecret(client, namespace, name);
      const value = secretText(secret, key);
      const way = sha256(JSON.stringify([name, key, ...place])).slice(0, 16);
      return { stage, secret: name, key, value, version: `${secret?.metadata.resourceVersion ?? ""}-${way}` };
    }),
  );
  const outside = await unlessMissing(loci.contexts.get(id));
  const reservation = reservationFor(clusterName, namespace);
  const keeper = find(keeperOf(clusterName, outside?.owner ?? null) ?? "");
  const isShared = keeper !== undefined && contextIdOf(keeper) === id && isSharedWith(keeper, namespace);
  const isSeen = resource.spec.managementPolicy === "ObserveOnly" && (isShared || outside?.owner === reservation);
  const isRead = outside !== undefined && (outside.owner === owner || isSeen);
  const wantsScopes = isRead && (resource.spec.scopes?.length ?? 0) > 0;
  const scopes = new Set(wantsScopes ? (await gathered(loci.scopes.all(id))).map(({ path }) => path) : []);
  const hasBudget = resource.spec.extraction?.monthlyTokenBudget !== undefined;
  const usage = isRead && hasBudget ? await loci.contexts.usage(id) : undefined;
  return { resource, owner, outside, reservation, isShared, scopes, credentials, usage, admin: await findAdmin(resource) };
}

/** All items of all pages. */
export async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** undefined for what Loci says it does not have. A server that does not know the question says nothing of it. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (isLociError(thrown, "not_found")) return undefined;
    throw thrown;
  }
}
