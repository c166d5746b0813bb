import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { countRecords } from "./count-records.ts";
import { getProfile } from "./get-profile.ts";
import { getState } from "./get-state.ts";
import { inspect } from "./inspect.ts";

/** What is known, as a whole and record by record. */
export function knowingMethods(parts: Parts) {
  return {
    getState: (request, call) => getState(parts, request, call),
    getProfile: (request, call) => getProfile(parts, request, call),
    inspect: (request, call) => inspect(parts, request, call),
    countRecords: (request, call) => countRecords(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
