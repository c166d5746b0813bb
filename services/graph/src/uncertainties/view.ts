import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { suggestedQuestion } from "../memory/question.ts";
import type { Reading } from "../rpc/deps.ts";
import { detailedFact } from "../rpc/detailed.ts";
import { aboutText, reasonText } from "../rpc/uncertainty-text.ts";
import { candidateFacts, type DetailedFact, type Words } from "../store/detailed-facts.ts";
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
  return message(read, record, await candidateFacts(read.tx, read.sight, record.candidates), now);
}

/** Uncertainties with the candidates that the caller sees, in one statement for all. @param now milliseconds since the epoch */
export async function uncertaintyMessages(
  read: Reading,
  records: readonly UncertaintyRecord[],
  now: number,
): Promise<graph.Uncertainty[]> {
  const ids = records.flatMap((one) => one.candidates);
  const facts = new Map((await candidateFacts(read.tx, read.sight, ids)).map((fact) => [fact.id, fact]));
  return records.map((one) => {
    const candidates = [...facts.values()].filter((fact) => one.candidates.includes(fact.id));
    return message(read, one, candidates, now);
  });
}

function message(read: Reading, one: UncertaintyRecord, facts: readonly DetailedFact<Words>[], now: number): graph.Uncertainty {
  const { id, type, name, entityId, key, status, owner, recordedAt, recordedUntil, resolution, resolvedBy } = one;
  const told = facts.map((fact) => ({ id: fact.id, value: fact.objectName || fact.value, knownAt: fact.knownAt }));
  const until = recordedUntil === "" ? now : Date.parse(recordedUntil);
  return {
    ...{ id, entity: `${type}/${name}`, entityId, key, status, owner, resolution, resolvedBy },
    ...{ about: aboutText(type, name, key), reason: reasonText(one.reason, told) },
    question: suggestedQuestion(
      name,
      key,
      told.map((fact) => fact.value),
    ),
    scopes: scopeSetMessage(read.scopeSets.byKey.get(one.scopeSet) ?? []),
    candidates: facts.map((fact) => ({ fact: detailedFact(read, fact), sources: fact.sources.map(candidateSource) })),
    ...{ createdAt: recordedAt, resolvedAt: recordedUntil, ageSeconds: Math.max(0, until - Date.parse(recordedAt)) / 1000 },
    ...{ resolutionReason: one.resolutionReason, chosen: [...one.chosen] },
  };
}

function candidateSource(source: Words): graph.CandidateSource {
  const { kind, turnId, chunkId, spanStart, spanEnd, role, documentTitle, knownAt, principal, text } = source;
  const quoted = spanStart < 0 ? "" : text.slice(spanStart, Math.min(spanEnd, spanStart + longestQuote));
  return { kind, ref: turnId || chunkId, text: quoted, role, documentTitle, knownAt, principal };
}
