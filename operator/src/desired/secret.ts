/** The Kubernetes Secret of a MemoryKey: what it should hold, and what one that was read says. */
import type { MemoryKey } from "../api/memory-key.ts";
import { annotations as ours, fieldManager, labels as ourLabels } from "../api/names.ts";
import type { OwnerReference } from "../runtime/kube-object.ts";
import { timestamp } from "./conditions.ts";
import { isEqual } from "./context-settings.ts";
import { readKeyText, sha256, type KeyText } from "./key-text.ts";

interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly fieldsV1?: { readonly "f:metadata"?: Readonly<Partial<Record<"f:labels" | "f:annotations", object>>> };
}

/** A Secret as it stands in the cluster. */
export interface SecretObject {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly OwnerReference[];
    readonly deletionTimestamp?: string;
    /** Who wrote which fields, as the API server keeps it. */
    readonly managedFields?: readonly ManagedFields[];
  };
  readonly data?: Readonly<Record<string, string>>;
}

/** One revision of a key, as its Secret carries it. */
export interface Issued {
  readonly revision: number;
  readonly issuedAt: number;
  /** The value of the annotation that asked for it; "" for none. */
  readonly rotate: string;
  readonly text: string;
}

export type SecretState =
  | { readonly is: "absent" }
  /** Somebody else's: it is not touched. */
  | { readonly is: "foreign" }
  /** On its way out. */
  | { readonly is: "leaving" }
  /** Claimed, and nothing in it yet. */
  | { readonly is: "empty" }
  /** Not as it was written. */
  | { readonly is: "changed"; readonly revision: number }
  | ({ readonly is: "whole"; readonly digest: string } & Issued & KeyText);

export function secretState(secret: SecretObject | undefined, key: MemoryKey): SecretState {
  if (secret === undefined) return { is: "absent" };
  const { annotations = {}, ownerReferences = [], deletionTimestamp } = secret.metadata;
  const { uid } = key.metadata;
  if (annotations[ours.keyUid] !== uid && !ownerReferences.some((owner) => owner.uid === uid)) return { is: "foreign" };
  if (deletionTimestamp !== undefined) return { is: "leaving" };
  const revision = Number(annotations[ours.revision] ?? Number.NaN);
  const encoded = secret.data?.["apiKey"];
  if (encoded === undefined && !(ours.revision in annotations)) return { is: "empty" };
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const read = readKeyText(text);
  const issuedAt = Date.parse(annotations[ours.issuedAt] ?? "");
  const digest = sha256(text);
  const isWhole =
    read !== undefined && annotations[ours.digest] === digest && Number.isSafeInteger(revision) && !Number.isNaN(issuedAt);
  if (!isWhole) return { is: "changed", revision: Number.isSafeInteger(revision) ? revision : 0 };
  return { is: "whole", digest, revision, issuedAt, rotate: annotations[ours.rotate] ?? "", text, ...read };
}

/** What marks a Secret as this key's, from its first moment on. */
export function secretClaim({ apiVersion, kind, metadata }: MemoryKey) {
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
  return {
    labels: { [ourLabels.managedBy]: fieldManager, ...(metadata.name.length <= 63 ? { [ourLabels.key]: metadata.name } : {}) },
    annotations: { [ours.keyUid]: metadata.uid },
    ownerReferences: [owner],
  };
}

/** All that the operator writes into the Secret. */
export function desiredSecret(
  key: MemoryKey,
  { revision, issuedAt, rotate, text }: Issued,
  { contextId, publicUrl }: { readonly contextId: string; readonly publicUrl: string },
) {
  const { labels, annotations, ownerReferences } = secretClaim(key);
  const template = key.spec.secretTemplate;
  const server = { type: "http", url: `${publicUrl}/mcp`, headers: { Authorization: `Bearer ${text}` } };
  const data = {
    apiKey: text,
    url: publicUrl,
    contextId,
    "mcp.json": `${JSON.stringify({ mcpServers: { loci: server } }, null, 2)}\n`,
  };
  return {
    labels: { ...template.labels, ...labels },
    annotations: {
      ...template.annotations,
      ...annotations,
      [ours.revision]: String(revision),
      [ours.issuedAt]: timestamp(issuedAt),
      [ours.digest]: sha256(text),
      ...(rotate === "" ? {} : { [ours.rotate]: rotate }),
    },
    ownerReferences,
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Buffer.from(value).toString("base64")])),
  };
}

/** Whether all that the operator writes stands in the Secret, and no mark that it wrote and would not again; what others added is theirs. */
export function isAsDesired({ metadata, data = {} }: SecretObject, desired: ReturnType<typeof desiredSecret>): boolean {
  const holds = (all: Readonly<Record<string, string>> = {}, some: Readonly<Record<string, string>>) =>
    Object.entries(some).every(([name, value]) => Object.hasOwn(all, name) && all[name] === value);
  const owns = desired.ownerReferences.every((wanted) => metadata.ownerReferences?.some((owner) => isEqual({ ...owner }, wanted)));
  return (
    holds(metadata.labels, desired.labels) &&
    holds(metadata.annotations, desired.annotations) &&
    appliedMarks(metadata, "f:labels").every((name) => Object.hasOwn(desired.labels, name)) &&
    appliedMarks(metadata, "f:annotations").every((name) => Object.hasOwn(desired.annotations, name)) &&
    owns &&
    holds(data, desired.data)
  );
}

/** The labels or annotations that the operator's last apply said: those the next one takes away where it says them no more. */
function appliedMarks({ managedFields = [] }: SecretObject["metadata"], kind: "f:labels" | "f:annotations"): readonly string[] {
  return managedFields
    .filter(({ manager, operation }) => manager === fieldManager && operation === "Apply")
    .flatMap(({ fieldsV1 }) => Object.keys(fieldsV1?.["f:metadata"]?.[kind] ?? {}))
    .flatMap((field) => (field.startsWith("f:") ? [field.slice(2)] : []));
}
