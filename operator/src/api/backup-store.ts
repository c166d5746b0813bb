/** Where backups lie: a bucket of any store that speaks S3, and the Secret with the keys to it. */
import { z } from "zod";
import { resourceName, secretField } from "./words.ts";

export const endpoint = z
  .string()
  .max(512)
  .regex(/^https?:\/\/[^/?#@\s]+$/)
  .meta({ description: "Such as https://s3.example.com:9000, with no path. Amazon's own by default." });

export const region = z.string().min(1).max(64);

export const credentialsSecretRef = z
  .object({
    name: resourceName,
    accessKeyField: secretField.default("accessKey").meta({ description: "The Secret's field with the id." }),
    secretKeyField: secretField.default("secretKey").meta({ description: "The Secret's field with the secret." }),
  })
  .meta({
    description: "A Secret of the same namespace that holds the store's keys, with the label memory.loci.dev/readable=true.",
  });

export const backupStore = z
  .object({
    endpoint: endpoint.optional(),
    region: region.optional(),
    bucket: z
      .string()
      .max(63)
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .meta({ description: "It has to be there: a backup makes none." }),
    prefix: z
      .string()
      .max(200)
      .regex(/^[a-z0-9_:-]+([./][a-z0-9_:-]+)*$/)
      .meta({ description: "Stands before the names of all objects." })
      .optional(),
    credentialsSecretRef,
  })
  .meta({
    "x-kubernetes-validations": [
      {
        rule: "self.bucket == oldSelf.bucket && has(self.prefix) == has(oldSelf.prefix) && (!has(self.prefix) || self.prefix == oldSelf.prefix)",
        message: "bucket and prefix are immutable: the backups lie there",
      },
    ],
  });

export type BackupStore = z.infer<typeof backupStore>;
