/** For tests: a memory that holds everything in arrays and is told things one after the other, as the store is. */
import { idSource, normaliseName, normaliseType, type MemoryCategory, type Stream } from "@loci/kernel";
import type { Fact, Name, Statement, Subject, Uncertainty } from "../memory/model.ts";
import { nameKey, type Changes, type Gathered, type KnownEntity, type ProposedFact } from "../memory/proposal.ts";
import { bindCorrections } from "../memory/corrections.ts";
import { endingsOf, withReached } from "../memory/endings.ts";
import { reconcile } from "../memory/reconcile.ts";
import { normaliseValue } from "../memory/values.ts";
import type { Vocabulary } from "../memory/vocabulary.ts";

export interface Said {
  readonly who?: string;
  readonly key?: string;
  readonly value?: string;
  /** Makes it a relation to an organisation of that name. */
  readonly target?: string;
  readonly targetType?: string;
  /** Day of January 2024 on which it became known. */
  readonly day: number;
  readonly confidence?: number;
  readonly changed?: boolean;
  readonly negated?: boolean;
  readonly corrected?: boolean;
  readonly beside?: boolean;
  readonly insteadOf?: string;
  /** A correction that does not say of what. */
  readonly unbound?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly stream?: Stream;
  readonly scope?: string;
  /** Day of January 2024 on which its source said it no longer. */
  readonly retracted?: number;
  /** The uncertainty or correction that a person decides by it. */
  readonly ruling?: string;
  readonly turn?: string;
  readonly witness?: string;
  readonly seq?: number;
  readonly quarantined?: boolean;
  readonly category?: MemoryCategory;
}

export function day(n: number): string {
  return `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;
}

export interface Notebook {
  /** Writes all of it in one go; the clock moves on a day with each call. */
  tell(...said: Said[]): Changes;
  instruct(label: string, description: string, on: number, revokes?: boolean): Changes;
  facts(): Fact[];
  instructions(): Fact[];
  open(): string[];
  statements(): (Statement & Subject)[];
  uncertainties(): { key: string; scope: string; values: string[]; reason: string }[];
}

interface NotebookOptions {
  readonly vocabulary?: Vocabulary;
  readonly covers?: (wide: string, narrow: string) => boolean;
  /** Takes the place of each statement that is told, when it is decided. */
  readonly onDecide?: (statement: Statement) => Statement;
}

export function notebook(options: NotebookOptions = {}): Notebook {
  const vocabulary = options.vocabulary ?? {};
  let clock = Date.parse("2025-01-01T00:00:00Z");
  let dice = 0;
  const ids = idSource(
    () => clock,
    (length) => Uint8Array.from({ length }, () => (dice = (dice * 31 + 7) % 251)),
  );
  let entities: KnownEntity[] = [];
  const facts = new Map<string, Fact>();
  const instructions = new Map<string, Fact>();
  const statements = new Map<string, Statement & Subject>();
  const uncertainties = new Map<string, Uncertainty>();

  const write = (proposed: readonly ProposedFact[], told: readonly Omit<ProposedFact, "subject" | "target" | "embedding">[]) => {
    clock += 86_400_000;
    const now = new Date(clock).toISOString();
    const gathered: Gathered = {
      ...{ entities, vocabulary, facts: [...facts.values()], instructions: [...instructions.values()] },
      ...{
        statements: [...statements.values()].filter((one) => !("quarantined" in one)),
        uncertainties: [...uncertainties.values()],
      },
      ...{ near: [], links: [], neighbours: new Map(), traits: new Map(), related: new Set() },
    };
    const around = { now, ids, floor: 0.7, covers: options.covers ?? (() => false), personOf: (key: string) => key };
    const bound = bindCorrections({ entities: [], facts: proposed, instructions: told }, recent());
    const whole = withReached(bound, endingsOf(bound, around.floor), standing(), ids, vocabulary);
    const changes = reconcile(whole, gathered, around, 1);
    entities = [...entities, ...changes.newEntities.map((entity) => ({ entity, metBy: nameKey(entity) }))];
    for (const fact of [...changes.newFacts, ...changes.changedFacts]) facts.set(fact.id, fact);
    for (const one of [...changes.newInstructions, ...changes.changedInstructions]) instructions.set(one.id, one);
    for (const { quarantined, ...statement } of changes.statements) if (!quarantined) statements.set(statement.id, statement);
    for (const { id, factId } of changes.movedStatements) {
      const statement = statements.get(id);
      if (statement) statements.set(id, { ...statement, factId });
    }
    for (const { kind, uncertainty } of changes.uncertainties) {
      if (kind === "resolve") uncertainties.delete(uncertainty.id);
      else uncertainties.set(uncertainty.id, uncertainty);
    }
    return changes;
  };

  const named = (one: Fact) => {
    const subject = entities.find(({ entity }) => entity.id === one.entityId)?.entity;
    const target = entities.find(({ entity }) => entity.id === one.targetEntityId)?.entity;
    return subject === undefined ? [] : [{ ...one, subject, target }];
  };
  const standing = () =>
    live()
      .filter((one) => one.knownUntil === "")
      .flatMap(named);
  const recent = () =>
    standing()
      .flatMap((one) =>
        [...statements.values()].filter(({ factId }) => factId === one.id).map((said) => ({ ...one, source: said.source })),
      )
      .map((one) => ({ ...one, sessionId: one.source.sessionId }))
      .sort((a, b) => b.source.seq - a.source.seq);
  const live = () => [...facts.values()].filter((fact) => !fact.quarantined && fact.mergedInto === "");
  return {
    tell: (...said) =>
      write(
        said.map((one) => {
          const proposed = proposal(one, ids("provenance"));
          return { ...proposed, statement: options.onDecide?.(proposed.statement) ?? proposed.statement };
        }),
        [],
      ),
    instruct(label, description, on, revokes = false) {
      const { statement, ...rest } = proposal(
        { key: label, value: revokes ? "" : description, day: on, negated: revokes, confidence: 1 },
        ids("provenance"),
      );
      return write([], [{ ...rest, statement }]);
    },
    facts: live,
    instructions: () => [...instructions.values()].filter((one) => one.mergedInto === ""),
    open: () =>
      live()
        .filter((fact) => fact.knownUntil === "")
        .map((fact) => fact.value)
        .sort(),
    statements: () => [...statements.values()],
    uncertainties: () =>
      [...uncertainties.values()]
        .map(({ key, scopeSet, beside, candidates, reason }) => ({
          ...{
            key,
            reason,
            scope: [...beside, scopeSet].join(" & "),
            values: candidates.map((id) => facts.get(id)?.value ?? "?").sort(),
          },
        }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

function named(type: string, name: string): Name {
  return { type, name, typeNorm: normaliseType(type), nameNorm: normaliseName(name) };
}

function proposal(said: Said, id: string): ProposedFact {
  const target = said.target === undefined ? undefined : named(said.targetType ?? "Organisation", said.target);
  const value = said.target ?? said.value ?? "";
  const inTurn = said.turn !== undefined;
  const statement: Statement = {
    ...{
      id,
      factId: "",
      value,
      valueNorm: value === "" ? "" : normaliseValue(value),
      targetType: target?.typeNorm ?? "",
      targetEntityId: "",
    },
    source: {
      kind: inTurn ? "turn" : "caller",
      turnId: said.turn ?? "",
      sessionId: inTurn ? "s" : "",
      seq: said.seq ?? -1,
      spanStart: -1,
      spanEnd: -1,
      ...(said.witness === undefined ? {} : { witness: said.witness }),
    },
    ...{
      negated: said.negated ?? false,
      changed: said.changed ?? false,
      category: said.category ?? "identity",
      confidence: said.confidence ?? 0.8,
    },
    ...(said.corrected === undefined ? {} : { corrected: said.corrected }),
    ...(said.beside === undefined ? {} : { beside: said.beside }),
    ...(said.insteadOf === undefined ? {} : { insteadOf: normaliseValue(said.insteadOf) }),
    ...(said.ruling === undefined ? {} : { ruling: { id: said.ruling, reason: "because" } }),
    ...(said.retracted === undefined ? {} : { retractedAt: day(said.retracted) }),
    ...{ labels: [], knownAt: day(said.day), validFrom: said.from ?? "", validUntil: said.until ?? "", validPrecision: "" },
  };
  return {
    ...(said.unbound === undefined ? {} : { unbound: said.unbound }),
    ...{
      proposal: 0,
      subject: named("Person", said.who ?? "Ada"),
      target,
      key: said.key ?? "residence",
      statement,
      sentence: "",
    },
    ...{ scopeSet: said.scope ?? "here", stream: said.stream ?? "experiential", quarantined: said.quarantined ?? false },
    embedding: new Uint8Array(),
  };
}
