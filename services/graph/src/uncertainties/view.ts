import { LociError, normaliseName, normaliseType } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { sameAs } from "../identity/identify.ts";
import { likenessText } from "../identity/same-bearer.ts";
import { suggestedQuestion } from "../memory/question.ts";
import type { Reading } from "../rpc/deps.ts";
import { detailedFact } from "../rpc/detailed.ts";
import { aboutText, reasonText } from "../rpc/uncertainty-text.ts";
import { candidateFacts, type DetailedFact, type Words } from "../store/detailed-facts.ts";
import { tellingFacts } from "../store/same-questions.ts";
import { uncertainties, type UncertaintyRecord } from "../store/uncertainties.ts";

const longestQuote = 1_000;

/** @throws LociError `not_found` for one that is not there, or that the caller does not see */
export async function visibleUncertainty({ tx, sight }: Pick<Reading, "tx" | "sight">, id: string): Promise<UncertaintyRecord> {
  const [found] = await uncertainties(tx, sight, { id, limit: 1, offset: 0 });
  if (found === undefined) throw new LociError("not_found", "There is no such uncertainty.");
  return found;
}

/** @param now milliseconds since the epoch */
export async function uncertaintyMessage(read: Reading, record: UncertaintyRecord, now: number): Promise<graph.Uncertainty> {
  const [found] = await uncertaintyMessages(read, [record], now);
  if (found === undefined) throw new LociError("internal", "The uncertainty has no message.");
  return found;
}

/** Uncertainties with the candidates that the caller sees, in one statement for all, or two. @param now milliseconds since the epoch */
export async function uncertaintyMessages(
  read: Reading,
  records: readonly UncertaintyRecord[],
  now: number,
): Promise<graph.Uncertainty[]> {
  const pairs = records.flatMap((one) => (one.otherId === "" ? [] : [one.entityId, one.otherId]));
  const told = Map.groupBy(await tellingFacts(read.tx, read.sight, [...new Set(pairs)]), (one) => one.entityId);
  const ids = [...records.flatMap((one) => one.candidates), ...[...told.values()].flat().map((one) => one.factId)];
  const facts = new Map((await candidateFacts(read.tx, read.sight, [...new Set(ids)])).map((fact) => [fact.id, fact]));
  const factsOf = (entityId: string) => (told.get(entityId) ?? []).flatMap(({ factId }) => facts.get(factId) ?? []);
  return records.map((one) => {
    if (one.otherId !== "") return { ...common(read, one, now), ...whetherSame(one, factsOf) };
    const candidates = [...facts.values()].filter((fact) => one.candidates.includes(fact.id));
    return { ...common(read, one, now), ...aboutValues(read, one, candidates) };
  });
}

type Common = Omit<graph.Uncertainty, "key" | "about" | "reason" | "question" | "candidates">;

function common(read: Reading, one: UncertaintyRecord, now: number): Common {
  const { id, type, name, entityId, status, owner, recordedAt, recordedUntil, resolution, resolvedBy } = one;
  const until = recordedUntil === "" ? now : Date.parse(recordedUntil);
  return {
    ...{ id, entity: `${type}/${name}`, entityId, status, owner, resolution, resolvedBy },
    scopes: scopeSetMessage(read.scopeSets.byKey.get(one.scopeSet) ?? []),
    ...{ createdAt: recordedAt, resolvedAt: recordedUntil, ageSeconds: Math.max(0, until - Date.parse(recordedAt)) / 1000 },
    ...{ resolutionReason: one.resolutionReason, chosen: [...one.chosen] },
  };
}

function aboutValues(read: Reading, { type, name, key, reason }: UncertaintyRecord, facts: readonly DetailedFact<Words>[]) {
  const told = facts.map((fact) => ({ id: fact.id, value: fact.objectName || fact.value, knownAt: fact.knownAt }));
  return {
    ...{ key, about: aboutText(type, name, key), reason: reasonText(reason, told) },
    question: suggestedQuestion(
      name,
      key,
      told.map((fact) => fact.value),
    ),
    candidates: facts.map((fact) => ({ fact: detailedFact(read, fact), entity: null, sources: fact.sources.map(candidateSource) })),
  };
}

const mostQuotes = 3;

function whetherSame(one: UncertaintyRecord, factsOf: (entityId: string) => readonly DetailedFact<Words>[]) {
  const { type, name, entityId, otherId, otherType, otherName } = one;
  const likeness = likenessText(named(type, name), named(otherType, otherName));
  const candidate = (id: string, entityType: string, called: string): graph.UncertaintyCandidate => {
    const quotes = factsOf(id).flatMap(({ sources }) => sources.map(candidateSource));
    const sources = [...new Map(quotes.map((quote) => [JSON.stringify([quote.ref, quote.text]), quote])).values()];
    return { fact: null, entity: { id, type: entityType, name: called }, sources: sources.slice(0, mostQuotes) };
  };
  return {
    key: "same_as",
    about: aboutText(type, name, sameAs(otherName)),
    reason: likeness === "" ? reasonText("maybe_same", []) : `Their names are alike: ${likeness}.`,
    question: `Are these the same: ${name} and ${otherName}?`,
    candidates: [candidate(entityId, type, name), candidate(otherId, otherType, otherName)],
  };
}

function named(type: string, name: string) {
  return { typeNorm: normaliseType(type), nameNorm: normaliseName(name) };
}

function candidateSource(source: Words): graph.CandidateSource {
  const { kind, turnId, chunkId, spanStart, spanEnd, role, documentTitle, knownAt, principal, text } = source;
  const quoted = spanStart < 0 ? "" : text.slice(spanStart, Math.min(spanEnd, spanStart + longestQuote));
  return { kind, ref: turnId || chunkId, text: quoted, role, documentTitle, knownAt, principal };
}
