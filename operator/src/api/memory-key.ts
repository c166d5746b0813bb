import { z } from "zod";
import type { KubeObject } from "../runtime/kube-object.ts";
import type { KindDescription } from "./crd.ts";
import { columns, duration, fixedReference, grants, int64, resourceName, statusWords, time } from "./words.ts";

/** What Kubernetes takes as a label's value. */
const labelValue = z
  .string()
  .max(63)
  .regex(/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/);

/** Names of labels and annotations: with a domain before a slash, or without. */
const markName = "^([a-z0-9][-a-z0-9.]{0,251}[a-z0-9]?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$";

const marks = (field: string) => ({
  maxProperties: 32,
  "x-kubernetes-validations": [
    { rule: `self.all(name, name.matches('${markName}'))`, message: `${field} have names as Kubernetes takes them` },
  ],
});

const spec = z
  .object({
    principalRef: fixedReference("principalRef").meta({ description: "The MemoryPrincipal, in the same namespace." }),
    ttl: duration.default("2160h").meta({ description: "How long a secret lives." }),
    rotation: z
      .object({
        policy: z.enum(["Automatic", "Never"]).default("Automatic"),
        rotateBefore: duration.default("360h").meta({ description: "How long before its end a secret is replaced." }),
        overlap: duration
          .default("1h")
          .meta({ description: "How long the old secret stays valid, so that pods can pick the new one up." }),
      })
      .optional(),
    attenuate: grants.meta({ description: "Narrows what the principal may do; by default the key may do all of it." }).optional(),
    secretTemplate: z.object({
      name: resourceName.meta({
        "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "secretTemplate.name is immutable" }],
      }),
      labels: z.record(z.string(), labelValue).meta(marks("labels")).optional(),
      annotations: z.record(z.string(), z.string().max(1024)).meta(marks("annotations")).optional(),
    }),
  })
  .meta({
    "x-kubernetes-validations": [
      {
        rule: "!has(self.rotation) || !has(self.rotation.rotateBefore) || !has(self.ttl) || duration(self.rotation.rotateBefore) < duration(self.ttl)",
        message: "rotation.rotateBefore must be shorter than ttl",
      },
      { rule: "!has(self.ttl) || duration(self.ttl) >= duration('1m')", message: "ttl must be at least one minute" },
    ],
  });

const status = z.object({
  ...statusWords,
  contextId: z.string().optional(),
  principalId: z.string().optional(),
  secretName: z.string().optional(),
  revision: int64.optional(),
  keyId: z.string().meta({ description: "The key's public id, never its secret." }).optional(),
  digest: z.string().meta({ description: "SHA-256 of the key's text, by which a Secret edited by hand is known." }).optional(),
  notAfter: time.optional(),
  rotationTime: time.optional(),
  previousKeyId: z.string().optional(),
  previousRevokeAt: time.optional(),
});

export type MemoryKeySpec = z.infer<typeof spec>;
export type MemoryKeyStatus = z.infer<typeof status>;
export type MemoryKey = KubeObject<MemoryKeySpec, MemoryKeyStatus>;

export const memoryKey: KindDescription = {
  kind: "MemoryKey",
  plural: "memorykeys",
  shortName: "memkey",
  columns: [
    { name: "Principal", type: "string", jsonPath: ".spec.principalRef.name" },
    { name: "Secret", type: "string", jsonPath: ".spec.secretTemplate.name" },
    columns.ready,
    columns.reason,
    { name: "Expires", type: "date", jsonPath: ".status.notAfter" },
    { name: "Rotates", type: "date", jsonPath: ".status.rotationTime" },
    columns.age,
  ],
  spec,
  status,
};
