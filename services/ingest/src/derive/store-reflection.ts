import { regionFor, type Call } from "@loci/platform/call";
import { presentTime, scopeSetOf } from "@loci/platform/messages";
import type { graph, ingest } from "@loci/protos";
import { storable } from "../domain/check-extraction.ts";
import { applyDerived, derivedGroups } from "./apply.ts";
import { commonAudience } from "./audience.ts";
import type { DeriveDeps } from "./deps.ts";
import { maxDerivedValue, maxEvidence } from "./limits.ts";
import { once } from "./once.ts";

/** What a hydration takes at most. */
const maxRecords = 500;
const marker = /\s*\[S\d+\]/g;

/**
 * Keeps what a reflection found as a lower-trust attribute of the entity that most of its facts are about. Whoever reads it must
 * see all that it was made of: where no entity is seen by exactly these readers, nothing is kept.
 */
export function storeReflectionWith(deps: DeriveDeps) {
  return async (request: ingest.StoreReflectionRequest, call: Call): Promise<ingest.StoreReflectionResponse> => {
    regionFor(call, "memory:write");
    const value = reflectionOf(request.reflection);
    if (value === "" || request.evidence.length === 0) return { attributes: [] };
    return once(request.operation, deps.graph, call, async () => {
      const place = await placeOf(request, deps, call);
      return { attributes: place ? await store(value, place, request, deps, call) : [] };
    });
  };
}

interface Place {
  readonly subject: graph.MemoryRecord;
  readonly scopes: graph.FactGroup["scopes"];
  readonly evidence: readonly string[];
}

async function placeOf(
  { evidence, sources }: ingest.StoreReflectionRequest,
  { graph }: DeriveDeps,
  call: Call,
): Promise<Place | undefined> {
  const ids = [...new Set([...evidence, ...sources])];
  // Of a reflection made of more than can be looked at nobody knows who may read it.
  if (ids.length > maxRecords) return undefined;
  const { records } = await graph.hydrate({ ids, time: presentTime }, call);
  const audience = commonAudience(records.map(({ scopes }) => scopeSetOf(scopes) ?? []));
  // Something that was forgotten meanwhile is not to live on in a reflection.
  if (audience === undefined || records.length < ids.length) return undefined;
  const named = new Set(evidence);
  const facts = records.filter(({ id, kind }) => named.has(id) && (kind === "attribute" || kind === "relation"));
  const fitting = facts.filter(({ scopes }) => isSame(commonAudience([scopeSetOf(scopes) ?? []]), audience));
  const [most] = [...Map.groupBy(fitting, ({ entityId }) => entityId).values()].sort((a, b) => b.length - a.length);
  const subject = most?.[0];
  return subject && { subject, scopes: subject.scopes, evidence: facts.slice(0, maxEvidence).map(({ id }) => id) };
}

async function store(
  value: string,
  { subject, scopes, evidence }: Place,
  request: ingest.StoreReflectionRequest,
  deps: DeriveDeps,
  call: Call,
): Promise<graph.AttributeSummary[]> {
  const entity = { type: subject.entityType, name: subject.entityName };
  const conclusion = {
    subject: entity,
    key: "reflection",
    value,
    target: undefined,
    evidence: evidence.map((_id, i) => i),
    rationale: "",
  };
  const group = { entityId: subject.entityId, scopes, facts: evidence.map((id) => ({ id })) };
  const groups = await derivedGroups([{ group, conclusions: [conclusion] }], deps, call.signal);
  const outcomes = await applyDerived("reflect", groups, false, deps, { ...call, traceId: request.traceId || call.traceId });
  return outcomes
    .filter(({ committed }) => committed)
    .map(({ recordId, entityId, key, value: stored }) => ({
      id: recordId,
      entityId,
      key,
      value: stored,
      memoryCategory: subject.memoryCategory,
    }));
}

/** Without the marks of its citations, which mean nothing apart from their answer. */
function reflectionOf(text: string): string {
  const plain = storable(text).replaceAll(marker, "").trim();
  return plain
    .slice(0, maxDerivedValue)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
