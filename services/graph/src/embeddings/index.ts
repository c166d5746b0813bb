import { requireService, type Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { contextIds } from "../store/deployment.ts";
import { markedContexts } from "../store/unembedded.ts";
import { beginReembedding } from "./begin-reembedding.ts";
import { finishContextReembedding } from "./finish-context-reembedding.ts";
import { finishReembedding } from "./finish-reembedding.ts";
import { readUnembeddedRecords } from "./read-unembedded.ts";
import { writeNewEmbeddings } from "./write-new-embeddings.ts";

/** Moving a deployment to another embedding, and vectors that are missing. */
export function embeddingMethods(parts: Parts) {
  return {
    beginReembedding: (request, call) => beginReembedding(parts, request, call),
    readUnembedded: (request, call) => readUnembeddedRecords(parts, request, call),
    writeNewEmbeddings: (request, call) => writeNewEmbeddings(parts, request, call),
    finishContextReembedding: (request, call) => finishContextReembedding(parts, request, call),
    finishReembedding: (request, call) => finishReembedding(parts, request, call),
    async listContextIds(_request, call) {
      requireService(call);
      return { contextIds: await parts.database.acrossContexts(contextIds) };
    },
    async listUnembeddedContexts(_request, call) {
      requireService(call);
      return { contextIds: await parts.database.acrossContexts(markedContexts) };
    },
  } satisfies Partial<GraphService<Call>>;
}
