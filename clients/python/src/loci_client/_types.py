# Made by generate.py from clients/openapi.json.

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired

ExternalId: TypeAlias = str


DisplayName: TypeAlias = str


class AccessTokenRequest(TypedDict):
    externalId: ExternalId
    ttlSeconds: int
    displayName: NotRequired[DisplayName | None]
    grants: NotRequired[dict[str, list[str]] | None]


class Alias(TypedDict):
    entityId: str
    entity: str
    alias: str
    createdAt: str
    source: str


class AliasListResponse(TypedDict):
    aliases: list[Alias]


Alias1: TypeAlias = str


class AliasRequest(TypedDict):
    alias: Alias1
    reason: NotRequired[str | None]


Owner: TypeAlias = str


class AssignUncertaintyRequest(TypedDict):
    owner: Owner | None


class CandidateSource(TypedDict):
    kind: str
    ref: str | None
    text: str
    role: str | None
    documentTitle: str | None
    knownAt: str
    principal: str | None


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


class ContextKeyRequest(TypedDict):
    grants: NotRequired[dict[str, list[str]] | None]
    ttlSeconds: NotRequired[int | None]


class ContextPolicy(TypedDict):
    allowSelfServiceKeys: NotRequired[bool]
    maxTokenTtlSeconds: NotRequired[int]


class ContextPolicyRequest(TypedDict):
    allowSelfServiceKeys: NotRequired[bool | None]
    maxTokenTtlSeconds: NotRequired[int | None]


AdminExternalId: TypeAlias = str


class ContextRequest(TypedDict):
    id: NotRequired[str | None]
    displayName: NotRequired[DisplayName | None]
    config: NotRequired[dict[str, Any] | None]
    policy: NotRequired[ContextPolicyRequest | None]
    adminExternalId: NotRequired[AdminExternalId | None]


class ContradictionFinding(TypedDict):
    entity: str
    key: str
    values: list[str]
    uncertaintyId: str


class ContradictionStats(TypedDict):
    contradictionRate: float
    contradictions: int
    reconciliations: int


Key: TypeAlias = str


class CorrectionRequest(TypedDict):
    key: Key
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


DocumentStatus: TypeAlias = Literal['queued', 'extracting', 'chunking', 'embedding', 'keywording', 'extracting_nodes', 'ready', 'failed']


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


EntityRef: TypeAlias = str


class ElaborateRequest(TypedDict):
    dryRun: NotRequired[bool | None]
    entityRef: NotRequired[EntityRef | None]
    sweep: NotRequired[bool | None]
    budget: NotRequired[int | None]


class ErasureReceipt(TypedDict):
    id: str
    createdAt: str
    principal: str
    erased: dict[str, int]
    hash: str
    stillHeld: list[str]


class ForgottenRef(TypedDict):
    id: str
    kind: str
    label: str


class FsckRequest(TypedDict):
    check: NotRequired[Literal['contradictions', 'duplicates', 'injection', 'unscoped', 'index', 'all'] | None]
    duplicateThreshold: NotRequired[float | None]
    maxResults: NotRequired[int | None]
    repair: NotRequired[bool | None]


Path: TypeAlias = str


Verb: TypeAlias = str


class GrantRequest(TypedDict):
    path: Path
    verbs: list[Verb]


Grants: TypeAlias = dict[str, list[str]]


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


KeyId: TypeAlias = str


class KeyVerifierRequest(TypedDict):
    keyId: KeyId
    verifier: str
    grants: NotRequired[dict[str, list[str]] | None]
    expiresAt: NotRequired[str | None]


class LegPart(TypedDict):
    leg: str
    rank: int
    score: float
    contribution: float


class LifecycleResponse(TypedDict):
    affected: int


MemoryCategory: TypeAlias = Literal['identity', 'knowledge', 'context']


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


Keep: TypeAlias = str


Merge1: TypeAlias = str


class MergeRequest(TypedDict):
    keep: Keep
    merge: Merge1
    reason: str


Name: TypeAlias = str


class MintKeyBody(TypedDict):
    name: NotRequired[Name | None]
    grants: NotRequired[dict[str, list[str]] | None]


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


class Principal(TypedDict):
    id: str
    displayName: str
    kind: str
    grants: Grants
    externalId: str | None
    createdAt: str
    reserved: bool


Kind: TypeAlias = str


class PrincipalChangeRequest(TypedDict):
    displayName: NotRequired[DisplayName | None]
    kind: NotRequired[Kind | None]
    grants: NotRequired[dict[str, list[str]] | None]
    externalId: NotRequired[ExternalId | None]


Id: TypeAlias = str


class PrincipalRequest(TypedDict):
    id: NotRequired[Id | None]
    displayName: DisplayName
    kind: Kind
    grants: NotRequired[dict[str, list[str]] | None]
    externalId: NotRequired[ExternalId | None]


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


class QueueDepth(TypedDict):
    queued: int
    running: int
    failed: int


class RecomputeLinksResponse(TypedDict):
    linksEmitted: int


Description: TypeAlias = str


class RegisterScopeRequest(TypedDict):
    path: str
    displayName: NotRequired[DisplayName | None]
    description: NotRequired[Description | None]


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


ChosenItem: TypeAlias = str


class ResolveUncertaintyRequest(TypedDict):
    chosen: NotRequired[list[ChosenItem] | None]
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


class ScopeForgetRequest(TypedDict):
    path: str


class ScopeNode(TypedDict):
    path: str
    createdAt: str
    tombstonedAt: str | None
    displayName: str
    description: str


ScopeSelector: TypeAlias = str | list[str | list[str]]


ScopeSets: TypeAlias = list[list[str]]


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


class TierCounts(TypedDict):
    direct: int
    fullContext: int
    hybrid: int


TraceKind: TypeAlias = Literal['decision', 'retrieval', 'response']


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
    queueDepth: QueueDepth
    feedLag: int


class TracedHit(TypedDict):
    id: str
    source: str
    rank: int
    score: float
    legs: list[LegPart]


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


Title: TypeAlias = str


Source: TypeAlias = str


MimeType: TypeAlias = str


Filename: TypeAlias = str


Label: TypeAlias = str


class UploadMetadata(TypedDict):
    title: NotRequired[Title | None]
    source: NotRequired[Source | None]
    mimeType: NotRequired[MimeType | None]
    filename: NotRequired[Filename | None]
    scopes: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[Label] | None]
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


class Whoami(TypedDict):
    principalId: str
    displayName: str
    kind: str
    grants: Grants
    tokenGrants: Grants | None
    effectiveGrants: Grants
    delegatedPrincipalId: str | None


ListVerbsAnswer: TypeAlias = list[VerbDescription]


class ListContextsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


class GetContextUsageQuery(TypedDict):
    month: NotRequired[int | str]


class ListContextScopesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]
    includeTombstoned: NotRequired[Literal['true', 'false']]


ListContextScopesAnswer: TypeAlias = list[ScopeNode]


class DeleteContextScopeQuery(TypedDict):
    path: str


class ListContextPrincipalsQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]


ListContextPrincipalsAnswer: TypeAlias = list[Principal]


class GetContextEffectiveGrantsQuery(TypedDict):
    path: str
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


SessionId: TypeAlias = str


Type: TypeAlias = str


class Entity(TypedDict):
    name: Name
    type: Type


class Target(TypedDict):
    name: Name
    type: Type


class Triple(TypedDict):
    entity: Entity
    key: Key
    value: NotRequired[str | None]
    target: NotRequired[Target | None]
    memoryCategory: NotRequired[Literal['identity', 'knowledge', 'context'] | None]
    validFrom: NotRequired[str | None]
    validUntil: NotRequired[str | None]


class RememberBody(TypedDict):
    text: NotRequired[str | None]
    infer: NotRequired[Literal['full', 'triples', 'preview', 'none'] | None]
    scopes: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[Label] | None]
    sessionId: NotRequired[SessionId | None]
    observedAt: NotRequired[str | None]
    role: NotRequired[Literal['user', 'assistant', 'system', 'tool'] | None]
    memoryCategory: NotRequired[Literal['identity', 'knowledge', 'context'] | None]
    triples: NotRequired[list[Triple] | None]


class Message(TypedDict):
    role: Literal['user', 'assistant', 'system', 'tool']
    content: str
    ts: NotRequired[str | None]


class RememberBatchBody(TypedDict):
    messages: list[Message]
    infer: NotRequired[Literal['full', 'triples', 'preview', 'none'] | None]
    scopes: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[Label] | None]
    sessionId: NotRequired[SessionId | None]
    extract: NotRequired[Literal['whole_conversation', 'per_message'] | None]


class RecallBody(TypedDict):
    query: str
    k: NotRequired[int | None]
    lens: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[Label] | None]
    scopeView: NotRequired[Literal['strict', 'crossTeam', 'merged'] | None]
    include: NotRequired[list[Literal['facts', 'passages']] | None]
    mode: NotRequired[Literal['hybrid', 'vector', 'bm25', 'graph'] | None]
    asOf: NotRequired[str | None]
    atInstant: NotRequired[str | None]
    validFrom: NotRequired[str | None]
    validUntil: NotRequired[str | None]
    recordedAsOf: NotRequired[str | None]
    includeDuplicates: NotRequired[bool | None]
    source: NotRequired[Source | None]
    sessionId: NotRequired[SessionId | None]
    location: NotRequired[None]


class ContextBody(TypedDict):
    query: str
    k: NotRequired[int | None]
    lens: NotRequired[ScopeSelector | None]
    labels: NotRequired[list[Label] | None]
    scopeView: NotRequired[Literal['strict', 'crossTeam', 'merged'] | None]


Model: TypeAlias = str


class ChatBody(TypedDict):
    message: str
    scopes: NotRequired[ScopeSelector | None]
    sessionId: NotRequired[SessionId | None]
    labels: NotRequired[list[Label] | None]
    bypassCache: NotRequired[bool | None]
    model: NotRequired[Model | None]
    stream: NotRequired[bool | None]
    k: NotRequired[int | None]


class ChatInSessionBody(TypedDict):
    message: str
    scopes: NotRequired[ScopeSelector | None]
    sessionId: NotRequired[SessionId | None]
    labels: NotRequired[list[Label] | None]
    bypassCache: NotRequired[bool | None]
    model: NotRequired[Model | None]
    stream: NotRequired[bool | None]
    k: NotRequired[int | None]


class ListKeywordsQuery(TypedDict):
    q: NotRequired[int | str]
    minDocumentCount: NotRequired[int]
    sort: NotRequired[Literal['count', 'score', 'name']]
    page: NotRequired[int]
    pageSize: NotRequired[int]


class SearchKeywordsBody(TypedDict):
    query: str
    k: NotRequired[int | None]
    threshold: NotRequired[float | None]


DocumentId: TypeAlias = str


MimeTypeItem: TypeAlias = str


class Filter(TypedDict):
    documentIds: NotRequired[list[DocumentId] | None]
    mimeType: NotRequired[list[MimeTypeItem] | None]


class QueryDocumentsBody(TypedDict):
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
    labels: NotRequired[list[Label] | None]
    location: NotRequired[None]


class ListDocumentsQuery(TypedDict):
    status: NotRequired[Literal['queued', 'extracting', 'chunking', 'embedding', 'keywording', 'extracting_nodes', 'ready', 'failed']]
    mimeType: NotRequired[int | str]
    page: NotRequired[int]
    pageSize: NotRequired[int]


class ListChunksQuery(TypedDict):
    page: NotRequired[int]
    pageSize: NotRequired[int]


class CreateSessionBody(TypedDict):
    scopes: NotRequired[ScopeSelector | None]
    metadata: NotRequired[dict[str, Any] | None]


class ListSessionsQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


class ListTurnsQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


class AddTurnBody(TypedDict):
    role: Literal['user', 'assistant', 'system', 'tool']
    content: str
    ts: NotRequired[str | None]
    infer: NotRequired[Literal['full', 'triples', 'preview', 'none'] | None]
    labels: NotRequired[list[Label] | None]


class AskSessionContextBody(TypedDict):
    query: str
    k: NotRequired[int | None]


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


class InspectQuery(TypedDict):
    ref: NotRequired[int | str]
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


class ExpireBody(TypedDict):
    pass


class DecayBody(TypedDict):
    pass


class ListTracesQuery(TypedDict):
    limit: NotRequired[int]
    kind: NotRequired[Literal['retrieval', 'response']]
    sessionId: NotRequired[int | str]
    since: NotRequired[str]
    until: NotRequired[str]


class GetTraceStatsQuery(TypedDict):
    since: NotRequired[str]
    windowHours: NotRequired[int]


class ListAuditQuery(TypedDict):
    principal: NotRequired[int | str]
    key: NotRequired[int | str]
    kind: NotRequired[Literal['decision', 'retrieval', 'response']]
    since: NotRequired[str]
    until: NotRequired[str]
    limit: NotRequired[int]


class ListScopesQuery(TypedDict):
    limit: NotRequired[int]
    after: NotRequired[int | str]
    includeTombstoned: NotRequired[Literal['true', 'false']]


ListScopesAnswer: TypeAlias = list[ScopeNode]


class DeleteScopeQuery(TypedDict):
    path: str


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


ListPrincipalsAnswer: TypeAlias = list[Principal]


class GetEffectiveGrantsQuery(TypedDict):
    path: str
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


class ContextChangeRequest(TypedDict):
    displayName: NotRequired[DisplayName | None]
    config: NotRequired[dict[str, Any] | None]
    policy: NotRequired[ContextPolicyRequest | None]


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


class FsckReport(TypedDict):
    contradictions: list[ContradictionFinding]
    duplicates: list[DuplicateFinding]
    injection: list[InjectionFinding]
    unscopedContent: list[UnscopedContentFinding]
    index: IndexFindings
    total: int
    repaired: int


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


class TraceRecord(TypedDict):
    cached: bool
    createdAt: str
    id: str
    kind: Literal['retrieval', 'response']
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


ListContextsAnswer: TypeAlias = list[Context]


ListContextKeysAnswer: TypeAlias = list[KeyDetail]


ListContextPrincipalKeysAnswer: TypeAlias = list[KeyDetail]


ListKeysAnswer: TypeAlias = list[KeyDetail]


class AuditResponse(TypedDict):
    rows: list[AuditRow]


class CategoryState(TypedDict):
    entities: list[EntityDetail]
    attributes: list[AttributeDetail]
    relations: list[RelationDetail]


class CorrectionResponse(TypedDict):
    extraction: ExtractionResult


class EntityResponse(TypedDict):
    entity: EntityDetail
    attributes: list[AttributeDetail]
    relations: list[RelationDetail]
    uncertainties: list[UncertaintySummary]


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


class StateResponse(TypedDict):
    identity: CategoryState
    knowledge: CategoryState
    context: CategoryState
    instructions: list[InstructionSummary]
    unknowns: list[UncertaintySummary]


class TraceListResponse(TypedDict):
    traces: list[TraceRecord]


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


class InspectResponse7(TypedDict):
    kind: Literal['uncertainty']
    uncertainty: Uncertainty
    decisions: list[Decision]


InspectResponse: TypeAlias = InspectResponse1 | InspectResponse2 | InspectResponse3 | InspectResponse4 | InspectResponse5 | InspectResponse6 | InspectResponse7 | InspectResponse8 | InspectResponse9


HealthAnswer: TypeAlias = Any
ReadyAnswer: TypeAlias = Any
CreateContextAnswer: TypeAlias = Context
PutContextAnswer: TypeAlias = Context
GetContextAnswer: TypeAlias = Context
UpdateContextAnswer: TypeAlias = Context
DeleteContextAnswer: TypeAlias = Any
GetContextUsageAnswer: TypeAlias = UsageReport
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
GetContextVocabularyAnswer: TypeAlias = Vocabulary
PutContextVocabularyAnswer: TypeAlias = Vocabulary
GetVocabularyAnswer: TypeAlias = Vocabulary
PutVocabularyAnswer: TypeAlias = Vocabulary
RememberAnswer: TypeAlias = Any
RememberBatchAnswer: TypeAlias = Any
RecallAnswer: TypeAlias = Any
ContextAnswer: TypeAlias = Any
ChatAnswer: TypeAlias = Any
ChatInSessionAnswer: TypeAlias = Any
ListKeywordsAnswer: TypeAlias = Any
SearchKeywordsAnswer: TypeAlias = Any
GetKeywordAnswer: TypeAlias = Any
QueryDocumentsAnswer: TypeAlias = Any
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
CreateSessionAnswer: TypeAlias = Any
ListSessionsAnswer: TypeAlias = Any
GetSessionAnswer: TypeAlias = Any
DeleteSessionAnswer: TypeAlias = Any
ListTurnsAnswer: TypeAlias = Any
AddTurnAnswer: TypeAlias = Any
AskSessionContextAnswer: TypeAlias = Any
GetSessionContextAnswer: TypeAlias = Any
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
