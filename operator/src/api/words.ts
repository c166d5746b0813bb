/** Parts that several kinds have; every text and list is bounded, or the cost of the CEL rules could not be estimated. */
import { verbs } from "@loci/client";
import { z } from "zod";
import { longestName, subdomain } from "../runtime/kube-path.ts";

export const displayName = z.string().min(1).max(128);

/** As Go writes it: 90m, 36h, 1h30m. */
export const duration = z.string().max(32).meta({ format: "duration" });

export const time = z.string().meta({ format: "date-time" });

export const int64 = z.int().min(0).meta({ format: "int64" });

/** What another resource of the same namespace can be called; the operator writes it into paths. */
export const resourceName = z.string().min(1).max(longestName).regex(subdomain);

/** A field of a Secret. */
export const secretField = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[-._a-zA-Z0-9]+$/);

/** The name of another resource of the same namespace, fixed for ever. */
export function fixedReference(field: string) {
  return z
    .object({ name: resourceName })
    .meta({ "x-kubernetes-validations": [{ rule: "self == oldSelf", message: `${field} is immutable` }] });
}

export const grants = z
  .array(
    z.object({
      verb: z.enum(verbs),
      region: z.string().min(1).max(256).meta({ description: "A scope path; '/' is the whole context." }),
    }),
  )
  .max(64);

export type Grants = z.infer<typeof grants>;

const condition = z.object({
  type: z
    .string()
    .max(316)
    .regex(/^[A-Za-z]([A-Za-z0-9]*)$/),
  status: z.enum(["True", "False", "Unknown"]),
  observedGeneration: int64.optional(),
  lastTransitionTime: time,
  reason: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/),
  message: z.string().max(32_768),
});

export type Condition = z.infer<typeof condition>;

/** Every kind's status has these; a condition is told from the others by its type. */
export const statusWords = {
  observedGeneration: int64.optional(),
  conditions: z
    .array(condition)
    .max(16)
    .meta({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] })
    .optional(),
};

/** Keys that a store refused: they are not tried again before the Secret or the resource is another one. */
export const refused = z.object({ secretVersion: z.string(), generation: int64, message: z.string() });

/** How a field shows in `kubectl get`. */
export const columns = {
  ready: { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  reason: { name: "Reason", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].reason' },
  age: { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
};
