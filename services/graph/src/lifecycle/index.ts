import type { Call } from "@loci/platform/call";
import { deedRpcs } from "@loci/platform/db";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { deeds } from "../rpc/noted.ts";
import { decay } from "./decay.ts";
import { dropContext } from "./drop-context.ts";
import { expire } from "./expire.ts";
import { noteReturned } from "./note-returned.ts";
import { reinforce } from "./reinforce.ts";
import { retain } from "./retain.ts";

/** What time and use do to records, and the end of a context. */
export function lifecycleMethods(parts: Parts) {
  return {
    expire: (request, call) => expire(parts, request, call),
    decay: (request, call) => decay(parts, request, call),
    reinforce: (request, call) => reinforce(parts, request, call),
    noteReturned: (request, call) => noteReturned(parts, request, call),
    retain: (request, call) => retain(parts, request, call),
    ...deedRpcs(parts.database, deeds),
    dropContext: (request, call) => dropContext(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
