import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { createExportLimit, exportContext } from "./export.ts";
import { importContext } from "./import.ts";

const mostExports = 4;

/** A context as JSON Lines, and back. */
export function transferMethods(parts: Parts) {
  const limit = createExportLimit(mostExports);
  return {
    export: (request, call) => exportContext(parts, limit, request, call),
    import: (requests, call) => importContext(parts, requests, call),
  } satisfies Partial<GraphService<Call>>;
}
