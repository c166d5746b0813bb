import { LociError, invalidField, memoryCategories, toTimestamp, type MemoryCategory } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { makeRuling, takesPlaceOf, type RuledFact } from "../memory/make-ruling.ts";
import { normaliseValue } from "../memory/values.ts";
import { keyClass } from "../memory/vocabulary.ts";
import { oneOf, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { namedEntities } from "../rpc/details.ts";
import { key as checkKey, name, vector } from "../rpc/proposals.ts";
import { decide } from "../rpc/reconciling.ts";
import { extractionResults } from "../rpc/results.ts";
import { writing } from "../rpc/writing.ts";
import { apply } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import type { StoredEntity } from "../store/read-entities.ts";
import { factsOfEntities, sourcesOf, type NamedFact } from "../store/read-facts.ts";
import { readVocabulary } from "../store/vocabulary.ts";
import { ruledFact, withValue } from "./ruled.ts";

const maxReason = 2_000;

/**
 * A person or agent says what is right. The present values of a key that holds one value end, with every open uncertainty about
 * it. Of a key that holds several only the wrong one ends, which `old` names unless there is but one. The new value stands where
 * the wrong one stood, with certainty; it is a statement like any other, and what is said later is weighed against it.
 * @throws LociError `not_found` without such an entity, `conflict` when `old` does not stand, `forbidden` beyond memory:write
 */
export async function correctEntity(
  parts: Parts,
  request: graph.CorrectEntityRequest,
  call: Call,
): Promise<graph.ExtractionResult> {
  const key = checkKey("/key", request.key);
  const value = text("/value", request.value.trim(), 8_192, 1);
  const old = text("/old", request.old.trim(), 8_192);
  const reason = text("/reason", request.reason.trim(), maxReason, 1);
  const category = oneOf("/memoryCategory", request.memoryCategory, ["", ...memoryCategories]);
  const embedding = vector("", request.embedding);
  return writing(parts, call, { verb: "memory:write", operation: request.operation, deed: ["correctEntity"] }, async (write) => {
    const { tx, sight, contextId, author, now } = write;
    const entities = await namedEntities(write, request.type, request.name);
    const ids = entities.map((entity) => entity.id);
    const facts = (await factsOfEntities(tx, sight, ids, { asTarget: false })).filter((fact) => fact.key === key);
    // What is known to be over is history, and not what the correction is of; what was derived goes with what it follows from.
    const present = facts.filter((fact) => !fact.derived && (fact.validUntil === "" || fact.validUntil > now));
    const isMulti = keyClass((await readVocabulary(tx, contextId)).keys, key) === "multi";
    const wrong = wrongOnes(present, { isMulti, old, value });
    const home = entities.find((entity) => write.covers(entity.scopeSet)) ?? entities[0];
    const model = wrong[0] ?? present[0];
    const place = model === undefined ? placeIn(home, key) : ruledFact(model);
    const stated = { ...withValue(place, "/value", value), ...(category === "" ? {} : { category }) };
    const ended = wrong.map(ruledFact).filter((fact) => isMulti || !takesPlaceOf(stated, fact));
    if (![stated, ...wrong].every(({ scopeSet }) => write.covers(scopeSet))) {
      throw new LociError("forbidden", "memory:write does not cover the scopes of everything that this would change.");
    }
    const sources = await sourcesOf(
      tx,
      sight,
      present.map((fact) => fact.id),
    );
    const knownAt = toTimestamp(Math.max(Date.parse(now), ...sources.map((source) => Date.parse(source.knownAt) + 1)));
    const ruling = makeRuling({ upheld: [stated], ended, embedding }, { id: "", reason }, knownAt, parts.ids);
    const changes = await decide(parts, tx, contextId, { entities: [], facts: ruling, instructions: [] }, 1, new Map(), now);
    await announce(tx, contextId, await apply(parts, tx, contextId, changes, author));
    const [result] = extractionResults(changes, [""], write.sees);
    if (result === undefined) throw new LociError("internal", "The correction has no result.");
    return result;
  });
}

interface Asked {
  readonly isMulti: boolean;
  readonly old: string;
  readonly value: string;
}

/** The present facts that the correction ends. */
function wrongOnes(present: readonly NamedFact[], { isMulti, old, value }: Asked): NamedFact[] {
  const named = present.filter((fact) => fact.valueNorm === normaliseValue(old));
  if (old !== "" && named.length === 0) throw new LociError("conflict", "The value that is called wrong does not stand.");
  const others = present.filter((fact) => fact.valueNorm !== normaliseValue(value));
  if (!isMulti) return others;
  if (old !== "") return named;
  if (new Set(present.map((fact) => fact.valueNorm)).size > 1) {
    throw invalidField("/old", "is required, as this key holds several values");
  }
  return others;
}

/** Where a value goes of which there was none. */
function placeIn(entity: StoredEntity, key: string): RuledFact {
  const category: MemoryCategory = "knowledge";
  return {
    ...{ subject: name("", { type: entity.type, name: entity.name }), target: undefined, key, value: "" },
    ...{ scopeSet: entity.scopeSet, stream: "experiential", category, validFrom: "", validUntil: "", validPrecision: "" },
  };
}
