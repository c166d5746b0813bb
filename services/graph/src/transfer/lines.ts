/**
 * What an export holds: one type of line for each table, in the order in which they are written and read back. A line has the table's
 * columns in camelCase, whatever they are at the time: `schema.ts` derives what is valid from the table itself.
 *
 * - text, boolean, integer, real: as in JSON; a bigint is a text of digits, bytes are base64, a list of texts is a list
 * - a time is RFC 3339 in UTC with microseconds; null where it is not known
 * - ids and all three times are the record's own, and stay: an import is no new write
 */
export interface LineType {
  /** The line's `type`. */
  readonly type: string;
  readonly table: string;
  /** The columns after ctx that put the rows in order, each row at its own place. */
  readonly order: readonly string[];
  /** Columns that are not written, and why. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Columns that hold a vector: of no use under another embedding. */
  readonly vectors?: readonly string[];
  /** Columns that name another record, "" for none, with the type and column that they name. */
  readonly references?: Readonly<Record<string, readonly [type: string, column: string]>>;
}

const scopeSet = { scope_set: ["scopeSet", "key"] } as const;

export const lineTypes: readonly LineType[] = [
  { type: "scopeSet", table: "scope_set", order: ["ord"] },
  { type: "session", table: "session", order: ["id"], references: scopeSet },
  { type: "turn", table: "turn", order: ["id"], references: { ...scopeSet, session_id: ["session", "id"] } },
  { type: "document", table: "document", order: ["id"], vectors: ["summary"], references: scopeSet },
  { type: "section", table: "section", order: ["id"], references: { ...scopeSet, document_id: ["document", "id"] } },
  { type: "chunk", table: "chunk", order: ["id"], references: { ...scopeSet, document_id: ["document", "id"] } },
  { type: "chunkBand", table: "chunk_band", order: ["scope_set", "band", "chunk_id"], references: { chunk_id: ["chunk", "id"] } },
  { type: "keyword", table: "keyword", order: ["id"], vectors: ["embedding"], references: scopeSet },
  {
    type: "documentKeyword",
    table: "document_keyword",
    order: ["document_id", "keyword_id"],
    references: { document_id: ["document", "id"], keyword_id: ["keyword", "id"] },
  },
  {
    type: "documentLink",
    table: "document_link",
    order: ["from_document", "to_document", "kind"],
    references: { from_document: ["document", "id"], to_document: ["document", "id"] },
  },
  { type: "entity", table: "entity", order: ["id"], references: scopeSet },
  { type: "alias", table: "entity_alias", order: ["entity_id", "name_norm"], references: { entity_id: ["entity", "id"] } },
  {
    type: "merge",
    table: "entity_merge",
    order: ["id", "merged_id"],
    references: { kept_id: ["entity", "id"], merged_id: ["entity", "id"] },
  },
  { type: "instruction", table: "instruction", order: ["id"], references: scopeSet },
  { type: "fact", table: "fact", order: ["id"], references: { ...scopeSet, entity_id: ["entity", "id"] } },
  {
    type: "factVersion",
    table: "fact_version",
    order: ["position"],
    leftOut: { position: "the order of the lines" },
    references: { id: ["fact", "id"] },
  },
  { type: "statement", table: "provenance", order: ["id"], references: { ...scopeSet, entity_id: ["entity", "id"] } },
  { type: "uncertainty", table: "uncertainty", order: ["id"], references: { ...scopeSet, entity_id: ["entity", "id"] } },
  {
    type: "candidate",
    table: "uncertainty_candidate",
    order: ["uncertainty_id", "fact_id"],
    references: { uncertainty_id: ["uncertainty", "id"], fact_id: ["fact", "id"] },
  },
  { type: "decision", table: "decision", order: ["id"] },
  { type: "vocabulary", table: "vocabulary", order: ["version"] },
  { type: "derivation", table: "derivation", order: ["entity_id", "purpose"], references: { entity_id: ["entity", "id"] } },
  { type: "withheld", table: "withheld", order: ["record_id", "span_start"] },
  { type: "forgottenText", table: "forgotten_text", order: ["scope_set", "hash"] },
  { type: "purged", table: "purged", order: ["id"], leftOut: { cause: "a trace of this deployment" } },
  { type: "receipt", table: "receipt", order: ["id"] },
  {
    type: "embedding",
    table: "embedding",
    order: ["record_id"],
    leftOut: { generation: "the vectors that serve are exported, and stored under the generation that serves there" },
    vectors: ["vector"],
  },
];

/** Tables of the schema that no line holds, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  feed: "made anew for every record that can be searched for",
  feed_head: "the positions of the feed of this deployment",
  deployment: "the deployment's, not the context's",
  operation: "answers to requests that were repeated here",
  rereading: "how far texts were read again here",
  erased_words: "fingerprints of what was erased here, kept for minutes",
  deed: "what was done here, until the audit has its row",
  reservation: "answers to requests that were repeated here, encrypted under their callers' secrets",
  returned: "what this deployment returned to its callers lately",
  pending_extraction: "made again from the turns whose extraction is pending",
  unfinished_document: "made again from the documents that are neither ready nor failed",
  unembedded: "made again where vectors are missing",
  import: "how far an import came here",
};

export const lineTypeNamed: ReadonlyMap<string, LineType> = new Map(lineTypes.map((one) => [one.type, one]));

/** The field of a column in camelCase; what is itself a type is the entity's, as the line has its own. */
export function fieldOf(column: string, line: LineType): string {
  return column === "type" ? `${line.type}Type` : column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
