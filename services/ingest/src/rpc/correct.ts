import { factText, normaliseKey, packVector } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { fieldChecker } from "../domain/fields.ts";
import { maxKeyLength, maxNameLength, maxValueLength } from "../domain/limits.ts";
import { embedOrRefuse } from "../embed.ts";

/** A value that a person or an agent says is right: it gets its vector here, and graph decides what becomes of the others. */
export function correctWith({ graph, embedder }: IngestDeps) {
  return async (request: graph.CorrectEntityRequest, call: Call): Promise<graph.ExtractionResult> => {
    regionFor(call, "memory:write");
    const key = normaliseKey(request.key);
    const value = request.value.trim();
    // Bounded before a provider is paid for it; what else may be wrong, graph says.
    const check = fieldChecker();
    if (request.name.length > maxNameLength) check.problem("/name", `must have at most ${maxNameLength} characters`);
    if (key === "" || key.length > maxKeyLength) check.problem("/key", `must be a name of at most ${maxKeyLength} characters`);
    if (value.length > maxValueLength) check.problem("/value", `must have at most ${maxValueLength} characters`);
    check.done();
    const [vector] = value === "" ? [] : await embedOrRefuse(embedder, [factText(request.name, key, value)], call.signal);
    return graph.correctEntity({ ...request, embedding: vector ? packVector(vector) : new Uint8Array() }, call);
  };
}
