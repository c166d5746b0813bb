import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { applyRereading } from "./apply-rereading.ts";
import { readPassages } from "./read-passages.ts";

/** What was read is read again, after the reader changed. */
export function rereadingMethods(parts: Parts) {
  return {
    readPassages: (request, call) => readPassages(parts, request, call),
    applyRereading: (request, call) => applyRereading(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
