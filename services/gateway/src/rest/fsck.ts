import { isVerbHeldOverRoot } from "../authority.ts";
import type { Call } from "@loci/platform/call";
import type { graph as messages, GraphService, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { fsckReport } from "../answers/fsck.ts";
import { route, type Route } from "../route.ts";

const checks = ["contradictions", "duplicates", "injection", "unscoped", "index"] as const;

const fsckRequest = z
  .strictObject({
    check: z.enum([...checks, "all"], { error: `must be one of all, ${checks.join(", ")}` }).nullish(),
    duplicateThreshold: z.number().min(0.5).max(1).nullish(),
    maxResults: z.int().min(1).max(1_000).nullish(),
    repair: z.boolean().nullish(),
  })
  .meta({ id: "FsckRequest", examples: [{ check: "duplicates" }] })
  .nullish();

/** Of records, where the index alone is asked for: graph knows nothing of it. */
const nothingFound: messages.FsckReport = {
  ...{ contradictions: [], duplicates: [], injection: [], unscopedContent: [], total: 0, repaired: 0 },
};
const notAsked: retrieval.CheckIndexResponse = { missing: [], orphaned: [], missingCount: 0, orphanedCount: 0, repaired: 0 };

/** Is everything as it ought to be? Records in graph, the index in retrieval. */
export function fsckRoutes(graph: GraphService<Call>, retrieval: RetrievalService<Call>): Route[] {
  return [
    route({
      operationId: "fsck",
      method: "post",
      path: "/fsck",
      plane: "data",
      summary: "Check the memory, and repair it where asked to",
      status: 200,
      repetition: "kept",
      body: fsckRequest,
      answer: fsckReport,
      async handle({ body, call }) {
        const check = body?.check === "all" ? "" : (body?.check ?? "");
        const repair = body?.repair ?? false;
        const maxResults = body?.maxResults ?? 0;
        const isIndexAlone = check === "index";
        const wanted = { check, duplicateThreshold: body?.duplicateThreshold ?? 0, maxResults, repair };
        const found = isIndexAlone ? nothingFound : await graph.fsck(wanted, call);
        const isIndexAsked = isIndexAlone || (check === "" && isVerbHeldOverRoot(call, "grant:manage"));
        const index = isIndexAsked ? await retrieval.checkIndex({ repair }, call) : notAsked;
        const { contradictions, duplicates, injection, unscopedContent } = found;
        return {
          body: {
            ...{ contradictions, duplicates, injection, unscopedContent, index },
            total: found.total + index.missingCount + index.orphanedCount,
            repaired: found.repaired + index.repaired,
          },
          madeOf: "any",
        };
      },
    }),
  ];
}
