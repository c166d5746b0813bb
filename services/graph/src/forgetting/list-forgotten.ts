import { coversAll, entityText, factText, isInvolved, kindOf } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { blankRecord } from "../rpc/blank-record.ts";
import { integer, oneOf, selector, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { readForgotten, type ForgottenKind, type ForgottenRecord } from "../store/forgotten.ts";

const kinds: readonly ForgottenKind[] = ["entity", "fact", "statement", "quote", "turn", "chunk", "silent"];
const maxPage = 500;

/**
 * What no index holds and a description may mean: what was forgotten and is stored still, what documents said in versions that were replaced,
 * and silent turns. A page of one kind. Only what the caller may forget as a whole is listed, whether it may read it or not.
 */
export async function listForgotten(
  parts: Parts,
  request: graph.ListForgottenRequest,
  call: Call,
): Promise<graph.ListForgottenResponse> {
  const { contextId } = principalOf(call);
  const region = regionFor(call, "memory:forget");
  const kind = oneOf("/kind", request.kind, kinds);
  const after = text("/after", request.after, 256);
  const limit = integer("/limit", request.limit, 1, maxPage);
  const lens = selector("/lens", request.lens);
  return parts.database.inContext(
    contextId,
    async (tx) => {
      const { byKey } = await parts.scopeSets.load(tx, contextId);
      const scopeSets = [...byKey].flatMap(([key, set]) =>
        coversAll(region, set) && (lens === undefined || isInvolved(lens, set)) ? [key] : [],
      );
      const found = await readForgotten(tx, contextId, { kind, after, limit, scopeSets });
      const records = found.map((one) => ({ ...recordOf(one), scopes: scopeSetMessage(byKey.get(one.scopeSet) ?? []) }));
      return { records, next: found.length < limit ? "" : (found.at(-1)?.id ?? "") };
    },
    { readOnly: true },
  );
}

function recordOf(one: ForgottenRecord): Omit<graph.MemoryRecord, "scopes"> {
  const { foundAs, role, speaker, turnId, entityId, targetEntityId, type: entityType, name: entityName, key, value } = one;
  const { spanStart, spanEnd } = one;
  return {
    ...blankRecord,
    ...{ id: foundAs, kind: kindOf(foundAs) ?? "", text: textOf(one), role, speaker, turnId, spanStart, spanEnd },
    ...{ entityId, targetEntityId, entityType, entityName, key, value, knownAt: "", recordedAt: "" },
  };
}

function textOf({ id, text: said, type, name, key, value }: ForgottenRecord): string {
  if (kindOf(id) === "entity") return entityText(type, name);
  return key === "" ? said : factText(name, key, value);
}
