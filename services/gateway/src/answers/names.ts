import { z } from "zod";
import { count, instant } from "./words.ts";

export const alias = z
  .object({ entityId: z.string(), entity: z.string(), alias: z.string(), createdAt: instant, source: z.string() })
  .meta({ id: "Alias" });

export const aliasListResponse = z.object({ aliases: z.array(alias) }).meta({ id: "AliasListResponse" });

export const merge = z
  .object({
    id: z.string(),
    kept: z.string(),
    merged: z.string(),
    reason: z.string(),
    createdAt: instant,
    undoneAt: instant.nullable(),
    principal: z.string(),
  })
  .meta({ id: "Merge" });

export const mergeListResponse = z.object({ merges: z.array(merge), total: count }).meta({ id: "MergeListResponse" });
