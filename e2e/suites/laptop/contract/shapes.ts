/**
 * The types that answers of the end-user API have (contract: wire shapes), as a table: field → type; a `?` ends the name of a field
 * that may be missing. A type is text, int, number, boolean, time, any, another row, a list `[]` or `map` of one, or `null`, by `|`.
 */
export type Fields = Readonly<Record<string, string>>;

/** The closed sets of words. */
export const words = {
  DecisionKind: ["create", "update", "supersede"],
  DocumentStatus: ["queued", "extracting", "chunking", "extracting_nodes", "embedding", "keywording", "ready", "failed"],
  GraphEdgeKind: ["knowledge_has_keyword", "section_match", "document_link", "document_summary", "hybrid_graph"],
  InferMode: ["full", "triples", "preview", "none"],
  InjectionKind: [
    ...["instruction_override", "role_override", "tool_override"],
    ...["system_prompt_leak", "prompt_template_injection", "base64_instruction"],
  ],
  MemoryCategory: ["identity", "knowledge", "context"],
  QueryKind: ["direct_lookup", "hybrid", "full_context"],
  ResultKind: ["attribute", "entity", "chunk", "memory_chunk", "section"],
  Tier: ["direct", "cache", "hybrid", "full_context"],
  TraceKind: ["decision", "retrieval", "response"],
  TurnRole: ["user", "assistant", "system", "tool"],
  Verb: ["memory:read", "memory:write", "memory:forget", "scope:read", "scope:create", "scope:delete", "grant:manage"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const fact = {
  ...{ createdAt: "time", id: "text", memoryCategory: "MemoryCategory" },
  ...{ "source?": "SourceRef|null", "validFrom?": "time|null", "validUntil?": "time|null" },
};
const keyword = { id: "text", normalised: "text", text: "text" };
const page = { page: "int", pageSize: "int", total: "int" };

export const shapes = {
  AttributeDetail: {
    ...{ ...fact, entity: "text", importance: "number", key: "text", value: "text" },
    ...{ "supersededBy?": "text|null", "supersedes?": "text|null" },
  },
  AttributeSummary: { entityId: "text", id: "text", key: "text", memoryCategory: "MemoryCategory", value: "text" },
  AuditResponse: { rows: "AuditRow[]" },
  AuditRow: {
    ...{ cost: "number", createdAt: "time", kind: "TraceKind", latencyMs: "int", "model?": "text|null" },
    ...{ "principal?": "text|null", rowsTouched: "int", traceId: "text" },
  },
  CategoryState: { attributes: "AttributeDetail[]", entities: "EntityDetail[]", relations: "RelationDetail[]" },
  ChatResponse: {
    ...{ memoryUpdates: "ExtractionResult", reply: "text", sessionId: "text", traceId: "text" },
    citations: "Citation[]",
  },
  Chunk: {
    ...{ charEnd: "int", charStart: "int", document: "text", id: "text", position: "int" },
    ...{ "section?": "text|null", text: "text", "tokenCount?": "int|null" },
  },
  ChunkPage: { chunks: "Chunk[]", ...page },
  Citation: {
    ...{ id: "text", kind: "text", snippet: "text", score: "number", "occurredAt?": "time|null", "role?": "TurnRole|null" },
    ...{ "documentTitle?": "text", "positionPercent?": "number" },
  },
  ConsolidateOutcome: {
    ...{ entityName: "text", key: "text", kind: "DecisionKind", "observationId?": "text|null", proofCount: "int" },
    ...{ "rationale?": "text|null", value: "text" },
  },
  ConsolidateResponse: {
    ...{ created: "int", dryRun: "boolean", outcomes: "ConsolidateOutcome[]", superseded: "int", traceId: "text" },
    updated: "int",
  },
  ContextQueryResponse: { context: "text", queryMs: "int", tier: "Tier" },
  ContradictionFinding: { entity: "text", key: "text", values: "text[]" },
  ContradictionStats: { contradictionRate: "number", contradictions: "int", reconciliations: "int" },
  CorrectionSummary: { entityId: "text", key: "text", newValue: "text", oldValue: "text" },
  Document: {
    ...{ contentHash: "text", createdAt: "time", "error?": "text|null", id: "text", mimeType: "text" },
    ...{ "processingCompletedAt?": "time|null", "processingStartedAt?": "time|null", sizeBytes: "int", source: "text" },
    ...{ status: "DocumentStatus", title: "text", updatedAt: "time", version: "int" },
  },
  DocumentKeyword: { ...keyword, score: "number" },
  DocumentKeywordsResponse: { keywords: "DocumentKeyword[]" },
  DocumentPage: { documents: "Document[]", ...page },
  DuplicateFinding: { entityA: "text", entityB: "text", similarity: "number" },
  EffectiveGrants: { "asOf?": "time|null", path: "text", verbs: "Verb[]" },
  ElaborateOutcome: {
    ...{ dryRun: "boolean", entityName: "text", entityType: "text", proposedRelations: "ElaborateProposedRelation[]" },
    ...{ relationsEmitted: "int", traceId: "text" },
  },
  ElaborateProposedRelation: { label: "text", object: "text", subject: "text" },
  ElaborateResponse: { outcomes: "ElaborateOutcome[]", relationsEmitted: "int" },
  EntityDetail: {
    ...{ createdAt: "time", entityType: "text", id: "text", importance: "number", memoryCategory: "MemoryCategory" },
    ...{ name: "text", updatedAt: "time" },
  },
  EntityHistoryResponse: { history: "AttributeDetail[]" },
  EntityListResponse: { entities: "EntityDetail[]" },
  EntityResponse: { attributes: "AttributeDetail[]", entity: "EntityDetail", relations: "RelationDetail[]" },
  EntitySummary: { entityType: "text", id: "text", isNew: "boolean", memoryCategory: "MemoryCategory", name: "text" },
  ExtractionResult: {
    ...{ attributes: "AttributeSummary[]", corrections: "CorrectionSummary[]", entities: "EntitySummary[]" },
    ...{ instructions: "InstructionSummary[]", relations: "RelationSummary[]", turnId: "text" },
    uncertainties: "UncertaintySummary[]",
  },
  FactsBatchResponse: { extractions: "ExtractionResult[]", sessionId: "text", turnIds: "text[]" },
  FactsResponse: {
    ...{ "chunkId?": "text", "extraction?": "ExtractionResult|null", mode: "InferMode", "preview?": "boolean" },
    ...{ sessionId: "text", "turnId?": "text" },
  },
  ForgetResponse: { deleted: "int" },
  ForgetScopeResponse: { forgotten: "int" },
  FsckReport: {
    ...{ contradictions: "ContradictionFinding[]", duplicates: "DuplicateFinding[]", injection: "InjectionFinding[]" },
    ...{ total: "int", unscopedContent: "UnscopedContentFinding[]" },
  },
  GraphEvidence: { edgeKind: "GraphEdgeKind", neighbourLabel: "text", weight: "number" },
  InjectionFinding: { kind: "InjectionKind", rowId: "text", snippet: "text" },
  InspectedAttribute: { "current?": "AttributeDetail|null", history: "AttributeDetail[]", kind: "text" },
  InspectedEntity: { attributes: "AttributeDetail[]", entity: "EntityDetail", kind: "text", relations: "RelationDetail[]" },
  InspectedRelation: { kind: "text", matches: "RelationDetail[]" },
  InspectedTrace: { kind: "text", trace: "TraceRecord" },
  InstructionSummary: { description: "text", id: "text", label: "text" },
  KeyDetail: {
    ...{ createdAt: "time", "grants?": "map text[]|null", id: "text", "lastUsedAt?": "time|null", name: "text" },
    "validUntil?": "time|null",
  },
  Keyword: { ...keyword, documentCount: "int" },
  KeywordDetail: { ...keyword, documentCount: "int", documents: "KeywordDocument[]" },
  KeywordDocument: { id: "text", score: "number", title: "text" },
  KeywordPage: { keywords: "Keyword[]", ...page },
  KeywordSearchHit: { ...keyword, documentCount: "int", score: "number" },
  KeywordSearchResponse: { queryMs: "int", results: "KeywordSearchHit[]" },
  LifecycleResponse: { affected: "int" },
  MemoryHit: { id: "text", score: "number", source: "ResultKind", text: "text", "occurredAt?": "time" },
  MintedKey: { id: "text", key: "text", "validUntil?": "time|null" },
  Principal: { displayName: "text", grants: "map text[]", id: "text", kind: "text" },
  Problem: {
    ...{ type: "text", title: "text", status: "int", detail: "text", instance: "text", traceId: "text" },
    "errors?": "ProblemField[]",
  },
  ProblemField: { pointer: "text", detail: "text" },
  ProfileEntry: { key: "text", value: "text" },
  ProfileResponse: {
    ...{ dynamic: "ProfileEntry[]", instructions: "InstructionSummary[]", preferences: "ProfileEntry[]" },
    static: "ProfileEntry[]",
  },
  QueryHit: {
    ...{ chunk: "QueryHitChunk", document: "QueryHitDocument", "graphEvidence?": "GraphEvidence[]|null" },
    ...{ "graphExpansion?": "any", score: "number" },
  },
  QueryHitChunk: {
    ...{ charEnd: "int", charStart: "int", document: "text", id: "text", position: "int" },
    ...{ "section?": "text|null", text: "text" },
  },
  QueryHitDocument: { id: "text", source: "text", title: "text" },
  QueryMemoryResponse: {
    ...{ classificationKind: "QueryKind", hits: "MemoryHit[]", "contextHits?": "MemoryHit[]", queryMs: "int" },
    ...{ seedEntities: "text[]", tier: "Tier", trace: "QueryTrace" },
  },
  QueryResponse: { queryMs: "int", results: "QueryHit[]" },
  QueryTrace: {
    ...{ latencyMs: "int", resolutionTier: "Tier", retrievedCount: "int", tierReason: "text", topScores: "number[]" },
    traceId: "text",
  },
  RecomputeLinksResponse: { linksEmitted: "int" },
  ReflectResponse: { evidence: "text[]", persistedAttributes: "AttributeSummary[]", reflection: "text", traceId: "text" },
  RelationDetail: { ...fact, label: "text", object: "text", subject: "text" },
  RelationSummary: { label: "text", memoryCategory: "MemoryCategory", object: "text", subject: "text" },
  ResponseTraceSummary: {
    ...{ cached: "boolean", createdAt: "time", id: "text", latencyMs: "int", responseText: "text" },
    ...{ "reusedFrom?": "text|null", "sessionId?": "text|null", source: "text", userMessage: "text" },
  },
  RetrievalStats: { avgCandidateSet: "number", maxCandidateSet: "int", traces: "int" },
  RetrievalTraceSummary: {
    ...{ createdAt: "time", id: "text", latencyMs: "int", mode: "text", retrievedIds: "text[]", returned: "ReturnedRef[]" },
    ...{ scores: "number[]", tierEntered: "int", tierReason: "text" },
  },
  ReturnedRef: {
    ...{ id: "text", "label?": "text|null", "rank?": "int|null", "ref?": "text|null", "score?": "number|null" },
    table: "text",
  },
  ScopeNode: { createdAt: "time", path: "text", "tombstonedAt?": "time|null" },
  SessionContextResponse: { context: "text" },
  SessionResponse: { createdAt: "time", id: "text", sessionId: "text", scopes: "text[][]" },
  SourceKindCount: { count: "int", kind: "text" },
  SourceRef: { kind: "text", "ref?": "text|null", "sessionId?": "text|null" },
  StateResponse: {
    ...{ context: "CategoryState", identity: "CategoryState", instructions: "InstructionSummary[]", knowledge: "CategoryState" },
    unknowns: "UncertaintySummary[]",
  },
  SupersessionStats: { churnPerEntity: "number", entitiesChurned: "int", supersessionEvents: "int" },
  TierCounts: { direct: "int", fullContext: "int", hybrid: "int" },
  TraceListResponse: { traces: "TraceRecord[]" },
  TraceRecord: {
    ...{ cached: "boolean", createdAt: "time", id: "text", latencyMs: "int", "parent?": "ResponseTraceSummary|null" },
    ...{ queryText: "text", resolutionTier: "text", "retrievals?": "RetrievalTraceSummary[]|null", tierReason: "text" },
  },
  TraceStatsResponse: {
    ...{ avgLatencyMs: "number", cacheHitRate: "number", cacheHits: "int", contradiction: "ContradictionStats" },
    ...{ responseTracesCached: "int", responseTracesTotal: "int", retrieval: "RetrievalStats" },
    ...{ sourceKindDistribution: "SourceKindCount[]", supersession: "SupersessionStats", tierCounts: "TierCounts" },
    ...{ totalQueries: "int", windowHours: "int" },
  },
  TurnListResponse: { turns: "TurnResponse[]" },
  TurnResponse: { content: "text", createdAt: "time", id: "text", role: "TurnRole", seq: "int", session: "text", turnId: "text" },
  UncertaintySummary: { about: "text", reason: "text" },
  UnscopedContentFinding: { count: "int", sampleIds: "text[]", table: "text" },
  UploadResponse: { contentHash: "text", deduplicated: "boolean", id: "text", status: "DocumentStatus" },
  Whoami: {
    ...{ "delegatedPrincipalId?": "text|null", displayName: "text", effectiveGrants: "map text[]", grants: "map text[]" },
    ...{ kind: "text", principalId: "text", "tokenGrants?": "map text[]|null" },
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type ShapeName = keyof typeof shapes;
