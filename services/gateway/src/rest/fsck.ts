import { isVerbHeldOverRoot } from "../authority.ts";
import type { Call } from "@loci/platform/call";
import type { GraphService, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { route, type Route } from "../route.ts";

const checks = ["contradictions", "duplicates", "injection", "unscoped", "index"] as const;

const fsckRequest = z
  .strictObject({
    check: z.enum([...checks, "all"], { error: `must be one of all, ${checks.join(", ")}` }).nullish(),
    duplicateThreshold: z.number().min(0.5).max(1).nullish(),
    maxResults: z.int().min(1).max(1_000).nullish(),
    repair: z.boolean().nullish(),
  })
  .nullish();

const notAsked: retrieval.CheckIndexResponse = { missing: [], orphaned: [], missingCount: 0, orphanedCount: 0, repaired: 0 };

/** Is everything as it ought to be? Records in graph, the index in retrieval. */
export function fsckRoutes(graph: GraphService<Call>, retrieval: RetrievalService<Call>): Route[] {
  return [
    route({
      method: "post",
      path: "/fsck",
      plane: "data",
      summary: "Check the memory, and repair it where asked to",
      status: 200,
      body: fsckRequest,
      async handle({ body, call }) {
        const check = body?.check === "all" ? "" : (body?.check ?? "");
        const repair = body?.repair ?? false;
        const maxResults = body?.maxResults ?? 0;
        const found = await graph.fsck({ check, duplicateThreshold: body?.duplicateThreshold ?? 0, maxResults, repair }, call);
        const index =
          (check === "" || check === "index") && isVerbHeldOverRoot(call, "grant:manage")
            ? await retrieval.checkIndex({ repair }, call)
            : notAsked;
        const { contradictions, duplicates, injection, unscopedContent } = found;
        return {
          body: {
            ...{ contradictions, duplicates, injection, unscopedContent, index },
            total: found.total + index.missingCount + index.orphanedCount,
            repaired: found.repaired + index.repaired,
          },
        };
      },
    }),
  ];
}
