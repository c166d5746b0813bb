import { z } from "zod";
import type { KubeObject } from "../runtime/kube-object.ts";
import { credentialsSecretRef, endpoint, region } from "./backup-store.ts";
import type { KindDescription } from "./crd.ts";
import { columns, int64, refused, resourceName, statusWords, time } from "./words.ts";

const backup = z
  .object({
    name: resourceName,
    run: z
      .string()
      .max(32)
      .regex(/^[0-9]{8}t[0-9]{6}z$/)
      .meta({ description: "One of its runs; by default the newest that is whole." })
      .optional(),
  })
  .meta({ description: "A MemoryBackup of the same namespace." });

const location = z
  .object({
    manifest: z
      .string()
      .max(1024)
      .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[a-z0-9_:-]+(\.[a-z0-9_:-]+)*)+\/manifest\.json$/)
      .meta({ description: "As a MemoryBackup's status gives it in last.location." }),
    endpoint: endpoint.optional(),
    region: region.optional(),
    credentialsSecretRef,
  })
  .meta({ description: "A backup that no resource here tells of." });

const spec = z
  .object({
    contextRef: z.object({ name: resourceName }).meta({
      description: "The MemoryContext to fill, in the same namespace. It must be empty.",
    }),
    source: z.object({ backup: backup.optional(), location: location.optional() }).meta({
      "x-kubernetes-validations": [
        { rule: "has(self.backup) != has(self.location)", message: "source needs either backup or location" },
      ],
    }),
    replace: z
      .boolean()
      .default(false)
      .meta({ description: "Deletes what the context holds, should it hold anything, once the backup was found whole." }),
  })
  .meta({
    "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "a restore is made once: make another resource" }],
  });

const status = z.object({
  ...statusWords,
  contextId: z.string().optional(),
  location: z.string().meta({ description: "The manifest of the backup that is restored." }).optional(),
  startedAt: time.optional(),
  completedAt: time.optional(),
  bytes: int64.optional(),
  records: int64.optional(),
  checksum: z.string().optional(),
  progress: z
    .object({
      attempt: int64,
      doing: z.enum(["Verifying", "Importing"]).optional(),
      bytes: int64.optional(),
      of: int64.optional(),
    })
    .optional(),
  replacing: z.enum(["Deleting", "Deleted"]).meta({ description: "How far what was there before is gone." }).optional(),
  failure: z
    .object({ reason: z.string(), message: z.string() })
    .meta({ description: "Why it never will be restored by this resource." })
    .optional(),
  refused: refused.optional(),
});

export type MemoryRestoreSpec = z.infer<typeof spec>;
export type MemoryRestoreStatus = z.infer<typeof status>;
export type MemoryRestore = KubeObject<MemoryRestoreSpec, MemoryRestoreStatus>;

export const memoryRestore: KindDescription = {
  kind: "MemoryRestore",
  plural: "memoryrestores",
  shortName: "memres",
  columns: [
    { name: "Context", type: "string", jsonPath: ".spec.contextRef.name" },
    columns.ready,
    columns.reason,
    { name: "Completed", type: "date", jsonPath: ".status.completedAt" },
    { name: "Records", type: "integer", jsonPath: ".status.records" },
    columns.age,
    { name: "Location", type: "string", jsonPath: ".status.location", priority: 1 },
  ],
  spec,
  status,
};
