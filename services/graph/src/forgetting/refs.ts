import { factText, kindOf } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { united } from "../memory/withholding.ts";
import type { DocumentMatch } from "../store/forget-documents-match.ts";
import type { Match } from "../store/forget-match.ts";
import type { Redaction } from "../store/withheld.ts";
import type { Along } from "./forgetting.ts";
import type { Reason } from "./plan.ts";

/** So many are named; the answer's count is that of all. */
export const maxRefs = 10_000;
const longestLabel = 200;

/** Of a record that somebody named by its id, or that lies in what somebody named. */
export const byId = { extent: "whole", matchedBy: "id", score: 0, goesWith: "" } as const;

/** Each record that goes, once: what was asked for, what loses words, what goes along. */
export function refsOf(
  matched: readonly (Match | DocumentMatch)[],
  redactions: readonly Redaction[],
  along: readonly Along[],
  reasons: ReadonlyMap<string, Reason>,
): { readonly ref: graph.ForgottenRef; readonly scopeSet: string; readonly label: string }[] {
  const listed = new Set([...matched, ...redactions].map(({ foundAs }) => foundAs));
  const reasonOf = (id: string) => {
    const { by, score, goesWith } = reasons.get(id) ?? { by: "id", score: 0, goesWith: "" };
    return { matchedBy: by, score, goesWith };
  };
  const said = new Map<string, string>([
    ...matched.map((match) => [match.foundAs, labelOf(match)] as const),
    ...redactions.map((one) => [one.foundAs, wordsOf(one)] as const),
  ]);
  const passages = new Map([...matched, ...redactions].map(({ id, foundAs }) => [id, foundAs]));
  const ref = (id: string, extent: "whole" | "part") => ({ id, kind: kindOf(id) ?? "", label: "", extent, ...reasonOf(id) });
  return [
    ...matched.map((match) => ({ ref: ref(match.foundAs, "whole"), scopeSet: match.scopeSet, label: labelOf(match) })),
    ...redactions.map((one) => ({ ref: ref(one.foundAs, "part"), scopeSet: one.scopeSet, label: wordsOf(one) })),
    ...along.flatMap(({ record, goesWith: id }) => {
      if (listed.has(record.foundAs)) return [];
      const goesWith = passages.get(id) ?? id;
      const because = said.get(goesWith);
      // What goes along need not say what was asked for: that is told by what takes it along.
      const label = because === undefined ? labelOf(record) : short(`${labelOf(record)} (with \u201C${because}\u201D)`);
      return [
        { ref: { ...ref(record.foundAs, "whole"), matchedBy: "along", score: 0, goesWith }, scopeSet: record.scopeSet, label },
      ];
    }),
  ];
}

function labelOf(match: Match | DocumentMatch): string {
  if (match.kind === "fact" || (match.kind === "statement" && match.key !== ""))
    return short(factText(match.name, match.key, match.value));
  return short(match.kind === "entity" ? `${match.type}/${match.name}` : match.text);
}

/** The words that a passage loses. */
function wordsOf({ text, spans }: Redaction): string {
  return short(
    united(spans)
      .map(({ start, end }) => text.slice(start, end))
      .join(" \u2026 "),
  );
}

function short(label: string): string {
  return label.length > longestLabel ? `${label.slice(0, longestLabel)}\u2026` : label;
}
