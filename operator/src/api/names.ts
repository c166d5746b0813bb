/** The names under which the operator's things stand in a cluster. */
export const group = "memory.loci.dev";
export const version = "v1alpha1";
export const apiVersion = `${group}/${version}`;

/** The field manager of what the operator writes into resources that others declare. */
export const fieldManager = "loci-operator";

export const finalizer = `${group}/outside`;

export const labels = {
  managedBy: "app.kubernetes.io/managed-by",
  /** On a Secret: the name of its MemoryKey. */
  key: `${group}/key`,
  /** "true" on a Secret of somebody else's: the operator may read it where a resource names it. */
  readable: `${group}/readable`,
} as const;

export const annotations = {
  /** On a MemoryContext: the namespaces whose resources may look on at its context, with commas, or * for all. */
  sharedWith: `${group}/shared-with`,
  /** On a MemoryKey: another value than before asks for a new secret. On the Secret: the value that it was made for. */
  rotate: `${group}/rotate`,
  /** On the Secret: the uid of its MemoryKey. */
  keyUid: `${group}/key-uid`,
  revision: `${group}/revision`,
  issuedAt: `${group}/issued-at`,
  /** SHA-256 of the key's text: whether somebody else changed it. */
  digest: `${group}/digest`,
} as const;
