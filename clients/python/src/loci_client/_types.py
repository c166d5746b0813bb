# Made by generate.py from clients/openapi.json.

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class Alias(TypedDict):
    entityId: str
    entity: str
    alias: str
    createdAt: str
    source: str


class AliasListResponse(TypedDict):
    aliases: list[Alias]


class AliasRequest(TypedDict):
    alias: str
    reason: NotRequired[str | None]


class AssignUncertaintyRequest(TypedDict):
    owner: str | None


BatchExtractionMode: TypeAlias = Literal['whole_conversation', 'per_message']


class CandidateSource(TypedDict):
    kind: str
    ref: str | None
    text: str
    role: str | None
    documentTitle: str | None
    knownAt: str
    principal: str | None


class ChatDeltaEvent(TypedDict):
    delta: str


class ChatTraceEvent(TypedDict):
    traceId: str
    sessionId: str


class Chunk(TypedDict):
    id: str
    document: str
    position: int
    section: str | None
    sectionId: str | None
    text: str
    charStart: int
    charEnd: int
    tokenCount: int
    page: int | None
    duplicateOf: str | None
    setAside: bool


class ChunkPage(TypedDict):
    chunks: list[Chunk]
    page: int
    pageSize: int
    total: int


class Citation(TypedDict):
    id: str
    kind: str
    snippet: str
    score: float
    marker: str
    occurredAt: NotRequired[str]
    role: NotRequired[str]
    documentId: NotRequired[str]
    documentTitle: NotRequired[str]
    positionPercent: NotRequired[float]
    disputed: NotRequired[bool]


class ConsolidateRequest(TypedDict):
    dryRun: NotRequired[bool | None]
    factLimit: NotRequired[int | None]
    observationLimit: NotRequired[int | None]


class ContextPolicy(TypedDict):
    allowSelfServiceKeys: NotRequired[bool]
    maxTokenTtlSeconds: NotRequired[int]
    delegation: NotRequired[Literal['any', 'listed']]
    delegationTargets: NotRequired[list[str]]


class ContextPolicyRequest(TypedDict):
    allowSelfServiceKeys: NotRequired[bool | None]
    maxTokenTtlSeconds: NotRequired[int | None]
    delegation: NotRequired[Literal['any', 'listed'] | None]
    delegationTargets: NotRequired[list[str] | None]


class ContextRequest(TypedDict):
    id: NotRequired[str | None]
    displayName: NotRequired[str | None]
    config: NotRequired[dict[str, Any] | None]
    policy: NotRequired[ContextPolicyRequest | None]
    adminExternalId: NotRequired[str | None]
    owner: NotRequired[str | None]


class Index(TypedDict):
    available: bool
    behind: int
    behindSince: str | None
    degraded: list[str]


class ContextState(TypedDict):
    records: dict[str, int]
    health: dict[str, int]
    index: Index


class ContradictionFinding(TypedDict):
    entity: str
    key: str
    values: list[str]
    uncertaintyId: str


class ContradictionStats(TypedDict):
    contradictionRate: float
    contradictions: int
    reconciliations: int


class CorrectionRequest(TypedDict):
    key: str
    value: str
    old: NotRequired[str | None]
    reason: str
    memoryCategory: NotRequired[Literal['identity', 'knowledge', 'context'] | None]


class CorrectionSummary(TypedDict):
    entityId: str
    key: str
    oldValue: str
    newValue: str


class DecayResult(TypedDict):
    state: Literal['done']
    affected: int


class Decision(TypedDict):
    id: str
    kind: str
    rule: str
    recordId: str
    turnId: str | None
    evidence: Any
    traceId: str
    principal: str
    delegatedPrincipal: str | None
    createdAt: str


DecisionKind: TypeAlias = Literal['create', 'update', 'supersede']


class DecisionSummary(TypedDict):
    id: str
    kind: DecisionKind
    rule: str
    recordId: str


class DocumentKeyword(TypedDict):
    id: str
    normalised: str
    text: str
    score: float


class DocumentKeywordsResponse(TypedDict):
    keywords: list[DocumentKeyword]


DocumentStatus: TypeAlias = Literal['queued', 'extracting', 'chunking', 'extracting_nodes', 'embedding', 'keywording', 'ready', 'failed']


class DuplicateFinding(TypedDict):
    entityA: str
    entityB: str
    similarity: float


class EffectiveGrants(TypedDict):
    path: str
    verbs: list[str]
    asOf: str | None


class ElaborateProposedRelation(TypedDict):
    subject: str
    label: str
    object: str


class ElaborateRequest(TypedDict):
    dryRun: NotRequired[bool | None]
    entityRef: NotRequired[str | None]
    sweep: NotRequired[bool | None]
    budget: NotRequired[int | None]


class ErasureReceipt(TypedDict):
    id: str
    createdAt: str
    principal: str
    erased: dict[str, int]
    hash: str
    stillHeld: list[str]
    covers: str
    follows: list[str]


class ForgottenRef(TypedDict):
    id: str
    kind: str
    label: str


class FsckRequest(TypedDict):
    check: NotRequired[Literal['contradictions', 'duplicates', 'injection', 'unscoped', 'index', 'all'] | None]
    duplicateThreshold: NotRequired[float | None]
    maxResults: NotRequired[int | None]
    repair: NotRequired[bool | None]


class GraphEvidence(TypedDict):
    edgeKind: str
    neighbourLabel: str
    weight: float


class Health(TypedDict):
    status: Literal['ok']


class ImportResponse(TypedDict):
    fromContextId: str
    imported: dict[str, int]
    skipped: dict[str, int]
    dangling: dict[str, int]
    danglingIds: list[str]
    unembedded: int


class IndexFindings(TypedDict):
    missing: list[str]
    orphaned: list[str]
    missingCount: int
    orphanedCount: int
    repaired: int


InferMode: TypeAlias = Literal['full', 'triples', 'preview', 'none']


class InjectionFinding(TypedDict):
    kind: str
    rowId: str
    snippet: str


class InspectResponse9(TypedDict):
    kind: Literal['health']
    records: dict[str, int]
    health: dict[str, int]
    revision: int


class InstructionSummary(TypedDict):
    id: str
    label: str
    description: str


KeyClass: TypeAlias = Literal['multi', 'changing', 'stable']


KeyState: TypeAlias = Literal['active', 'expired', 'revoked']


class Keyword(TypedDict):
    id: str
    normalised: str
    text: str
    documentCount: int
    score: float


class KeywordDocument(TypedDict):
    id: str
    title: str
    score: float


class KeywordPage(TypedDict):
    keywords: list[Keyword]
    page: int
    pageSize: int
    total: int


class KeywordSearchHit(TypedDict):
    id: str
    normalised: str
    text: str
    documentCount: int
    score: float


class KeywordSearchRequest(TypedDict):
    query: str
    k: NotRequired[int | None]
    threshold: NotRequired[float | None]


class KeywordSearchResponse(TypedDict):
    results: list[KeywordSearchHit]
    queryMs: int


class LegPart(TypedDict):
    leg: str
    rank: int
    score: float
    contribution: float


class LifecycleResponse(TypedDict):
    affected: int


MemoryCategory: TypeAlias = Literal['identity', 'knowledge', 'context']


class Disagreement(TypedDict):
    uncertaintyIds: list[str]


MemoryQueryMode: TypeAlias = Literal['hybrid', 'vector', 'bm25', 'graph']


class Merge(TypedDict):
    id: str
    kept: str
    merged: str
    reason: str
    createdAt: str
    undoneAt: str | None
    principal: str


class MergeListResponse(TypedDict):
    merges: list[Merge]
    total: int


class MergeRequest(TypedDict):
    keep: str
    merge: str
    reason: str


class MintedKey(TypedDict):
    id: str
    name: str
    key: str
    validUntil: str | None


class MintedToken(TypedDict):
    id: str
    name: str
    key: str
    validUntil: str | None
    principalId: str


class NotPersisted(TypedDict):
    reason: str
    detail: str


class Error(TypedDict):
    pointer: str
    detail: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    traceId: str
    errors: NotRequired[list[Error]]


class ProfileEntry(TypedDict):
    key: str
    value: str
    factId: str
    entity: str
    disputed: bool


class ProfileResponse(TypedDict):
    static: list[ProfileEntry]
    dynamic: list[ProfileEntry]
    preferences: list[ProfileEntry]
    instructions: list[InstructionSummary]


class QueryHitChunk(TypedDict):
    id: str
    document: str
    position: int
    section: str | None
    text: str
    charStart: int
    charEnd: int
    positionPercent: float
    page: int | None


class QueryHitDocument(TypedDict):
    id: str
    source: str
    title: str


QueryKind: TypeAlias = Literal['direct_lookup', 'hybrid', 'full_context']


class Filter(TypedDict):
    documentIds: NotRequired[list[str] | None]
    mimeType: NotRequired[list[str] | None]


class QueueDepth(TypedDict):
    queued: int
    running: int
    failed: int


class Readiness(TypedDict):
    status: Literal['ready', 'unavailable']
    parts: dict[str, str]
    degraded: dict[str, str]


class RecomputeLinksResponse(TypedDict):
    linksEmitted: int


class ReindexResult(TypedDict):
    state: Literal['done']
    indexed: int
    position: int


class RelationSummary(TypedDict):
    id: str
    subject: str
    label: str
    object: str
    memoryCategory: MemoryCategory


class ResolveUncertaintyRequest(TypedDict):
    chosen: NotRequired[list[str] | None]
    value: NotRequired[str | None]
    reason: str


class ResponseTraceSummary(TypedDict):
    cached: bool
    createdAt: str
    id: str
    latencyMs: int
    responseText: str
    reusedFrom: str | None
    sessionId: str | None
    source: str
    userMessage: str


ResultKind: TypeAlias = Literal['entity', 'attribute', 'memory_chunk', 'chunk', 'section']


class RetrievalStats(TypedDict):
    avgCandidateSet: float
    maxCandidateSet: int
    traces: int
    zeroHitQueries: int
    zeroHitRate: float
    degradedQueries: int


class ReturnedRef(TypedDict):
    id: str
    rank: int
    score: float
    table: str
    label: str


class ScopeNode(TypedDict):
    path: str
    createdAt: str
    tombstonedAt: str | None
    displayName: str
    description: str


ScopePath: TypeAlias = str


ScopePattern: TypeAlias = str


ScopeSelector: TypeAlias = ScopePath | list[ScopePath | list[ScopePath]]


ScopeSets: TypeAlias = list[list[str]]


ScopeView: TypeAlias = Literal['strict', 'crossTeam', 'merged']


class SessionContextRequest(TypedDict):
    query: str
    k: NotRequired[int | None]


class SessionResponse(TypedDict):
    id: str
    sessionId: str
    createdAt: str
    scopes: ScopeSets
    metadata: dict[str, Any]
    turns: int
    lastTurnAt: str | None
    state: str


class SourceKindCount(TypedDict):
    kind: str
    count: int


class SourceRef(TypedDict):
    kind: str
    ref: str | None
    sessionId: str | None
    documentId: NotRequired[str]
    spanStart: NotRequired[int]
    spanEnd: NotRequired[int]


class StateRequest(TypedDict):
    lens: NotRequired[ScopeSelector | None]
    asOf: NotRequired[str | None]
    atInstant: NotRequired[str | None]
    validFrom: NotRequired[str | None]
    validUntil: NotRequired[str | None]
    recordedAsOf: NotRequired[str | None]


Stream: TypeAlias = Literal['experiential', 'authoritative']


class SupersessionStats(TypedDict):
    churnPerEntity: float
    entitiesChurned: int
    supersessionEvents: int


Tier: TypeAlias = Literal['direct', 'cache', 'full_context', 'hybrid']


class TierCounts(TypedDict):
    direct: int
    fullContext: int
    hybrid: int


class TierLatency(TypedDict):
    tier: str
    queries: int
    p50LatencyMs: float
    p95LatencyMs: float
    maxLatencyMs: float


class TokenCount(TypedDict):
    input: int
    output: int


TraceKind: TypeAlias = Literal['decision', 'retrieval', 'response', 'access', 'mutation', 'denied']


class TraceStatsResponse(TypedDict):
    windowHours: int
    avgLatencyMs: float
    p50LatencyMs: float
    p95LatencyMs: float
    cacheHitRate: float
    cacheHits: int
    contradiction: ContradictionStats
    responseTracesCached: int
    responseTracesTotal: int
    retrieval: RetrievalStats
    sourceKindDistribution: list[SourceKindCount]
    supersession: SupersessionStats
    tierCounts: TierCounts
    totalQueries: int
    openUncertainties: int
    pendingExtractions: int
    setAsideTexts: int
    queueDepth: QueueDepth
    feedLag: int
    tierLatency: list[TierLatency]
    tokens: TokenCount


class TracedHit(TypedDict):
    id: str
    source: str
    rank: int
    score: float
    legs: list[LegPart]


class TripleEntity(TypedDict):
    name: str
    type: str


TurnRole: TypeAlias = Literal['user', 'assistant', 'system', 'tool']


class UncertaintyResolution(TypedDict):
    rule: str
    reason: str | None
    by: str | None
    chosen: list[str]


UncertaintyStatus: TypeAlias = Literal['open', 'resolved', 'withdrawn']


class UncertaintySummary(TypedDict):
    id: str
    about: str
    reason: str


class UndoMergeRequest(TypedDict):
    reason: NotRequired[str | None]


class UnscopedContentFinding(TypedDict):
    table: str
    count: int
    sampleIds: list[str]


class UploadMetadata(TypedDict):
    title: NotRequired[str | None]
    source: NotRequired[str | None]
    mimeType: NotRequired[str | None]
    filename: NotRequired[str | None]
    scopes: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[str] | None]
    observedAt: NotRequired[str | None]


class UploadResponse(TypedDict):
    id: str
    contentHash: str
    version: int
    status: DocumentStatus
    deduplicated: bool


class UsageRow(TypedDict):
    stage: str
    model: str
    inputTokens: int
    outputTokens: int
    reserved: int


ValidPrecision: TypeAlias = Literal['second', 'minute', 'hour', 'day', 'month', 'year']


Verb: TypeAlias = Literal['memory:read', 'memory:write', 'memory:forget', 'scope:read', 'scope:create', 'scope:delete', 'grant:manage']


class VerbDescription(TypedDict):
    verb: str
    covers: str


class Vocabulary(TypedDict):
    version: int
    keys: dict[str, KeyClass]
    builtIn: dict[str, KeyClass]
    recordedAt: str | None


class VocabularyRequest(TypedDict):
    keys: dict[str, Literal['multi', 'changing', 'stable']]
    version: NotRequired[int | None]


ListVerbsAnswer: TypeAlias = list[VerbDescription]


class ListContextsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


PutContextRequestBody: TypeAlias = ContextRequest | None


class GetContextUsageQuery(TypedDict):
    month: NotRequired[int | str]


class ListContextScopesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]
    includeTombstoned: NotRequired[Literal['true', 'false']]


ListContextScopesAnswer: TypeAlias = list[ScopeNode]


class DeleteContextScopeQuery(TypedDict):
    path: ScopePath


class ListContextPrincipalsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


class GetContextEffectiveGrantsQuery(TypedDict):
    path: ScopePath
    asOf: NotRequired[str]


class ListContextKeysQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


class ListContextPrincipalKeysQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


class MintContextKeyQuery(TypedDict):
    ttlSeconds: NotRequired[int]


class RotateContextKeyQuery(TypedDict):
    ttlSeconds: NotRequired[int]
    overlapSeconds: NotRequired[int]


class ListContextAuditQuery(TypedDict):
    principal: NotRequired[int | str]
    key: NotRequired[int | str]
    since: NotRequired[str]
    until: NotRequired[str]
    limit: NotRequired[int]
    kind: NotRequired[Literal['access', 'mutation', 'denied', 'request']]


class ExportContextAuditQuery(TypedDict):
    after: NotRequired[int]


class ListKeywordsQuery(TypedDict):
    q: NotRequired[int | str]
    minDocumentCount: NotRequired[int]
    sort: NotRequired[Literal['count', 'score', 'name']]
    page: NotRequired[int]
    pageSize: NotRequired[int]


class ListDocumentsQuery(TypedDict):
    status: NotRequired[Literal['queued', 'extracting', 'chunking', 'extracting_nodes', 'embedding', 'keywording', 'ready', 'failed']]
    mimeType: NotRequired[int | str]
    page: NotRequired[int]
    pageSize: NotRequired[int]


class ListChunksQuery(TypedDict):
    page: NotRequired[int]
    pageSize: NotRequired[int]


class ListSessionsQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


class ListTurnsQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


class GetSessionContextQuery(TypedDict):
    query: NotRequired[int | str]


class ListEntitiesQuery(TypedDict):
    type: NotRequired[int | str]
    limit: NotRequired[int]
    offset: NotRequired[int]
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


class GetEntityQuery(TypedDict):
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


class GetEntityHistoryQuery(TypedDict):
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


class ListMergesQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


UndoMergeRequestBody: TypeAlias = UndoMergeRequest | None


class ListUncertaintiesQuery(TypedDict):
    status: NotRequired[Literal['open', 'resolved', 'withdrawn']]
    owner: NotRequired[int | str]
    entity: NotRequired[int | str]
    limit: NotRequired[int]
    offset: NotRequired[int]


class GetStateQuery(TypedDict):
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


AskStateRequestBody: TypeAlias = StateRequest | None


class InspectQuery(TypedDict):
    ref: NotRequired[int | str]
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


ExpireRequestBody: TypeAlias = dict[str, Any] | None


DecayRequestBody: TypeAlias = dict[str, Any] | None


ConsolidateRequestBody: TypeAlias = ConsolidateRequest | None


ElaborateRequestBody: TypeAlias = ElaborateRequest | None


FsckRequestBody: TypeAlias = FsckRequest | None


class ListTracesQuery(TypedDict):
    limit: NotRequired[int]
    kind: NotRequired[Literal['retrieval', 'response', 'decision']]
    sessionId: NotRequired[int | str]
    since: NotRequired[str]
    until: NotRequired[str]


class GetTraceStatsQuery(TypedDict):
    since: NotRequired[str]
    windowHours: NotRequired[int]


class ListAuditQuery(TypedDict):
    principal: NotRequired[int | str]
    key: NotRequired[int | str]
    since: NotRequired[str]
    until: NotRequired[str]
    limit: NotRequired[int]
    kind: NotRequired[Literal['decision', 'retrieval', 'response', 'access', 'mutation', 'denied', 'request']]


class ExportAuditQuery(TypedDict):
    after: NotRequired[int]


class ListScopesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]
    includeTombstoned: NotRequired[Literal['true', 'false']]


ListScopesAnswer: TypeAlias = list[ScopeNode]


class DeleteScopeQuery(TypedDict):
    path: ScopePath


class ListKeysQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


class MintKeyQuery(TypedDict):
    ttlSeconds: NotRequired[int]


class RotateKeyQuery(TypedDict):
    ttlSeconds: NotRequired[int]
    overlapSeconds: NotRequired[int]


class ListPrincipalsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


class GetEffectiveGrantsQuery(TypedDict):
    path: ScopePath
    asOf: NotRequired[str]


class AttributeDetail(TypedDict):
    entity: str
    key: str
    value: str
    id: str
    kind: Literal['attribute', 'relation']
    entityId: str
    memoryCategory: MemoryCategory
    importance: float
    confidence: float
    stream: Stream
    scopes: ScopeSets
    createdAt: str
    knownUntil: str | None
    validFrom: str | None
    validUntil: str | None
    validPrecision: ValidPrecision | None
    recordedAt: str
    recordedUntil: str | None
    supersedes: str | None
    supersededBy: str | None
    source: SourceRef | None
    sources: list[SourceRef]
    uncertaintyIds: list[str]


class AttributeSummary(TypedDict):
    id: str
    entityId: str
    key: str
    value: str
    memoryCategory: MemoryCategory


class AuditRow(TypedDict):
    cost: float
    createdAt: str
    kind: TraceKind
    latencyMs: int
    model: str | None
    principal: str | None
    delegatedPrincipal: str | None
    key: str | None
    rowsTouched: int
    traceId: str
    recordId: NotRequired[str]
    decision: NotRequired[str]
    rule: NotRequired[str]
    source: NotRequired[str | None]
    operation: NotRequired[str]
    door: NotRequired[str]
    path: NotRequired[str]
    region: NotRequired[list[str]]
    status: NotRequired[int]
    count: NotRequired[int]
    address: NotRequired[str]
    position: NotRequired[int]
    hash: NotRequired[str]


class BatchMessage(TypedDict):
    role: TurnRole
    content: str
    ts: NotRequired[str | None]


class ChatCitationEvent(TypedDict):
    citation: Citation


class ChatRequest(TypedDict):
    message: str
    scopes: NotRequired[ScopeSelector | None]
    sessionId: NotRequired[str | None]
    labels: NotRequired[list[str] | None]
    bypassCache: NotRequired[bool | None]
    model: NotRequired[str | None]
    stream: NotRequired[bool | None]
    k: NotRequired[int | None]


class ConsolidateOutcome(TypedDict):
    entityName: str
    entity: str
    key: str
    value: str
    kind: DecisionKind
    observationId: str | None
    proofCount: int
    rationale: str | None
    committed: bool


class ConsolidateResponse(TypedDict):
    traceId: str
    dryRun: bool
    created: int
    updated: int
    superseded: int
    outcomes: list[ConsolidateOutcome]
    degraded: list[str]


class Context(TypedDict):
    id: str
    displayName: str
    config: dict[str, Any]
    policy: ContextPolicy
    createdAt: str
    owner: str | None


class ContextChangeRequest(TypedDict):
    displayName: NotRequired[str | None]
    config: NotRequired[dict[str, Any] | None]
    policy: NotRequired[ContextPolicyRequest | None]
    owner: NotRequired[str | None]


class ContextQueryRequest(TypedDict):
    query: str
    k: NotRequired[int | None]
    lens: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[str] | None]
    scopeView: NotRequired[ScopeView | None]


class ContextQueryResponse(TypedDict):
    context: str
    queryMs: int
    tier: Tier


class CreateSessionRequest(TypedDict):
    scopes: NotRequired[ScopeSelector | None]
    metadata: NotRequired[dict[str, Any] | None]


class Document(TypedDict):
    id: str
    title: str
    source: str
    mimeType: str
    filename: str
    contentHash: str
    sizeBytes: int
    version: int
    status: DocumentStatus
    error: str | None
    failedStage: str | None
    attempts: int
    scopes: ScopeSets
    labels: list[str]
    observedAt: str | None
    createdAt: str
    updatedAt: str
    processingStartedAt: str | None
    processingCompletedAt: str | None
    chunks: int
    setAsideChunks: int
    pages: int
    nearDuplicateOf: str | None


class DocumentPage(TypedDict):
    documents: list[Document]
    page: int
    pageSize: int
    total: int


class DocumentUploadForm(TypedDict):
    metadata: NotRequired[UploadMetadata]
    file: str


class ElaborateOutcome(TypedDict):
    dryRun: bool
    entityName: str
    entityType: str
    proposedRelations: list[ElaborateProposedRelation]
    proposed: list[ConsolidateOutcome]
    relationsEmitted: int
    traceId: str


class ElaborateResponse(TypedDict):
    outcomes: list[ElaborateOutcome]
    relationsEmitted: int
    degraded: list[str]


class EntityDetail(TypedDict):
    id: str
    entityType: str
    name: str
    memoryCategory: MemoryCategory
    importance: float
    createdAt: str
    updatedAt: str


class EntityHistoryResponse(TypedDict):
    history: list[AttributeDetail]


class EntityListResponse(TypedDict):
    entities: list[EntityDetail]
    total: int


class EntitySummary(TypedDict):
    id: str
    entityType: str
    name: str
    memoryCategory: MemoryCategory
    isNew: bool


class ExtractionResult(TypedDict):
    turnId: str
    entities: list[EntitySummary]
    attributes: list[AttributeSummary]
    relations: list[RelationSummary]
    corrections: list[CorrectionSummary]
    instructions: list[InstructionSummary]
    uncertainties: list[UncertaintySummary]
    decisions: list[DecisionSummary]


class FactsBatchRequest(TypedDict):
    messages: list[BatchMessage]
    infer: NotRequired[InferMode | None]
    scopes: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[str] | None]
    sessionId: NotRequired[str | None]
    extract: NotRequired[BatchExtractionMode | None]


class FactsBatchResponse(TypedDict):
    extractions: list[ExtractionResult]
    sessionId: str
    turnIds: list[str]
    chunkIds: list[str]
    deferred: bool


class FactsResponse(TypedDict):
    mode: InferMode
    sessionId: str
    turnId: NotRequired[str]
    chunkId: NotRequired[str]
    extraction: ExtractionResult | None
    preview: NotRequired[bool]
    deferred: bool


class ForgetRequest(TypedDict):
    query: str
    purge: NotRequired[bool | None]
    dryRun: NotRequired[bool | None]
    keepForgotten: NotRequired[bool | None]
    lens: NotRequired[ScopeSelector | None]


class ForgetResponse(TypedDict):
    deleted: int
    refs: list[ForgottenRef]
    receipt: NotRequired[ErasureReceipt]
    dryRun: bool


class ForgetScopeResponse(TypedDict):
    deleted: int
    refs: list[ForgottenRef]
    receipt: NotRequired[ErasureReceipt]
    forgotten: int
    dryRun: bool


class FsckReport(TypedDict):
    contradictions: list[ContradictionFinding]
    duplicates: list[DuplicateFinding]
    injection: list[InjectionFinding]
    unscopedContent: list[UnscopedContentFinding]
    index: IndexFindings
    total: int
    repaired: int


class GrantRequest(TypedDict):
    path: ScopePattern
    verbs: list[Verb]


Grants: TypeAlias = dict[str, list[ScopePattern]]


class InspectResponse2(TypedDict):
    kind: Literal['attribute']
    current: AttributeDetail | None
    history: list[AttributeDetail]
    decisions: list[Decision]


class InspectResponse5(TypedDict):
    kind: Literal['document']
    document: Document
    decisions: list[Decision]


class InspectResponse6(TypedDict):
    kind: Literal['instruction']
    instruction: InstructionSummary
    decisions: list[Decision]


class KeyDetail(TypedDict):
    id: str
    name: str
    principalId: str
    grants: Grants | None
    createdAt: str
    validUntil: str | None
    lastUsedAt: str | None
    state: KeyState


class KeyVerifierRequest(TypedDict):
    keyId: str
    verifier: str
    grants: NotRequired[Grants | None]
    expiresAt: NotRequired[str | None]


class KeywordDetail(TypedDict):
    id: str
    normalised: str
    text: str
    documentCount: int
    score: float
    documents: list[KeywordDocument]


class MemoryHit(TypedDict):
    id: str
    score: float
    source: ResultKind
    text: str
    scopes: ScopeSets
    labels: list[str]
    occurredAt: NotRequired[str]
    turnId: NotRequired[str]
    sessionId: NotRequired[str]
    role: NotRequired[str]
    speaker: NotRequired[str]
    entityId: NotRequired[str]
    entity: NotRequired[str]
    key: NotRequired[str]
    value: NotRequired[str]
    subject: NotRequired[str]
    label: NotRequired[str]
    object: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    memoryCategory: NotRequired[MemoryCategory]
    documentId: NotRequired[str]
    documentTitle: NotRequired[str]
    section: NotRequired[str]
    positionPercent: NotRequired[float]
    charStart: NotRequired[int]
    charEnd: NotRequired[int]
    confidence: NotRequired[float]
    disagreement: NotRequired[Disagreement]


class MemoryRecord(TypedDict):
    id: str
    text: str
    scopes: ScopeSets
    labels: list[str]
    knownAt: str
    recordedAt: str
    turnId: str | None
    sessionId: str | None
    role: str | None
    documentId: str | None
    documentTitle: str | None
    section: str | None


class MintKeyBody(TypedDict):
    name: NotRequired[str | None]
    grants: NotRequired[Grants | None]


class Principal(TypedDict):
    id: str
    displayName: str
    kind: str
    grants: Grants
    externalId: str | None
    createdAt: str
    reserved: bool


class PrincipalChangeRequest(TypedDict):
    displayName: NotRequired[str | None]
    kind: NotRequired[str | None]
    grants: NotRequired[Grants | None]
    externalId: NotRequired[str | None]


class PrincipalRequest(TypedDict):
    id: NotRequired[str | None]
    displayName: str
    kind: str
    grants: NotRequired[Grants | None]
    externalId: NotRequired[str | None]


class QueryHit(TypedDict):
    chunk: QueryHitChunk
    document: QueryHitDocument
    score: float
    graphEvidence: NotRequired[list[GraphEvidence]]
    graphExpansion: NotRequired[list[QueryHitChunk]]
    legs: list[LegPart]


class QueryMemoryRequest(TypedDict):
    query: str
    k: NotRequired[int | None]
    lens: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[str] | None]
    scopeView: NotRequired[ScopeView | None]
    include: NotRequired[list[Literal['facts', 'passages']] | None]
    mode: NotRequired[MemoryQueryMode | None]
    asOf: NotRequired[str | None]
    atInstant: NotRequired[str | None]
    validFrom: NotRequired[str | None]
    validUntil: NotRequired[str | None]
    recordedAsOf: NotRequired[str | None]
    includeDuplicates: NotRequired[bool | None]
    source: NotRequired[str | None]
    sessionId: NotRequired[str | None]
    location: NotRequired[None]


class QueryRequest(TypedDict):
    query: str
    k: NotRequired[int | None]
    mode: NotRequired[Literal['vector', 'bm25', 'hybrid', 'hybrid_graph'] | None]
    useHyde: NotRequired[bool | None]
    decomposeQuery: NotRequired[bool | None]
    useReranker: NotRequired[bool | None]
    graphEdges: NotRequired[list[Literal['knowledge_has_keyword', 'section_match', 'document_link', 'document_summary']] | None]
    graphAlpha: NotRequired[float | None]
    graphDepth: NotRequired[int | None]
    expandGraph: NotRequired[bool | None]
    threshold: NotRequired[float | None]
    vectorWeight: NotRequired[float | None]
    rrfK: NotRequired[float | None]
    filter: NotRequired[Filter | None]
    lens: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[str] | None]
    location: NotRequired[None]


class QueryResponse(TypedDict):
    results: list[QueryHit]
    queryMs: int
    degraded: list[str]
    subQuestions: list[str]
    traceId: str


class QueryTrace(TypedDict):
    latencyMs: int
    resolutionTier: Tier
    retrievedCount: int
    tierReason: str
    topScores: list[float]
    traceId: str
    mode: str
    degraded: list[str]
    stageMs: dict[str, float]
    hits: list[TracedHit]


class ReflectRequest(TypedDict):
    query: str
    persist: NotRequired[bool | None]
    lens: NotRequired[ScopeSelector | None]
    k: NotRequired[int | None]


class ReflectResponse(TypedDict):
    reflection: str
    evidence: list[str]
    traceId: str
    degraded: list[str]
    citations: list[Citation]
    persistedAttributes: list[AttributeSummary]
    notPersisted: NotPersisted | None


class RegisterScopeRequest(TypedDict):
    path: ScopePath
    displayName: NotRequired[str | None]
    description: NotRequired[str | None]


class RelationDetail(TypedDict):
    subject: str
    label: str
    object: str
    id: str
    kind: Literal['attribute', 'relation']
    entityId: str
    memoryCategory: MemoryCategory
    importance: float
    confidence: float
    stream: Stream
    scopes: ScopeSets
    createdAt: str
    knownUntil: str | None
    validFrom: str | None
    validUntil: str | None
    validPrecision: ValidPrecision | None
    recordedAt: str
    recordedUntil: str | None
    supersedes: str | None
    supersededBy: str | None
    source: SourceRef | None
    sources: list[SourceRef]
    uncertaintyIds: list[str]


class RetrievalTraceSummary(TypedDict):
    createdAt: str
    id: str
    latencyMs: int
    mode: str
    retrievedIds: list[str]
    returned: list[ReturnedRef]
    scores: list[float]
    tierEntered: int
    tierReason: str


class ScopeForgetRequest(TypedDict):
    path: ScopePath
    dryRun: NotRequired[bool | None]


class SessionContextResponse(TypedDict):
    context: str
    queryMs: int
    tier: Tier


class SessionListResponse(TypedDict):
    sessions: list[SessionResponse]
    total: int


class TraceRecord(TypedDict):
    cached: bool
    createdAt: str
    id: str
    kind: Literal['retrieval', 'response', 'decision']
    latencyMs: int
    parent: ResponseTraceSummary | None
    queryText: str
    resolutionTier: str
    retrievals: list[RetrievalTraceSummary] | None
    tierReason: str
    mode: str
    source: str
    principal: str
    delegatedPrincipal: str | None
    sessionId: str | None
    model: str | None
    inputTokens: int
    outputTokens: int
    parents: list[str]
    retrievedCount: int
    seedEntities: list[str]
    degraded: list[str]
    stageMs: dict[str, float]
    hits: list[TracedHit]
    memoryUpdates: list[Decision]


class Triple(TypedDict):
    entity: TripleEntity
    key: str
    value: NotRequired[str | None]
    target: NotRequired[TripleEntity | None]
    memoryCategory: NotRequired[MemoryCategory | None]
    validFrom: NotRequired[str | None]
    validUntil: NotRequired[str | None]


class TurnRequest(TypedDict):
    role: TurnRole
    content: str
    ts: NotRequired[str | None]
    infer: NotRequired[InferMode | None]
    labels: NotRequired[list[str] | None]


class TurnResponse(TypedDict):
    id: str
    turnId: str
    session: str
    seq: int
    role: TurnRole
    content: str
    createdAt: str
    recordedAt: str
    extraction: str


class UncertaintyCandidate(TypedDict):
    entity: NotRequired[str]
    key: NotRequired[str]
    value: NotRequired[str]
    id: NotRequired[str]
    kind: NotRequired[Literal['attribute', 'relation']]
    entityId: NotRequired[str]
    memoryCategory: NotRequired[MemoryCategory]
    importance: NotRequired[float]
    confidence: NotRequired[float]
    stream: NotRequired[Stream]
    scopes: NotRequired[ScopeSets]
    createdAt: NotRequired[str]
    knownUntil: NotRequired[str | None]
    validFrom: NotRequired[str | None]
    validUntil: NotRequired[str | None]
    validPrecision: NotRequired[ValidPrecision | None]
    recordedAt: NotRequired[str]
    recordedUntil: NotRequired[str | None]
    supersedes: NotRequired[str | None]
    supersededBy: NotRequired[str | None]
    source: NotRequired[SourceRef | None]
    sources: list[CandidateSource]
    uncertaintyIds: NotRequired[list[str]]
    subject: NotRequired[str]
    label: NotRequired[str]
    object: NotRequired[str]


class UsageReport(TypedDict):
    month: str
    rows: list[UsageRow]
    used: int
    reserved: int
    tokenLimit: int | None
    enforcementBlocked: bool


class Whoami(TypedDict):
    principalId: str
    displayName: str
    kind: str
    grants: Grants
    tokenGrants: Grants | None
    effectiveGrants: Grants
    delegatedPrincipalId: str | None


ListContextsAnswer: TypeAlias = list[Context]


ListContextPrincipalsAnswer: TypeAlias = list[Principal]


ListContextKeysAnswer: TypeAlias = list[KeyDetail]


ListContextPrincipalKeysAnswer: TypeAlias = list[KeyDetail]


CreateSessionRequestBody: TypeAlias = CreateSessionRequest | None


ListKeysAnswer: TypeAlias = list[KeyDetail]


MintKeyRequestBody: TypeAlias = MintKeyBody | None


ListPrincipalsAnswer: TypeAlias = list[Principal]


class AccessTokenRequest(TypedDict):
    externalId: str
    ttlSeconds: int
    displayName: NotRequired[str | None]
    grants: NotRequired[Grants | None]


class AuditResponse(TypedDict):
    rows: list[AuditRow]


class CategoryState(TypedDict):
    entities: list[EntityDetail]
    attributes: list[AttributeDetail]
    relations: list[RelationDetail]


class ChatDoneEvent(TypedDict):
    reply: str
    citations: list[Citation]
    traceId: str
    sessionId: str
    stored: bool
    memoryUpdates: ExtractionResult
    userTurnId: NotRequired[str]
    replyTurnId: NotRequired[str]
    degraded: list[str]
    done: Literal[True]


ChatEvent: TypeAlias = ChatDoneEvent | ChatTraceEvent | ChatDeltaEvent | ChatCitationEvent | Problem


class ChatResponse(TypedDict):
    reply: str
    citations: list[Citation]
    traceId: str
    sessionId: str
    stored: bool
    memoryUpdates: ExtractionResult
    userTurnId: NotRequired[str]
    replyTurnId: NotRequired[str]
    degraded: list[str]


class ContextKeyRequest(TypedDict):
    grants: NotRequired[Grants | None]
    ttlSeconds: NotRequired[int | None]


class CorrectionResponse(TypedDict):
    extraction: ExtractionResult


class EntityResponse(TypedDict):
    entity: EntityDetail
    attributes: list[AttributeDetail]
    relations: list[RelationDetail]
    uncertainties: list[UncertaintySummary]


class FactsRequest(TypedDict):
    text: NotRequired[str | None]
    infer: NotRequired[InferMode | None]
    scopes: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[str] | None]
    sessionId: NotRequired[str | None]
    observedAt: NotRequired[str | None]
    role: NotRequired[TurnRole | None]
    memoryCategory: NotRequired[MemoryCategory | None]
    triples: NotRequired[list[Triple] | None]


class InspectResponse1(TypedDict):
    kind: Literal['entity']
    entity: EntityDetail
    attributes: list[AttributeDetail]
    relations: list[RelationDetail]
    uncertainties: list[UncertaintySummary]
    decisions: list[Decision]


class InspectResponse3(TypedDict):
    kind: Literal['relation']
    matches: list[RelationDetail]
    history: list[RelationDetail]
    decisions: list[Decision]


class InspectResponse4(TypedDict):
    kind: Literal['trace']
    trace: TraceRecord


class InspectResponse8(TypedDict):
    kind: Literal['turn', 'memory_chunk', 'chunk', 'section']
    record: MemoryRecord
    decisions: list[Decision]


class QueryMemoryResponse(TypedDict):
    classificationKind: QueryKind
    hits: list[MemoryHit]
    contextHits: list[MemoryHit]
    queryMs: int
    seedEntities: list[str]
    tier: Tier
    trace: QueryTrace


class StateResponse(TypedDict):
    identity: CategoryState
    knowledge: CategoryState
    context: CategoryState
    instructions: list[InstructionSummary]
    unknowns: list[UncertaintySummary]


class TraceListResponse(TypedDict):
    traces: list[TraceRecord]


class TurnListResponse(TypedDict):
    turns: list[TurnResponse]
    total: int


class Uncertainty(TypedDict):
    id: str
    entity: str
    entityId: str
    key: str
    about: str
    reason: str
    question: str
    status: UncertaintyStatus
    owner: str | None
    scopes: ScopeSets
    candidates: list[UncertaintyCandidate]
    createdAt: str
    ageSeconds: float
    resolvedAt: str | None
    resolution: UncertaintyResolution | None


class UncertaintyListResponse(TypedDict):
    uncertainties: list[Uncertainty]
    total: int


MintContextKeyRequestBody: TypeAlias = ContextKeyRequest | None


class InspectResponse7(TypedDict):
    kind: Literal['uncertainty']
    uncertainty: Uncertainty
    decisions: list[Decision]


InspectResponse: TypeAlias = InspectResponse1 | InspectResponse2 | InspectResponse3 | InspectResponse4 | InspectResponse5 | InspectResponse6 | InspectResponse7 | InspectResponse8 | InspectResponse9


HealthAnswer: TypeAlias = Health
ReadyAnswer: TypeAlias = Readiness
CreateContextAnswer: TypeAlias = Context
PutContextAnswer: TypeAlias = Context
GetContextAnswer: TypeAlias = Context
UpdateContextAnswer: TypeAlias = Context
DeleteContextAnswer: TypeAlias = Any
GetContextUsageAnswer: TypeAlias = UsageReport
GetContextStateAnswer: TypeAlias = ContextState
RegisterContextScopeAnswer: TypeAlias = ScopeNode
DeleteContextScopeAnswer: TypeAlias = Any
CreateContextPrincipalAnswer: TypeAlias = Principal
GetContextPrincipalAnswer: TypeAlias = Principal
UpdateContextPrincipalAnswer: TypeAlias = Principal
DeleteContextPrincipalAnswer: TypeAlias = Any
GetContextEffectiveGrantsAnswer: TypeAlias = EffectiveGrants
AddContextGrantsAnswer: TypeAlias = Principal
RemoveContextGrantsAnswer: TypeAlias = Principal
MintAccessTokenAnswer: TypeAlias = MintedToken
MintContextKeyAnswer: TypeAlias = MintedKey
RegisterContextKeyAnswer: TypeAlias = KeyDetail
RevokeContextKeyAnswer: TypeAlias = Any
RotateContextKeyAnswer: TypeAlias = MintedKey
DecayContextAnswer: TypeAlias = DecayResult
ReindexContextAnswer: TypeAlias = ReindexResult
ListContextAuditAnswer: TypeAlias = AuditResponse
ExportContextAuditAnswer: TypeAlias = Any
GetContextVocabularyAnswer: TypeAlias = Vocabulary
PutContextVocabularyAnswer: TypeAlias = Vocabulary
GetVocabularyAnswer: TypeAlias = Vocabulary
PutVocabularyAnswer: TypeAlias = Vocabulary
RememberAnswer: TypeAlias = FactsResponse
RememberBatchAnswer: TypeAlias = FactsBatchResponse
RecallAnswer: TypeAlias = QueryMemoryResponse
ContextAnswer: TypeAlias = ContextQueryResponse
ChatAnswer: TypeAlias = ChatResponse
ChatInSessionAnswer: TypeAlias = ChatResponse
ListKeywordsAnswer: TypeAlias = KeywordPage
SearchKeywordsAnswer: TypeAlias = KeywordSearchResponse
GetKeywordAnswer: TypeAlias = KeywordDetail
QueryDocumentsAnswer: TypeAlias = QueryResponse
UploadDocumentAnswer: TypeAlias = UploadResponse
ListDocumentsAnswer: TypeAlias = DocumentPage
RecomputeLinksAnswer: TypeAlias = RecomputeLinksResponse
GetDocumentAnswer: TypeAlias = Document
ReplaceDocumentAnswer: TypeAlias = UploadResponse
DeleteDocumentAnswer: TypeAlias = Any
RetryDocumentAnswer: TypeAlias = Document
GetDocumentOriginalAnswer: TypeAlias = Any
ListChunksAnswer: TypeAlias = ChunkPage
ListDocumentKeywordsAnswer: TypeAlias = DocumentKeywordsResponse
CreateSessionAnswer: TypeAlias = SessionResponse
ListSessionsAnswer: TypeAlias = SessionListResponse
GetSessionAnswer: TypeAlias = SessionResponse
DeleteSessionAnswer: TypeAlias = Any
ListTurnsAnswer: TypeAlias = TurnListResponse
AddTurnAnswer: TypeAlias = FactsResponse
RetryTurnAnswer: TypeAlias = TurnResponse
AskSessionContextAnswer: TypeAlias = SessionContextResponse
GetSessionContextAnswer: TypeAlias = SessionContextResponse
ListEntitiesAnswer: TypeAlias = EntityListResponse
GetEntityAnswer: TypeAlias = EntityResponse
DeleteEntityAnswer: TypeAlias = Any
GetEntityHistoryAnswer: TypeAlias = EntityHistoryResponse
ListAliasesAnswer: TypeAlias = AliasListResponse
AddAliasAnswer: TypeAlias = Alias
RemoveAliasAnswer: TypeAlias = Any
ListMergesAnswer: TypeAlias = MergeListResponse
MergeEntitiesAnswer: TypeAlias = Merge
UndoMergeAnswer: TypeAlias = Merge
ListUncertaintiesAnswer: TypeAlias = UncertaintyListResponse
GetUncertaintyAnswer: TypeAlias = Uncertainty
ResolveUncertaintyAnswer: TypeAlias = Uncertainty
AssignUncertaintyAnswer: TypeAlias = Uncertainty
CorrectAnswer: TypeAlias = CorrectionResponse
GetStateAnswer: TypeAlias = StateResponse
AskStateAnswer: TypeAlias = StateResponse
GetProfileAnswer: TypeAlias = ProfileResponse
InspectAnswer: TypeAlias = InspectResponse
ForgetAnswer: TypeAlias = ForgetResponse
ForgetScopeAnswer: TypeAlias = ForgetScopeResponse
ExpireAnswer: TypeAlias = LifecycleResponse
DecayAnswer: TypeAlias = LifecycleResponse
ConsolidateAnswer: TypeAlias = ConsolidateResponse
ElaborateAnswer: TypeAlias = ElaborateResponse
ReflectAnswer: TypeAlias = ReflectResponse
FsckAnswer: TypeAlias = FsckReport
ListTracesAnswer: TypeAlias = TraceListResponse
GetTraceStatsAnswer: TypeAlias = TraceStatsResponse
GetTraceAnswer: TypeAlias = TraceRecord
ListAuditAnswer: TypeAlias = AuditResponse
ExportAuditAnswer: TypeAlias = Any
WhoamiAnswer: TypeAlias = Whoami
GrantScopeAnswer: TypeAlias = Any
RegisterScopeAnswer: TypeAlias = ScopeNode
DeleteScopeAnswer: TypeAlias = Any
MintKeyAnswer: TypeAlias = MintedKey
RevokeKeyAnswer: TypeAlias = Any
RotateKeyAnswer: TypeAlias = MintedKey
CreatePrincipalAnswer: TypeAlias = Principal
GetPrincipalAnswer: TypeAlias = Principal
GetEffectiveGrantsAnswer: TypeAlias = EffectiveGrants
AddGrantsAnswer: TypeAlias = Principal
RemoveGrantsAnswer: TypeAlias = Principal
ExportContextAnswer: TypeAlias = Any
ImportContextAnswer: TypeAlias = ImportResponse
