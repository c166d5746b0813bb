import { z } from "zod";
import type { KubeObject } from "../runtime/kube-object.ts";
import type { KindDescription } from "./crd.ts";
import { columns, displayName, duration, int64, resourceName, secretField, statusWords } from "./words.ts";

const stage = z.object({
  name: z.enum(["extraction", "reconciliation", "synthesis", "elaboration", "consolidation", "hyde", "decomposition"]),
  provider: z.enum(["builtin", "openai"]),
  url: z.string().max(1024).meta({ description: "The provider's address; by default its public one." }).optional(),
  model: z.string().min(1).max(256).optional(),
  credentialsSecretRef: z
    .object({ name: resourceName, key: secretField.default("apiKey") })
    .meta({
      description: "A Secret of the same namespace that holds the provider's key, with the label memory.loci.dev/readable=true.",
    })
    .optional(),
});

const perDay = z.number().gt(0).max(1);
const days = z.number().gt(0).max(1_000_000);
const rhythm = z.enum(["off", "daily", "hourly"]);

const spec = z
  .object({
    contextId: z
      .string()
      .min(1)
      .max(128)
      .regex(/^[a-z0-9]([-._a-z0-9]*[a-z0-9])?$/)
      .meta({
        description:
          "Defaults to <namespace>.<name>. Another one has to begin with <namespace>. too, unless an administrator of Loci has given it to the namespace.",
      })
      .optional(),
    displayName: displayName.optional(),
    adopt: z.boolean().default(false).meta({
      description:
        "Takes a context over that is there already, if an administrator of Loci has given it to the namespace: by the owner kubernetes:<cluster>/<namespace>.",
    }),
    deletionPolicy: z
      .enum(["Retain", "Delete"])
      .default("Retain")
      .meta({ description: "Whether the context and all its memory are deleted with this resource." }),
    managementPolicy: z.enum(["Full", "ObserveOnly"]).default("Full").meta({
      description:
        "ObserveOnly compares the context with what is declared, says how it differs, and changes nothing of it. One that another resource keeps has to be shared by that: its annotation memory.loci.dev/shared-with names this namespace.",
    }),
    suspend: z.boolean().default(false).meta({
      description: "While true nothing is written to Loci, for this context and all that stands on it; memory is served as ever.",
    }),
    scopes: z
      .array(z.string().min(1).max(1024))
      .max(256)
      .meta({ "x-kubernetes-list-type": "set", description: "Scope paths to register. Others that are there stay." })
      .optional(),
    keyPolicy: z
      .object({
        allowSelfServiceKeys: z.boolean().default(true),
        maxTTL: duration.meta({ description: "The longest life of a key." }).optional(),
        delegation: z
          .enum(["any", "listed"])
          .meta({ description: "For whom keys may act: any principal, or only those in delegationTargets. By default any." })
          .optional(),
        delegationTargets: z
          .array(z.string().min(1).max(128))
          .max(256)
          .meta({ "x-kubernetes-list-type": "set", description: "Ids of the principals for whom keys may act." })
          .optional(),
      })
      .optional(),
    extraction: z
      .object({
        stages: z
          .array(stage)
          .max(8)
          .meta({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] })
          .optional(),
        monthlyTokenBudget: int64.optional(),
      })
      .optional(),
    lifecycle: z
      .object({
        decay: z
          .object({ identity: perDay.optional(), knowledge: perDay.optional(), context: perDay.optional() })
          .meta({ description: "What is left of a record's importance after a day, by its category." })
          .optional(),
        ttlDays: z.object({ identity: days.optional(), knowledge: days.optional(), context: days.optional() }).optional(),
        consolidation: rhythm.optional(),
        elaboration: rhythm.optional(),
        traceRetentionDays: z.number().gt(0).max(36_500).optional(),
      })
      .optional(),
    adminKeySecret: z
      .object({ name: resourceName })
      .meta({
        description:
          "A Secret with a key that may do everything in the context. The MemoryPrincipal and MemoryKey for it are made, named <name>-admin.",
      })
      .optional(),
  })
  .meta({
    "x-kubernetes-validations": [
      {
        rule: "!has(self.adminKeySecret) || !has(oldSelf.adminKeySecret) || self.adminKeySecret.name == oldSelf.adminKeySecret.name",
        message: "adminKeySecret.name is immutable",
        fieldPath: ".adminKeySecret",
        reason: "FieldValueForbidden",
      },
      {
        rule: "has(self.contextId) == has(oldSelf.contextId) && (!has(self.contextId) || self.contextId == oldSelf.contextId)",
        message: "spec.contextId is immutable",
        fieldPath: ".contextId",
        reason: "FieldValueForbidden",
      },
    ],
  });

const status = z.object({
  ...statusWords,
  contextId: z.string().optional(),
  endpoint: z.object({ rest: z.string(), mcp: z.string() }).optional(),
  credentials: z
    .record(z.string(), z.string())
    .meta({ description: "By stage, which version of its Secret the provider's key came from." })
    .optional(),
  stats: z
    .object({ facts: int64, turns: int64, documents: int64, uncertainties: int64 })
    .meta({ description: "How much there is, in two digits; looked up every five minutes at most." })
    .optional(),
});

export type MemoryContextSpec = z.infer<typeof spec>;
export type MemoryContextStatus = z.infer<typeof status>;
export type MemoryContext = KubeObject<MemoryContextSpec, MemoryContextStatus>;

export const memoryContext: KindDescription = {
  kind: "MemoryContext",
  plural: "memorycontexts",
  shortName: "memctx",
  columns: [
    { name: "Context", type: "string", jsonPath: ".status.contextId" },
    columns.ready,
    columns.reason,
    columns.age,
    { name: "Facts", type: "integer", jsonPath: ".status.stats.facts", priority: 1 },
    { name: "Documents", type: "integer", jsonPath: ".status.stats.documents", priority: 1 },
    { name: "URL", type: "string", jsonPath: ".status.endpoint.rest", priority: 1 },
  ],
  spec,
  status,
};
