import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { deleteEntity } from "./delete-entity.ts";
import { deleteSession } from "./delete-session.ts";
import { forgetErasedWords, listErasedWords } from "./erased-words.ts";
import { forgetRecords } from "./forget-records.ts";
import { forgetScope } from "./forget-scope.ts";
import { listForgotten } from "./list-forgotten.ts";
import { listPurged } from "./list-purged.ts";
import { purgeReplies } from "./purge-replies.ts";

/** What the caller asks to be forgotten, and what was erased of it. */
export function forgettingMethods(parts: Parts) {
  return {
    forgetRecords: (request, call) => forgetRecords(parts, request, call),
    deleteEntity: (request, call) => deleteEntity(parts, request, call),
    deleteSession: (request, call) => deleteSession(parts, request, call),
    forgetScope: (request, call) => forgetScope(parts, request, call),
    listErasedWords: (request, call) => listErasedWords(parts, request, call),
    dropErasedWords: (request, call) => forgetErasedWords(parts, request, call),
    listForgotten: (request, call) => listForgotten(parts, request, call),
    listPurged: (request, call) => listPurged(parts, request, call),
    purgeReplies: (request, call) => purgeReplies(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
