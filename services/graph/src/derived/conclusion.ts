import { invalidField, memoryCategories, type MemoryCategory } from "@loci/kernel";
import type { graph } from "@loci/protos";
import type { Name } from "../memory/model.ts";
import { atMost, oneOf, text } from "../rpc/checks.ts";
import { key as checkKey, name as checkName, vector } from "../rpc/proposals.ts";

/** A fact that follows from others, as it was proposed. */
export interface Conclusion {
  /** Undefined for the group's own entity. */
  readonly subject: Name | undefined;
  readonly key: string;
  readonly value: string;
  readonly target: Name | undefined;
  readonly evidence: readonly string[];
  readonly rationale: string;
  readonly embedding: Uint8Array;
  /** "" for that of most of its evidence. */
  readonly category: MemoryCategory | "";
}

export function readConclusions(at: string, given: readonly graph.DerivedFact[]): Conclusion[] {
  atMost(at, given, 500);
  return given.map((fact, i) => {
    const where = `${at}/${i}`;
    const target = fact.target === null ? undefined : checkName(`${where}/target`, fact.target);
    const value = target?.name ?? text(`${where}/value`, fact.value, 8_192).trim();
    if (value === "") throw invalidField(`${where}/value`, "must not be empty");
    atMost(`${where}/evidence`, fact.evidence, 500);
    return {
      subject: fact.subject === null || fact.subject.name === "" ? undefined : checkName(`${where}/subject`, fact.subject),
      key: checkKey(`${where}/key`, fact.key),
      ...{ value, target },
      evidence: [...new Set(fact.evidence.map((id, j) => text(`${where}/evidence/${j}`, id, 256)))],
      rationale: text(`${where}/rationale`, fact.rationale, 2_000),
      embedding: vector(where, fact.embedding),
      category: oneOf(`${where}/memoryCategory`, fact.memoryCategory, ["", ...memoryCategories]),
    };
  });
}
