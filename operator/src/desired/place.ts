import { contextIdProblem } from "@loci/kernel";
import { annotations } from "../api/names.ts";
import type { KubeObject } from "../runtime/kube-object.ts";

/** Which resource of which cluster keeps something, as Loci records it. By name: made again, a resource finds what it left. */
export function ownerOf(cluster: string, { kind, metadata }: Pick<KubeObject, "kind" | "metadata">): string {
  return `kubernetes:${cluster}/${metadata.namespace}/${kind}/${metadata.name}`;
}

/** The owner by which an administrator of Loci gives a context to a namespace: any of its resources may then take it over. */
export function reservationFor(cluster: string, namespace: string): string {
  return `kubernetes:${cluster}/${namespace}`;
}

/** The resource that Loci records as the one that keeps a context, as <namespace>/<name>; undefined where it is none of this cluster. */
export function keeperOf(cluster: string, owner: string | null): string | undefined {
  const start = `kubernetes:${cluster}/`;
  const [namespace, kind, name, ...more] = owner?.startsWith(start) ? owner.slice(start.length).split("/") : [];
  return kind === "MemoryContext" && name !== undefined && more.length === 0 ? `${namespace ?? ""}/${name}` : undefined;
}

/** Whether the id is the namespace's own: ids of others are not made, nor told of. A namespace has no dot. */
export function carriesNamespace(id: string, namespace: string): boolean {
  return id === namespace || id.startsWith(`${namespace}.`);
}

/** Whether who keeps a context lets resources of this namespace look on. */
export function isSharedWith(keeper: Pick<KubeObject, "metadata">, namespace: string): boolean {
  const named = (keeper.metadata.annotations?.[annotations.sharedWith] ?? "").split(",").map((name) => name.trim());
  return named.includes(namespace) || named.includes("*");
}

/** A namespace has no dot, so that no two resources have the same default. */
export function contextIdOf(resource: {
  readonly metadata: KubeObject["metadata"];
  readonly spec: { readonly contextId?: string | undefined };
}): string {
  return resource.spec.contextId ?? `${resource.metadata.namespace}.${resource.metadata.name}`;
}

export { contextIdProblem };
