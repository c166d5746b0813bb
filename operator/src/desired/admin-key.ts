/** The principal and the key behind `adminKeySecret`: resources as anybody could declare them, kept by their context's. */
import { verbs } from "@loci/client";
import { apiVersion } from "../api/names.ts";
import type { MemoryContext } from "../api/memory-context.ts";
import type { MemoryKeySpec } from "../api/memory-key.ts";
import type { MemoryPrincipalSpec } from "../api/memory-principal.ts";
import type { KubeObject, OwnerReference } from "../runtime/kube-object.ts";
import { isEqual, isObject } from "./context-settings.ts";
import { wrongSecretName } from "./secret-name.ts";

/** What is applied of one of them. */
export interface AdminResource {
  readonly apiVersion: string;
  readonly kind: "MemoryPrincipal" | "MemoryKey";
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly ownerReferences: readonly OwnerReference[];
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

export type AdminStep =
  | { readonly do: "apply"; readonly resource: AdminResource }
  | { readonly do: "remove"; readonly resource: KubeObject }
  | { readonly do: "wait"; readonly reason: string; readonly message: string };

export const adminKinds = ["MemoryPrincipal", "MemoryKey"] as const;

export const adminNameOf = ({ metadata }: MemoryContext): string => `${metadata.name}-admin`;

/** What is wanted of both; none where no Secret is asked for. */
export function adminResources(context: MemoryContext): readonly AdminResource[] {
  const { metadata, spec, kind } = context;
  if (spec.adminKeySecret === undefined) return [];
  const name = adminNameOf(context);
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
  const marks = { namespace: metadata.namespace, name, ownerReferences: [owner] };
  const principal: Pick<MemoryPrincipalSpec, "contextRef" | "kind" | "grants"> = {
    contextRef: { name: metadata.name },
    kind: "service",
    grants: verbs.map((verb) => ({ verb, region: "/" })),
  };
  const key: Pick<MemoryKeySpec, "principalRef" | "secretTemplate"> = {
    principalRef: { name },
    secretTemplate: { name: spec.adminKeySecret.name },
  };
  return [
    { apiVersion, kind: "MemoryPrincipal", metadata: marks, spec: principal },
    { apiVersion, kind: "MemoryKey", metadata: marks, spec: key },
  ];
}

/** The next step towards them, from those that stand under their name; undefined when they are as they should be. */
export function planAdmin(context: MemoryContext, found: readonly KubeObject[]): AdminStep | undefined {
  const wanted = adminResources(context);
  const isOurs = ({ metadata }: KubeObject) => metadata.ownerReferences?.some(({ uid }) => uid === context.metadata.uid) ?? false;
  if (wanted.length === 0) {
    const left = found.find((one) => isOurs(one) && one.metadata.deletionTimestamp === undefined);
    return left && { do: "remove", resource: left };
  }
  const wrong = wrongSecretName("spec.adminKeySecret.name", context.spec.adminKeySecret?.name ?? "");
  if (wrong !== undefined) return { do: "wait", reason: wrong.reason, message: wrong.message };
  for (const resource of wanted) {
    const there = found.find(({ kind }) => kind === resource.kind);
    const what = `The ${resource.kind} ${resource.metadata.name}`;
    if (there === undefined) return { do: "apply", resource };
    if (!isOurs(there)) {
      const message = `${what} is somebody else's: delete it, or take adminKeySecret away.`;
      return { do: "wait", reason: "AdminKeyConflict", message };
    }
    if (there.metadata.deletionTimestamp !== undefined)
      return { do: "wait", reason: "AdminKeyLeaving", message: `${what} is being deleted.` };
    if (!holds(there.spec, resource.spec)) return { do: "apply", resource };
  }
  return undefined;
}

/** Whether all that is wanted stands there; what others, and defaults, say beside it is theirs. */
function holds(there: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return isEqual(there, wanted);
  return (
    isObject(there) && Object.entries(wanted).every(([field, value]) => Object.hasOwn(there, field) && holds(there[field], value))
  );
}
