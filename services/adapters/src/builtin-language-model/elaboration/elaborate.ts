import type { Elaboration, ElaborationRequest } from "@loci/ports/language-model";
import { edgeKey, edgesOf, identityOf, sameEntity, type Edge } from "./edges.ts";
import { compositions, inverses, labelOf } from "./labels.ts";
import { summaryOf } from "./summary.ts";

const maxEdges = 2_000;
const maxRelations = 50;

/** The relations of the entity that its facts imply by rules, none of which is there already, and its summary. */
export function elaborate({ entity, facts }: ElaborationRequest): Pick<Elaboration, "relations" | "summary"> {
  const edges = edgesOf(facts).slice(0, maxEdges);
  const known = new Set(edges.map(edgeKey));
  const implied = new Map<string, Edge>();
  for (const edge of [...inverted(edges), ...composed([...edges, ...inverted(edges)])]) {
    const key = edgeKey(edge);
    const concerns = sameEntity(edge.subject, entity) || sameEntity(edge.target, entity);
    if (concerns && !sameEntity(edge.subject, edge.target) && !known.has(key) && !implied.has(key)) implied.set(key, edge);
  }
  const relations = [...implied.values()].slice(0, maxRelations).map(({ subject, relation, target, sentence, evidence }) => ({
    subject,
    label: labelOf(relation, sentence),
    target,
    evidence,
  }));
  return { relations, summary: summaryOf(entity, facts) };
}

function inverted(edges: readonly Edge[]): Edge[] {
  return edges.flatMap((edge) => {
    const relation = inverses[edge.relation];
    return relation === undefined ? [] : [{ ...edge, subject: edge.target, relation, target: edge.subject }];
  });
}

function composed(edges: readonly Edge[]): Edge[] {
  const bySubject = Map.groupBy(edges, ({ subject }) => identityOf(subject));
  return edges.flatMap((first) =>
    (bySubject.get(identityOf(first.target)) ?? []).flatMap((second) => {
      const gives = compositions.find(([r, s]) => r === first.relation && s === second.relation)?.[2];
      const evidence = [...new Set([...first.evidence, ...second.evidence])].sort((a, b) => a - b);
      // A fact and its own inverse lead back to where they began.
      if (gives === undefined || evidence.length < 2) return [];
      return [{ subject: first.subject, relation: gives, target: second.target, sentence: first.sentence, evidence }];
    }),
  );
}
