import { coversAll, invalidField, LociError, regionAsScopeSet, toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { selector } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { operationOf } from "../rpc/operation.ts";
import { lockContext } from "../store/feed.ts";
import { once } from "../store/operations.ts";
import { insertScopeSet, shortKey } from "../store/scope-sets.ts";
import { insertSession } from "../store/turns.ts";

const maxMetadataBytes = 16 * 1024;

/**
 * Makes an empty session under the selector, or under the caller's whole write region.
 * @throws LociError `forbidden` where memory:write does not cover the selector
 */
export async function createSession(parts: Parts, request: graph.CreateSessionRequest, call: Call): Promise<graph.Session> {
  const { contextId } = principalOf(call);
  const region = regionFor(call, "memory:write");
  const asked = selector("/scopes", request.scopes);
  if (asked && !coversAll(region, asked)) throw new LociError("forbidden", "memory:write does not cover the named scopes.");
  const scopes = asked ?? regionAsScopeSet(region);
  const metadata = jsonObject("/metadata", request.metadataJson);
  const now = toTimestamp(parts.clock());
  const operation = operationOf(call, request.operation);
  return parts.database.inContext(contextId, (tx) =>
    once(tx, contextId, operation, now, async () => {
      const key = shortKey(scopes);
      if (!(await parts.scopeSets.load(tx, contextId)).byKey.has(key)) {
        await lockContext(tx, contextId);
        await insertScopeSet(tx, contextId, scopes);
      }
      const session = { id: parts.ids("session"), scopeSet: key, metadata };
      await insertSession(tx, contextId, session, 0, now);
      const blank = { turns: 0, lastTurnAt: "", state: "open", title: "", preview: "" };
      return { id: session.id, createdAt: now, scopes: scopeSetMessage(scopes), metadataJson: metadata, ...blank };
    }),
  );
}

/** The text of a JSON object of at most 16 KB; "" is an empty one. */
function jsonObject(pointer: string, given: string): string {
  if (given === "") return "{}";
  if (Buffer.byteLength(given) > maxMetadataBytes) throw invalidField(pointer, "must have at most 16 KB as JSON");
  const value = parse(pointer, given);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidField(pointer, "must be a JSON object");
  // Postgres takes neither NUL nor half a surrogate pair into a jsonb.
  const plain = JSON.stringify(value);
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(plain)) throw invalidField(pointer, "must be valid text without NUL characters");
  return plain;
}

function parse(pointer: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (cause) {
    throw new LociError("invalid", `${pointer}: must be a JSON object`, {
      fields: [{ pointer, detail: "must be a JSON object" }],
      cause,
    });
  }
}
