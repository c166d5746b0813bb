import type { graph } from "@loci/protos";

type Part = Pick<graph.EndedPart, "spanStart" | "spanEnd" | "until">;

/** What may end a part: its mark stands before that. */
const closing = new Set(" \n\t.!?,;:");

/** A text in which each part that has ended says until when: "I work at Acme [until 2024-06-01]." */
export function withEnds(text: string, parts: readonly Part[]): string {
  const marks = new Map<number, string>();
  for (const { spanStart, spanEnd, until } of parts) {
    let at = Math.min(spanEnd, text.length);
    while (at > spanStart && closing.has(text.charAt(at - 1))) at--;
    if (at > 0 && until > (marks.get(at) ?? "")) marks.set(at, until);
  }
  let marked = "";
  let from = 0;
  for (const [at, until] of [...marks].sort(([a], [b]) => a - b)) {
    marked += `${text.slice(from, at)} [until ${until.slice(0, 10)}]`;
    from = at;
  }
  return marked + text.slice(from);
}
