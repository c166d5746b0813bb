/** Details in brackets behind a name: "Project Kestrel (owner: Amara, due 15 Sept 2026) depends on …". */
import { kindOf } from "./open-reader/names.ts";
import { detailsOf } from "./open-reader/details/detail.ts";
import { partsOf } from "./open-reader/details/parts.ts";
import type { LineFact } from "./open-reader/roster.ts";
import { explicit } from "./rule.ts";

const named =
  /(?<![\p{L}\p{N}])(?<name>\p{Lu}[\p{L}\p{N}'\u2019-]{1,30}(?: (?:\p{Lu}[\p{L}\p{N}'\u2019-]{0,30}|#?\d{1,6})){0,4}) \((?<pairs>[^()\n]{4,160})\)/gu;
/** A label before a colon, at least once: other brackets hold asides, ages and short names. */
const pair = /(?:^|[,;] )\p{L}[\p{L} ]{1,24}: \S/u;
const maxFound = 20;

interface Bracketed {
  /** Of the brackets, with them. */
  readonly start: number;
  readonly end: number;
  readonly facts: readonly LineFact[];
}

/** What such brackets say of the name before them, each of whose parts has to be a detail. */
export function bracketedDetails(content: string): Bracketed[] {
  return [...content.matchAll(named)].slice(0, maxFound).flatMap(({ index, groups, 0: whole }) => {
    const { name = "", pairs = "" } = groups ?? {};
    const start = index + name.length + 1;
    if (!pair.test(pairs)) return [];
    const parts = partsOf(pairs, start + 1).map((part) => ({ ...part, details: detailsOf(part.text) }));
    if (parts.length === 0 || parts.some(({ details }) => details.length === 0)) return [];
    const isPerson = parts.some(({ details }) => details.some(({ personal }) => personal));
    const [head = ""] = name.split(" ");
    const type = isPerson ? "Person" : (kindOf(head.toLowerCase()) ?? "Thing");
    // "Project Kestrel" is spoken of as "Kestrel".
    const subject = { type, name: name.replace(/^Project (?=\p{L})/u, "") };
    const facts = parts.flatMap((part) =>
      part.details.map(({ key, value }): LineFact => ({
        subject,
        key,
        value,
        confidence: explicit,
        start: part.start,
        end: part.end,
      })),
    );
    return [{ start, end: index + whole.length, facts }];
  });
}

/** The text with blanks in their place: what stands around them is one clause. Every place stays. */
export function withoutBrackets(text: string): string {
  let plain = text;
  for (const { start, end } of bracketedDetails(text)) plain = plain.slice(0, start) + " ".repeat(end - start) + plain.slice(end);
  return plain;
}
