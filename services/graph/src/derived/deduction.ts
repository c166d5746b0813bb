import { memoryCategories, type MemoryCategory } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { conclude, type Concluded } from "../memory/conclusions.ts";
import type { Draft } from "../memory/draft.ts";
import { initialImportance, type Fact, type Name, type Statement } from "../memory/model.ts";
import type { Gathered, Surroundings } from "../memory/proposal.ts";
import { normaliseValue } from "../memory/values.ts";
import { keyClass } from "../memory/vocabulary.ts";
import type { Conclusion } from "./conclusion.ts";

/** Below the floor: what is only concluded never takes the place of anything that was said. */
const confidence = 0.5;

/** A conclusion with the facts that it follows from. */
export interface Founded extends Conclusion {
  readonly subject: Name;
  readonly facts: readonly Fact[];
}

/** Conclusions as they are drawn one after the other; each meets what stands and what those before it came to. */
export class Deduction {
  readonly draft: Draft;
  /** Facts that only gained proof. */
  readonly proven: string[] = [];
  private readonly gathered: Gathered;
  private readonly said: readonly Fact[];
  private concluded: readonly Concluded[];
  private readonly around: Surroundings;

  constructor(
    draft: Draft,
    gathered: Gathered,
    standing: { readonly said: readonly Fact[]; readonly concluded: readonly Concluded[] },
    around: Surroundings,
  ) {
    this.draft = draft;
    this.gathered = gathered;
    this.said = standing.said;
    this.concluded = standing.concluded;
    this.around = around;
  }

  /** What the conclusion comes to; undefined where it comes to nothing. */
  add(one: Founded, scopeSet: string): Omit<graph.DerivedOutcome, "committed"> | undefined {
    const newest = one.facts.map((fact) => fact.knownAt).reduce((a, b) => (a > b ? a : b));
    const category = one.category === "" ? commonest(one.facts) : one.category;
    const value = {
      ...{ value: one.value, valueNorm: normaliseValue(one.value), targetType: one.target?.typeNorm ?? "", targetEntityId: "" },
    };
    const isAbout = (fact: Fact, entityId: string) => fact.entityId === entityId && fact.key === one.key;
    const known = this.draft.find(one.subject, scopeSet)?.id ?? "";
    const rivals = this.concluded.filter(({ fact }) => isAbout(fact, known));
    const said = this.said.filter((fact) => isAbout(fact, known));
    const step = conclude(value, newest, said, rivals, keyClass(this.gathered.vocabulary, one.key));
    if (step.kind === "nothing") return undefined;
    const mention = { proposal: 0, scopeSet, category, knownAt: newest, embedding: new Uint8Array() };
    const entity = this.draft.entity({ ...mention, name: one.subject });
    const target = one.target && this.draft.entity({ ...mention, name: one.target });
    const evidence = one.facts.map((fact) => fact.id);
    const before = step.kind === "create" ? undefined : step.of;
    const labels = [...new Set(one.facts.flatMap((fact) => fact.labels))].sort();
    const fact: Fact =
      step.kind === "update"
        ? step.of.fact
        : {
            id: this.around.ids(target === undefined ? "attribute" : "relation"),
            ...{
              entityId: entity.id,
              key: one.key,
              stream: "experiential",
              scopeSet,
              ...value,
              targetEntityId: target?.id ?? "",
            },
            ...{ category, confidence, importance: initialImportance(category), labels, knownAt: newest, knownUntil: "" },
            ...{ validFrom: "", validUntil: "", validPrecision: "", closedValidUntil: "", recordedAt: this.around.now },
            ...{
              recordedUntil: "",
              supersedes: before?.fact.id ?? "",
              supersededBy: "",
              mergedInto: "",
              quarantined: false,
              mistaken: false,
            },
            ...{ expiredAt: "", derived: true },
          };
    const proofs = new Set([...(step.kind === "update" ? step.of.evidence : []), ...evidence]);
    const isProof = step.kind !== "update" || proofs.size > step.of.evidence.length;
    if (isProof) this.state(fact, one, evidence, newest);
    if (step.kind === "update") this.proven.push(...(isProof ? [fact.id] : []));
    else this.draft.newFacts.push(fact);
    if (step.kind !== "update") this.draft.embed(fact.id, one.embedding);
    if (step.kind === "supersede") {
      const ended = { knownUntil: newest, recordedUntil: this.around.now, supersededBy: fact.id };
      this.draft.changedFacts.push({ ...step.of.fact, ...ended });
    }
    if (isProof) this.record(step.kind, step.kind === "supersede" ? step.of.fact.id : fact.id, fact.id, evidence);
    const others = this.concluded.filter((other) => other !== before);
    const proven = { fact, evidence: [...proofs], newest: before && before.newest > newest ? before.newest : newest };
    this.concluded = [...others, proven];
    return {
      ...{ entity: `${entity.type}/${entity.name}`, entityId: entity.id, key: one.key, value: one.value },
      ...{ target: target === undefined ? "" : `${target.type}/${target.name}`, kind: step.kind, recordId: fact.id },
      ...{ proofCount: proofs.size, rationale: one.rationale },
    };
  }

  private state(fact: Fact, one: Founded, evidence: readonly string[], knownAt: string): void {
    const { value, valueNorm, targetType, targetEntityId, entityId, key, stream, scopeSet, category, labels } = fact;
    const statement: Statement = {
      ...{ id: this.around.ids("provenance"), factId: fact.id, value, valueNorm, targetType, targetEntityId },
      source: { kind: "derived", turnId: "", sessionId: "", seq: -1, spanStart: -1, spanEnd: -1 },
      ...{ negated: false, changed: false, category, confidence, labels, knownAt },
      ...{ validFrom: "", validUntil: "", validPrecision: "", conclusion: { evidence, rationale: one.rationale } },
    };
    this.draft.statements.push({ ...statement, entityId, key, stream, scopeSet, quarantined: false });
  }

  private record(kind: "create" | "update" | "supersede", recordId: string, by: string, facts: readonly string[]): void {
    const evidence = kind === "supersede" ? { facts, by } : { facts };
    this.draft.decide({ proposal: 0, kind, rule: "derived", recordId, turnId: "", evidence });
    if (kind === "supersede") {
      this.draft.decide({ proposal: 0, kind: "create", rule: "derived", recordId: by, turnId: "", evidence: { facts } });
    }
  }
}

/** The category that most of these facts have; of several the one that lasts longest. */
function commonest(facts: readonly Fact[]): MemoryCategory {
  const count = (category: MemoryCategory) => facts.filter((fact) => fact.category === category).length;
  return memoryCategories.reduce((best, category) => (count(category) > count(best) ? category : best));
}
