/** The sources of an answer, as a list under it. */
import { shortened, type Terminal } from "./terminal.ts";
import { day } from "./times.ts";

export interface Citation {
  readonly marker: string;
  readonly kind: string;
  readonly snippet: string;
  readonly occurredAt?: string;
  readonly role?: string;
  readonly documentTitle?: string;
  readonly positionPercent?: number;
  readonly disputed?: boolean;
}

/** In the order of their markers: `[S1] snippet`, and below it where it stands. */
export function citationLines(citations: readonly Citation[], { style, columns }: Terminal): string[] {
  const number = ({ marker }: Citation) => Number(marker.slice(1));
  return citations
    .toSorted((a, b) => number(a) - number(b))
    .flatMap((citation) => {
      const head = `[${citation.marker}] `;
      const document = citation.documentTitle ? `${citation.documentTitle}, at ${citation.positionPercent ?? 0} %` : "";
      const role = citation.role === "assistant" ? "an earlier answer" : "";
      const disputed = citation.disputed ? "disputed" : "";
      const place = [citation.kind, document, role, day(citation.occurredAt), disputed].filter((part) => part !== "").join(" · ");
      const indent = " ".repeat(head.length);
      return [
        style.bold(head) + shortened(citation.snippet, columns - head.length),
        style.dim(indent + shortened(place, columns - head.length)),
      ];
    });
}
