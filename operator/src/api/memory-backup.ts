import { z } from "zod";
import type { KubeObject } from "../runtime/kube-object.ts";
import { backupStore } from "./backup-store.ts";
import type { KindDescription } from "./crd.ts";
import { columns, duration, fixedReference, int64, refused, statusWords, time } from "./words.ts";

const retention = z
  .object({
    keepLast: z.int().min(1).max(1_000).meta({ description: "So many of the newest backups stay." }).optional(),
    keepFor: duration.meta({ description: "What is younger stays. The newest backup always stays." }).optional(),
  })
  .meta({
    description: "Which backups stay in the store: those that either rule keeps. Without it, all do.",
    "x-kubernetes-validations": [
      { rule: "has(self.keepLast) || has(self.keepFor)", message: "retention needs keepLast or keepFor" },
    ],
  });

const spec = z
  .object({
    contextRef: fixedReference("contextRef").meta({ description: "The MemoryContext, in the same namespace." }),
    store: backupStore,
    schedule: z.string().min(1).max(128).meta({ description: "In cron's five fields; without it, one backup is made." }).optional(),
    timeZone: z.string().min(1).max(64).default("Etc/UTC").meta({ description: "The schedule's, such as Europe/Lisbon." }),
    startingDeadline: duration
      .meta({ description: "A start missed by more than this is left out. By default the last one missed is made up for." })
      .optional(),
    retention: retention.optional(),
    deletionPolicy: z
      .enum(["Retain", "Delete"])
      .default("Retain")
      .meta({ description: "Whether the backups' objects are deleted with this resource." }),
  })
  .meta({
    "x-kubernetes-validations": [
      { rule: "has(self.schedule) == has(oldSelf.schedule)", message: "a schedule may be changed, not added or taken away" },
      { rule: "!has(self.retention) || has(self.schedule)", message: "retention is for backups with a schedule" },
    ],
  });

const made = z
  .object({
    run: z.string(),
    startedAt: time,
    completedAt: time,
    bytes: int64,
    records: int64,
    checksum: z.string().meta({ description: "sha256:<hexadecimal>, of the exported context." }),
    location: z.string().meta({ description: "The manifest's; a MemoryRestore may name it." }),
  })
  .meta({ description: "The newest backup that is whole." });

const progress = z
  .object({
    run: z.string(),
    startedAt: time,
    attempt: int64,
    token: z.string().meta({ description: "Tells this attempt from every other; only its owner may complete the run." }).optional(),
    bytes: int64.optional(),
  })
  .meta({ description: "The run that is under way." });

const status = z.object({
  ...statusWords,
  contextId: z.string().optional(),
  progress: progress.optional(),
  last: made.optional(),
  lastScheduled: time.meta({ description: "The start of the schedule that was last acted on." }).optional(),
  nextRun: time.optional(),
  kept: int64.meta({ description: "How many backups retention left." }).optional(),
  pruned: z.string().meta({ description: "The run after which retention was last applied." }).optional(),
  refused: refused.optional(),
});

export type MemoryBackupSpec = z.infer<typeof spec>;
export type MemoryBackupStatus = z.infer<typeof status>;
export type MemoryBackup = KubeObject<MemoryBackupSpec, MemoryBackupStatus>;

export const memoryBackup: KindDescription = {
  kind: "MemoryBackup",
  plural: "memorybackups",
  shortName: "membak",
  columns: [
    { name: "Context", type: "string", jsonPath: ".spec.contextRef.name" },
    { name: "Schedule", type: "string", jsonPath: ".spec.schedule" },
    columns.ready,
    columns.reason,
    { name: "Last", type: "date", jsonPath: ".status.last.completedAt" },
    { name: "Records", type: "integer", jsonPath: ".status.last.records" },
    columns.age,
    { name: "Next", type: "string", jsonPath: ".status.nextRun", priority: 1 },
    { name: "Location", type: "string", jsonPath: ".status.last.location", priority: 1 },
  ],
  spec,
  status,
};
