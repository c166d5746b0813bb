/** What a field of a line may hold beside its column's type: what those who write it through a service are held to. */
import { memoryCategories, turnRoles } from "@loci/kernel";

/** Characters of a text; of the columns that are not named, of any. */
const longest: Readonly<Record<string, number>> = {
  "alias.name": 512,
  "alias.reason": 2_000,
  "chunk.text": 16_000,
  "document.filename": 1_024,
  "document.original_key": 2_048,
  "document.source": 2_048,
  "document.title": 1_024,
  "entity.name": 512,
  "entity.type": 128,
  "fact.key": 128,
  "fact.value": 8_192,
  "factVersion.key": 128,
  "factVersion.value": 8_192,
  "forgottenText.hash": 64,
  "instruction.description": 8_192,
  "instruction.label": 128,
  "keyword.normalised": 512,
  "keyword.text": 512,
  "scopeSet.key": 64,
  "section.heading": 2_048,
  "statement.key": 128,
  "statement.value": 8_192,
  "turn.speaker": 512,
};
const longestId = 256;
export const longestText = 100_000;

const allowed: Readonly<Record<string, readonly string[]>> = {
  "entity.memory_category": memoryCategories,
  "fact.memory_category": memoryCategories,
  "factVersion.memory_category": memoryCategories,
  "statement.memory_category": memoryCategories,
  "turn.role": turnRoles,
};

/** The spans of a turn that are echoes, as "start-end", in order. */
const patterns: Readonly<Record<string, RegExp>> = {
  "turn.echoes": /^(?:\d{1,6}-\d{1,6}(?: \d{1,6}-\d{1,6})*)?$/,
};

/** -1 stands for none. */
const mayBeNone = new Set(["statement.seq", "statement.span_start", "statement.span_end"]);

/** Columns of whole numbers that are a place in a text. */
const places = new Set(["statement.span_start", "statement.span_end", "withheld.span_start"]);

/** Shares. An importance may grow beyond its beginning. */
const most: Readonly<Record<string, number>> = {
  "fact.confidence": 1,
  "factVersion.confidence": 1,
  "statement.confidence": 1,
  "documentLink.weight": 1,
};

export function textProblem(type: string, column: string, text: string): string | undefined {
  const place = `${type}.${column}`;
  const isId = column === "id" || column.endsWith("_id") || column === "scope_set";
  const limit = longest[place] ?? (isId ? longestId : longestText);
  if (text.length > limit) return `must have at most ${limit} characters`;
  const among = allowed[place];
  if (among !== undefined && !among.includes(text)) return `must be one of ${among.join(", ")}`;
  return patterns[place]?.test(text) === false ? "is not as it is written" : undefined;
}

export function numberProblem(type: string, column: string, value: number): string | undefined {
  const place = `${type}.${column}`;
  const least = mayBeNone.has(place) ? -1 : 0;
  if (value < least) return `must be at least ${least}`;
  const limit = places.has(place) ? longestText : (most[place] ?? Number.MAX_SAFE_INTEGER);
  return value > limit ? `must be at most ${limit}` : undefined;
}
