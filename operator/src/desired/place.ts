import { contextIdProblem } from "@loci/kernel";
import type { KubeObject } from "../runtime/kube-object.ts";

/** Which resource of which cluster keeps something, as Loci records it. By name: made again, a resource finds what it left. */
export function ownerOf(cluster: string, { kind, metadata }: Pick<KubeObject, "kind" | "metadata">): string {
  return `kubernetes:${cluster}/${metadata.namespace}/${kind}/${metadata.name}`;
}

/** A namespace has no dot, so that no two resources have the same default. */
export function contextIdOf(resource: {
  readonly metadata: KubeObject["metadata"];
  readonly spec: { readonly contextId?: string | undefined };
}): string {
  return resource.spec.contextId ?? `${resource.metadata.namespace}.${resource.metadata.name}`;
}

export { contextIdProblem };
