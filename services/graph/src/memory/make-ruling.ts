import { overlaps, type IdSource, type MemoryCategory, type Stream, type Timestamp } from "@loci/kernel";
import type { Name, Ruling, Statement, Validity } from "./model.ts";
import type { ProposedFact } from "./proposal.ts";
import { validSpan } from "./timeline.ts";
import { normaliseValue } from "./values.ts";

/** A fact about which something is decided, as far as a statement about it needs it. */
export interface RuledFact extends Validity {
  readonly subject: Name;
  /** A relation's other end. */
  readonly target: Name | undefined;
  readonly key: string;
  readonly value: string;
  readonly scopeSet: string;
  readonly stream: Stream;
  readonly category: MemoryCategory;
}

/** What is decided about the facts of one key. */
export interface Verdict {
  /** Stated anew with certainty: in its own stream and ScopeSet it takes the place of whatever disagrees. */
  readonly upheld: readonly RuledFact[];
  /** Ended by name. */
  readonly ended: readonly RuledFact[];
  /** Of what is upheld for the first time. */
  readonly embedding: Uint8Array;
}

/**
 * The statements of a person's or agent's decision, to be reconciled like any others: nothing is ended but by what was said.
 * @param ruling its reason, and the uncertainty that it settles ("" for a correction, which is named by its first statement)
 */
export function makeRuling(verdict: Verdict, ruling: Ruling, knownAt: Timestamp, ids: IdSource): ProposedFact[] {
  const statementIds = [...verdict.upheld, ...verdict.ended].map(() => ids("provenance"));
  const named = { ...ruling, id: ruling.id || (statementIds[0] ?? "") };
  const all = [
    ...verdict.upheld.map((fact) => ({ fact, negated: false })),
    ...verdict.ended.map((fact) => ({ fact, negated: true })),
  ];
  return all.map(({ fact, negated }, i) => {
    const { subject, target, key, scopeSet, stream } = fact;
    const statement = { ...statementOf(fact, negated), id: statementIds[i] ?? "", knownAt, ruling: named };
    const embedding = negated ? new Uint8Array() : verdict.embedding;
    return { proposal: 0, subject, target, key, scopeSet, stream, statement, sentence: "", embedding, quarantined: false };
  });
}

/** Whether what is upheld takes the fact's place by the rules alone: about the same, in the same stream, of the same time. */
export function takesPlaceOf(upheld: RuledFact, fact: RuledFact): boolean {
  const isSame = (a: RuledFact, b: RuledFact) =>
    a.subject.typeNorm === b.subject.typeNorm && a.subject.nameNorm === b.subject.nameNorm && a.key === b.key;
  const isBeside = upheld.scopeSet === fact.scopeSet && upheld.stream === fact.stream && isSame(upheld, fact);
  return isBeside && overlaps(validSpan(upheld), validSpan(fact));
}

const nobody = { kind: "caller", turnId: "", sessionId: "", seq: -1, spanStart: -1, spanEnd: -1 } as const;
const always: Validity = { validFrom: "", validUntil: "", validPrecision: "" };

function statementOf(fact: RuledFact, negated: boolean): Omit<Statement, "id" | "knownAt" | "ruling"> {
  const { value, target, category, validFrom, validUntil, validPrecision } = fact;
  return {
    ...{ factId: "", source: nobody, value, valueNorm: normaliseValue(value), targetType: target?.typeNorm ?? "" },
    ...{ targetEntityId: "", negated, changed: false, category, confidence: 1, labels: [] },
    // What ends without a date ends in what is known, not in the world.
    ...(negated ? always : { validFrom, validUntil, validPrecision }),
  };
}
