import type { Schemas } from "@loci/client";

type Chunk = Schemas["Chunk"];

/** A section with its passages, as they follow each other. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly chunks: readonly Chunk[];
}

/** Passages, in their order, by the section that they stand in. */
export function sectionsOf(chunks: readonly Chunk[]): Section[] {
  const sections: { id: string; heading: string; chunks: Chunk[] }[] = [];
  for (const chunk of chunks) {
    const last = sections.at(-1);
    const id = chunk.sectionId ?? "";
    if (last !== undefined && last.id === id) last.chunks.push(chunk);
    else sections.push({ id, heading: chunk.section ?? "", chunks: [chunk] });
  }
  return sections;
}

/** A passage's text without the heading that it begins with, which stands above it already. */
export function withoutHeading(text: string, heading: string): string {
  return heading !== "" && text.startsWith(heading) ? text.slice(heading.length).trimStart() : text;
}

const common = new Set(
  "the and for how what who when where which why does did are was were has have had with from that this not can will".split(" "),
);

/** The words of a question that are worth marking in a passage. */
export function wordsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !common.has(word));
}
