import { LociError, invalidField, normaliseKey, regionCovers, toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { graph, GraphService } from "@loci/protos";
import { builtInClasses, vocabularyClasses, type Vocabulary } from "../memory/vocabulary.ts";
import { atMost, integer, oneOf, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { operationOf } from "../rpc/operation.ts";
import { lockContext } from "../store/feed.ts";
import { once } from "../store/operations.ts";
import { insertVocabulary, readVocabulary, type StoredVocabulary } from "../store/vocabulary.ts";

const maxKeys = 2_000;
const maxKeyLength = 64;

/** Which keys hold several values, change, or stay as they are: a context's own classes over the built-in ones. */
export function vocabularyMethods(parts: Parts) {
  return {
    async getVocabulary(request, call): Promise<graph.Vocabulary> {
      const contextId = managedContext(request.contextId, call);
      const read = await parts.database.inContext(contextId, (tx) => readVocabulary(tx, contextId), { readOnly: true });
      return vocabularyMessage(read);
    },
    /** Puts all of the context's own classes anew; facts are decided by them from the next statement about their key on. */
    async putVocabulary(request, call): Promise<graph.Vocabulary> {
      const contextId = managedContext(request.contextId, call);
      const keys = checkKeys(request.keys);
      const expected = integer("/expectedVersion", request.expectedVersion, -1, 2_147_483_647);
      const now = toTimestamp(parts.clock());
      const put = async (tx: Transaction): Promise<graph.Vocabulary> => {
        await lockContext(tx, contextId);
        const { version } = await readVocabulary(tx, contextId);
        if (expected !== -1 && expected !== version) {
          throw new LociError("conflict", `The vocabulary is at version ${version}, not ${expected}.`);
        }
        const next = { version: version + 1, keys, recordedAt: now };
        await insertVocabulary(tx, contextId, next);
        return vocabularyMessage(next);
      };
      const operation = operationOf(call, request.operation);
      return parts.database.inContext(contextId, (tx) => once(tx, contextId, operation, now, () => put(tx)));
    },
  } satisfies Partial<GraphService<Call>>;
}

/**
 * The context of which a caller may see and change the classes: any for the management, its own for who manages all of it.
 * @throws LociError `forbidden` for a principal without grant:manage over "/", or that names another context
 */
function managedContext(named: string, call: Call): string {
  const contextId = text("/contextId", named, 128);
  if (call.caller.kind !== "principal") {
    requireManagement(call);
    if (contextId === "") throw invalidField("/contextId", "is required");
    return contextId;
  }
  const own = principalOf(call).contextId;
  if (!regionCovers(regionFor(call, "grant:manage"), "/") || (contextId !== "" && contextId !== own)) {
    throw new LociError("forbidden", "The vocabulary is for who holds grant:manage over the whole context.");
  }
  return own;
}

function checkKeys(given: Readonly<Record<string, string>>): Vocabulary {
  const entries = Object.entries(given);
  atMost("/keys", entries, maxKeys);
  return Object.fromEntries(
    entries.map(([key, name]) => {
      const at = `/keys/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (key.length > maxKeyLength || key === "" || normaliseKey(key) !== key) {
        throw invalidField(at, `keys are in snake_case and have 1 to ${maxKeyLength} characters`);
      }
      return [key, oneOf(at, name, vocabularyClasses)] as const;
    }),
  );
}

function vocabularyMessage({ version, keys, recordedAt }: StoredVocabulary): graph.Vocabulary {
  return { version, keys: { ...keys }, builtIn: builtInClasses(), recordedAt };
}
