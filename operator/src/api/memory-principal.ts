import { z } from "zod";
import type { KubeObject } from "../runtime/kube-object.ts";
import type { KindDescription } from "./crd.ts";
import { columns, displayName, fixedReference, grants, statusWords } from "./words.ts";

const spec = z
  .object({
    contextRef: fixedReference("contextRef").meta({ description: "The MemoryContext, in the same namespace." }),
    principalId: z
      .string()
      .min(1)
      .max(128)
      .regex(/^[A-Za-z0-9]([A-Za-z0-9._:@-]*[A-Za-z0-9])?$/)
      .meta({ description: "Defaults to the resource's name." })
      .optional(),
    displayName: displayName.optional(),
    kind: z.enum(["agent", "user", "service"]).default("agent"),
    deletionPolicy: z.enum(["Retain", "Delete"]).default("Delete"),
    grants: grants.meta({ description: "All that it may do; what is given by hand beside these is taken away." }).optional(),
  })
  .meta({
    "x-kubernetes-validations": [
      {
        rule: "has(self.principalId) == has(oldSelf.principalId) && (!has(self.principalId) || self.principalId == oldSelf.principalId)",
        message: "spec.principalId is immutable",
        fieldPath: ".principalId",
        reason: "FieldValueForbidden",
      },
    ],
  });

const status = z.object({
  ...statusWords,
  contextId: z.string().optional(),
  principalId: z.string().optional(),
});

export type MemoryPrincipalSpec = z.infer<typeof spec>;
export type MemoryPrincipalStatus = z.infer<typeof status>;
export type MemoryPrincipal = KubeObject<MemoryPrincipalSpec, MemoryPrincipalStatus>;

export const memoryPrincipal: KindDescription = {
  kind: "MemoryPrincipal",
  plural: "memoryprincipals",
  shortName: "memprin",
  columns: [
    { name: "Context", type: "string", jsonPath: ".spec.contextRef.name" },
    { name: "Kind", type: "string", jsonPath: ".spec.kind" },
    columns.ready,
    columns.reason,
    columns.age,
  ],
  spec,
  status,
};
