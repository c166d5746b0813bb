import { commonAudience, coversAll, isVisible, type ScopeSet } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import { presentTime, scopeSetMessage, scopeSetOf } from "@loci/platform/messages";
import type { graph, ingest } from "@loci/protos";
import { storable } from "../domain/check-extraction.ts";
import { applyDerived, derivedGroups } from "./apply.ts";
import type { DeriveDeps } from "./deps.ts";
import { groundsOfTexts } from "./grounds.ts";
import { maxDerivedValue, maxEvidence } from "./limits.ts";
import { once } from "./once.ts";

/** What a hydration takes at most. */
const maxRecords = 500;
const marker = /(?<!\s)\s*\[S\d+\]/g;

/** Why nothing was kept. */
type NotKept = "no_fact_cited" | "sources_gone" | "too_many_scopes" | "not_writable" | "nothing_left" | "nothing_new";

/**
 * Keeps what a reflection found as a lower-trust attribute of the entity that most of its facts are about, for those alone who see all
 * that it cites; where nothing is kept it says why. What was only shown to the model beside that leaves no word in it.
 */
export function storeReflectionWith(deps: DeriveDeps) {
  return async (request: ingest.StoreReflectionRequest, call: Call): Promise<ingest.StoreReflectionResponse> => {
    const writable = regionFor(call, "memory:write");
    if (request.evidence.length === 0) return nothing("no_fact_cited");
    const { evidence, sources, cited } = request;
    return once(request.operation, deps.graph, call, [...evidence, ...sources, ...cited], async () => {
      const place = await placeOf(request, deps, call);
      if (typeof place === "string") return nothing(place);
      if (!coversAll(writable, place.audience)) return nothing("not_writable");
      const value = reflectionOf(
        place.isWhole ? request.reflection : groundsOfTexts(place.texts).carried(plain(request.reflection)),
      );
      if (value === "") return nothing("nothing_left");
      const attributes = await store(value, place, request, deps, call);
      return attributes.length === 0 ? nothing("nothing_new") : { attributes, notKept: "" };
    });
  };
}

function nothing(notKept: NotKept): ingest.StoreReflectionResponse {
  return { attributes: [], notKept };
}

interface Place {
  readonly subject: graph.MemoryRecord;
  readonly audience: ScopeSet;
  readonly evidence: readonly string[];
  /** What the cited records say. */
  readonly texts: readonly string[];
  /** Whether the audience sees all that the reflection was made of. */
  readonly isWhole: boolean;
}

async function placeOf(
  { evidence, sources, cited }: ingest.StoreReflectionRequest,
  { graph }: DeriveDeps,
  call: Call,
): Promise<Place | NotKept> {
  const asked = new Set([...evidence, ...cited]);
  const ids = [...new Set([...asked, ...sources])];
  // Of a reflection made of more than can be looked at nobody knows who may read it.
  if (ids.length > maxRecords) return "too_many_scopes";
  const { records } = await graph.hydrate({ ids, time: presentTime }, call);
  // Something that was forgotten meanwhile is not to live on in a reflection.
  if (records.length < ids.length) return "sources_gone";
  const quoted = records.filter(({ id }) => asked.has(id));
  const audience = commonAudience(quoted.map(selectorOf));
  if (audience === undefined) return "too_many_scopes";
  const named = new Set(evidence);
  const facts = quoted.filter(({ id, kind }) => named.has(id) && (kind === "attribute" || kind === "relation"));
  const [most] = [...Map.groupBy(facts, ({ entityId }) => entityId).values()].sort((a, b) => b.length - a.length);
  const subject = most?.[0];
  if (subject === undefined) return "no_fact_cited";
  return {
    ...{ subject, audience, texts: quoted.map(({ text }) => text), evidence: facts.slice(0, maxEvidence).map(({ id }) => id) },
    isWhole: records.every((record) => audience.every((clause) => isVisible(clause, selectorOf(record)))),
  };
}

function selectorOf({ scopes }: graph.MemoryRecord): ScopeSet {
  return scopeSetOf(scopes) ?? [];
}

async function store(
  value: string,
  { subject, audience, evidence }: Place,
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
  const group = { entityId: subject.entityId, scopes: scopeSetMessage(audience), facts: evidence.map((id) => ({ id })) };
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
function plain(text: string): string {
  return storable(text).replaceAll(marker, "").trim();
}

function reflectionOf(text: string): string {
  return plain(text)
    .slice(0, maxDerivedValue)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
}
