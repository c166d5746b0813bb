import { factText, packVector } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { fieldChecker } from "../domain/fields.ts";
import { maxValueLength } from "../domain/limits.ts";
import { embedOrRefuse } from "../embed.ts";

/** Settles an uncertainty. A value that nobody said before gets its vector here; the rest is graph's. */
export function resolveWith({ graph, embedder }: IngestDeps) {
  return async (request: graph.ResolveUncertaintyRequest, call: Call): Promise<graph.Uncertainty> => {
    regionFor(call, "memory:write");
    const value = request.value.trim();
    if (value === "") return graph.resolveUncertainty(request, call);
    const check = fieldChecker();
    if (value.length > maxValueLength) check.problem("/value", `must have at most ${maxValueLength} characters`);
    check.done();
    const { entity, key } = await graph.getUncertainty({ id: request.id }, call);
    const text = factText(entity.slice(entity.indexOf("/") + 1), key, value);
    const [vector] = await embedOrRefuse(embedder, [text], call.signal);
    return graph.resolveUncertainty({ ...request, embedding: vector ? packVector(vector) : new Uint8Array() }, call);
  };
}
