# Made by generate.py from clients/openapi.json.

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class Alias(TypedDict):
    entityId: str
    """
    The entity that it is about.
    """
    entity: str
    """
    The entity that it is about, as Type/name.
    """
    alias: str
    """
    Another name of the entity.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    source: str
    """
    The principal who gave it, or the turn that it was read from.
    """


class AliasListResponse(TypedDict):
    aliases: list[Alias]
    """
    The entity's other names.
    """


class AliasRequest(TypedDict):
    alias: str
    """
    Another name of the entity. At most 256 characters.
    """
    reason: NotRequired[str | None]
    """
    Why, in words. Default: none. At most 2000 characters.
    """


class AssignUncertaintyRequest(TypedDict):
    owner: str | None
    """
    Who sees to it; null for nobody. At most 128 characters.
    """


BatchExtractionMode: TypeAlias = Literal['whole_conversation', 'per_message']


class CandidateSource(TypedDict):
    kind: str
    """
    What it was read from: `turn`, `chunk`, `caller` (stated by a program) or `derived`.
    """
    ref: str | None
    """
    The id of the turn or chunk that it was read from; null where the caller stated it.
    """
    text: str
    """
    The words themselves.
    """
    role: str | None
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    documentTitle: str | None
    """
    The document's title.
    """
    knownAt: str
    """
    When it was known: what `asOf` reads.
    """
    principal: str | None
    """
    The principal who asked; null for the service itself.
    """


class ChatDeltaEvent(TypedDict):
    delta: str
    """
    The next piece of the reply.
    """


class ChatTraceEvent(TypedDict):
    traceId: str
    """
    The trace: how it came about.
    """
    sessionId: str
    """
    The conversation that it belongs to.
    """


class Chunk(TypedDict):
    id: str
    """
    The chunk's id.
    """
    document: str
    """
    The document's id.
    """
    position: int
    """
    Its place in the document, from 0.
    """
    section: str | None
    """
    The heading that it stands under.
    """
    sectionId: str | None
    """
    The section that it stands in.
    """
    text: str
    """
    The words themselves.
    """
    charStart: int
    """
    Where in the document's text it begins, in UTF-16 units from 0.
    """
    charEnd: int
    """
    Where in the document's text it ends: the character after the last.
    """
    tokenCount: int
    """
    About how many tokens it has.
    """
    page: int | None
    """
    The page that it stands on, from 1; null where the format has none.
    """
    duplicateOf: str | None
    """
    The passage that it nearly repeats; null for none.
    """
    setAside: bool
    """
    Whether it is set aside: reading it for facts ended its reader twice. It is found all the same.
    """


class ChunkPage(TypedDict):
    chunks: list[Chunk]
    """
    The passages.
    """
    page: int
    """
    Which page, counted from 0. Default 0.
    """
    pageSize: int
    """
    How many records on a page. Default 50.
    """
    total: int
    """
    How many there are, on all pages.
    """


class Citation(TypedDict):
    id: str
    """
    The record's id.
    """
    kind: str
    """
    What kind of hit it cites.
    """
    snippet: str
    """
    Its words, shortened.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """
    marker: str
    """
    How the text refers to it.
    """
    occurredAt: NotRequired[str]
    """
    The known time of what it shows.
    """
    role: NotRequired[str]
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    documentId: NotRequired[str]
    """
    The document's id.
    """
    documentTitle: NotRequired[str]
    """
    The document's title.
    """
    positionPercent: NotRequired[float]
    """
    How far into its document it stands, in percent.
    """
    disputed: NotRequired[bool]
    """
    Whether another source says otherwise.
    """


class ConsolidateRequest(TypedDict):
    dryRun: NotRequired[bool | None]
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """
    factLimit: NotRequired[int | None]
    """
    How many facts are read at most. Default 1,000. From 1 to 10000.
    """
    observationLimit: NotRequired[int | None]
    """
    How many earlier observations are read at most. Default 200. From 1 to 1000.
    """


class ContextPolicy(TypedDict):
    allowSelfServiceKeys: NotRequired[bool]
    """
    Whether principals may make keys of their own.
    """
    maxTokenTtlSeconds: NotRequired[int]
    """
    The longest life of a key or token, in seconds; 0 for no bound.
    """
    delegation: NotRequired[Literal['any', 'listed']]
    """
    Whom principals may act for: everybody (`any`), or those of `delegationTargets` (`listed`).
    """
    delegationTargets: NotRequired[list[str]]
    """
    The ids of the principals who may be acted for, under `listed`.
    """


class ContextPolicyRequest(TypedDict):
    allowSelfServiceKeys: NotRequired[bool | None]
    """
    Whether principals may make keys of their own. Default true.
    """
    maxTokenTtlSeconds: NotRequired[int | None]
    """
    The longest life of a key or token, in seconds. Default: no bound. From 1 to 2147483647.
    """
    delegation: NotRequired[Literal['any', 'listed'] | None]
    """
    Whom principals may act for: everybody (`any`, default), or those of `delegationTargets` (`listed`).
    """
    delegationTargets: NotRequired[list[str] | None]
    """
    The ids of the principals who may be acted for, under `listed`. Default: nobody. At most 256.
    """


class ContextRequest(TypedDict):
    id: NotRequired[str | None]
    """
    The id that the context is to have. Default: one that the service makes. At most 128 characters.
    """
    displayName: NotRequired[str | None]
    """
    The name that people are shown. Default: the id. At most 128 characters.
    """
    config: NotRequired[dict[str, Any] | None]
    """
    Models by stage, limits and times of the context. Default: those of the deployment.
    """
    policy: NotRequired[ContextPolicyRequest | None]
    """
    What keys and principals of the context may do. Default: each field's default.
    """
    adminExternalId: NotRequired[str | None]
    """
    The caller's own id of the context's first administrator. Default: none. At most 256 characters.
    """
    owner: NotRequired[str | None]
    """
    What declares this context elsewhere, such as a resource of Kubernetes. A place may be named too, as `kubernetes:prod/team-a`: whatever is in it may then take the context over. Default: nothing. At most 512 characters.
    """


class Index(TypedDict):
    """
    The search index beside the truth.
    """

    available: bool
    """
    Whether the index answers.
    """
    behind: int
    """
    How many changes are not indexed yet.
    """
    behindSince: str | None
    """
    When the oldest of them was made; null for none.
    """
    degraded: list[str]
    """
    What the index does without, and why.
    """


class ContextState(TypedDict):
    records: dict[str, int]
    """
    How many there are of each kind.
    """
    health: dict[str, int]
    """
    How many wait or failed, by what they wait for.
    """
    index: Index
    """
    The search index beside the truth.
    """


class ContradictionFinding(TypedDict):
    entity: str
    """
    The entity that it is about, as Type/name.
    """
    key: str
    """
    What is said of the entity, in snake_case.
    """
    values: list[str]
    """
    The values that stand against each other.
    """
    uncertaintyId: str
    """
    The uncertainty's id.
    """


class ContradictionStats(TypedDict):
    contradictionRate: float
    """
    Contradictions as a share of reconciliations, from 0 to 1.
    """
    contradictions: int
    """
    How many statements contradicted what was known.
    """
    reconciliations: int
    """
    How many statements were compared with what was known.
    """


class CorrectionRequest(TypedDict):
    key: str
    """
    What is said of the entity, in snake_case. At most 64 characters.
    """
    value: str
    """
    What is right. At most 4096 characters.
    """
    old: NotRequired[str | None]
    """
    The value that is wrong; needed where the key holds several. Default: the one that it holds. At most 4096 characters.
    """
    reason: str
    """
    Why, in words. At most 2000 characters.
    """
    memoryCategory: NotRequired[Literal['identity', 'knowledge', 'context'] | None]
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """


class CorrectionSummary(TypedDict):
    entityId: str
    """
    The entity that it is about.
    """
    key: str
    """
    What is said of the entity, in snake_case.
    """
    oldValue: str
    """
    The value that was ended.
    """
    newValue: str
    """
    The value that stands in its place.
    """


class DecayResult(TypedDict):
    state: Literal['done']
    """
    Its state.
    """
    affected: int
    """
    How many records changed.
    """


class Decision(TypedDict):
    id: str
    """
    The decision's id.
    """
    kind: str
    """
    What was done to the record: `create`, `update` or `supersede`.
    """
    rule: str
    """
    The rule by which it was decided.
    """
    recordId: str
    """
    The record that was changed.
    """
    turnId: str | None
    """
    The turn that it was said in.
    """
    evidence: Any
    """
    What the decision rests on: the sentence, and its place.
    """
    traceId: str
    """
    The trace: how it came about.
    """
    principal: str
    """
    The principal who asked; null for the service itself.
    """
    delegatedPrincipal: str | None
    """
    The principal who was acted for; null for none.
    """
    createdAt: str
    """
    When it was made, or first known.
    """


DecisionKind: TypeAlias = Literal['create', 'update', 'supersede']


class DecisionSummary(TypedDict):
    id: str
    """
    The decision's id.
    """
    kind: DecisionKind
    """
    What was done to the record.
    """
    rule: str
    """
    The rule by which it was decided.
    """
    recordId: str
    """
    The record that was changed.
    """


class DocumentKeyword(TypedDict):
    id: str
    """
    The keyword's id.
    """
    normalised: str
    """
    The keyword as it is compared.
    """
    text: str
    """
    The keyword as it is written.
    """
    score: float
    """
    How much the keyword says of the document.
    """


class DocumentKeywordsResponse(TypedDict):
    keywords: list[DocumentKeyword]
    """
    The keywords.
    """


DocumentStatus: TypeAlias = Literal['queued', 'extracting', 'chunking', 'extracting_nodes', 'embedding', 'keywording', 'ready', 'failed']


class DuplicateFinding(TypedDict):
    entityA: str
    """
    One of the two, as Type/name.
    """
    entityB: str
    """
    The other one, as Type/name.
    """
    similarity: float
    """
    How like they are, from 0 to 1.
    """


class EffectiveGrants(TypedDict):
    path: str
    """
    A scope path.
    """
    verbs: list[str]
    """
    The verbs.
    """
    asOf: str | None
    """
    The time at which the grants held; null for now.
    """


class ElaborateProposedRelation(TypedDict):
    subject: str
    """
    The entity that the relation begins at, as Type/name.
    """
    label: str
    """
    The relation's label.
    """
    object: str
    """
    The entity that the relation leads to, as Type/name.
    """


class ElaborateRequest(TypedDict):
    dryRun: NotRequired[bool | None]
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """
    entityRef: NotRequired[str | None]
    """
    The entity to think about, by name or id. Not together with `sweep`. Default: none; entities are gone through. At most 512 characters.
    """
    sweep: NotRequired[bool | None]
    """
    Whether entities are gone through, at most `budget` of them. Default: true unless `entityRef` is given.
    """
    budget: NotRequired[int | None]
    """
    How many entities at most. Default 20. From 1 to 200.
    """


EndUserId: TypeAlias = str
"""
An end user, by your own id for them: stands for the scope /user/<id>, which needs no registration, and for who says I.
"""


class EndedPart(TypedDict):
    factId: NotRequired[str]
    """
    The fact.
    """
    text: str
    """
    The fact in words.
    """
    spanStart: int
    """
    Where in its source it stands: the first character, from 0, in UTF-16 units.
    """
    spanEnd: int
    """
    Where in its source it ends: the character after the last.
    """
    validUntil: str
    """
    When it ended.
    """
    endedBy: NotRequired[str]
    """
    What ended it: the fact that took its place, or the turn that denied it.
    """


class ErasureReceipt(TypedDict):
    id: str
    """
    The receipt's id.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    principal: str
    """
    The principal who asked; null for the service itself.
    """
    erased: dict[str, int]
    """
    How many rows were erased, by place.
    """
    hash: str
    """
    SHA-256 over the erased ids, sorted; in hexadecimal.
    """
    stillHeld: list[str]
    """
    What in this deployment still holds it, and until when.
    """
    covers: str
    """
    What was erased, and what was not.
    """
    follows: list[str]
    """
    What a schedule erases behind it, within minutes.
    """
    beyondReach: list[str]
    """
    Copies made before it that Loci cannot reach, and until when they hold it.
    """


class ForgottenRef(TypedDict):
    id: str
    """
    The record's id.
    """
    kind: str
    """
    What kind of record it was.
    """
    label: str
    """
    What it said, shortened; of a part its words. Empty where the caller may not read it.
    """
    extent: Literal['whole', 'part']
    """
    `part`: only these words of a text go, and the rest of it stays.
    """
    matchedBy: Literal['words', 'meaning', 'id', 'along']
    """
    By what it matched: its words, or their meaning. `id`: it was named. `along`: something else takes it along.
    """
    score: float
    """
    How much of the description it bears: 1 where each word is borne by a word, 0 where nothing was compared. From 0 to 1.
    """
    goesWith: NotRequired[str]
    """
    The id of the record that takes it along.
    """


class FsckRequest(TypedDict):
    check: NotRequired[Literal['contradictions', 'duplicates', 'injection', 'unscoped', 'index', 'all'] | None]
    """
    Which check to run. Default `all`.
    """
    duplicateThreshold: NotRequired[float | None]
    """
    From which similarity on two entities are told as duplicates. Default 0.9. From 0.5 to 1.
    """
    maxResults: NotRequired[int | None]
    """
    How many findings of a kind are told at most. Default 100. From 1 to 1000.
    """
    repair: NotRequired[bool | None]
    """
    Whether what can be mended is. Default false.
    """


class GraphEvidence(TypedDict):
    edgeKind: str
    """
    The kind of link; `hybrid_graph` where there are several.
    """
    neighbourLabel: str
    """
    The title of the linked document.
    """
    weight: float
    """
    How strong the link is, from 0 to 1.
    """


class Health(TypedDict):
    status: Literal['ok']
    """
    Its state.
    """


class ImportResponse(TypedDict):
    fromContextId: str
    """
    The context that the export was made of.
    """
    imported: dict[str, int]
    """
    How many records were imported, by kind.
    """
    skipped: dict[str, int]
    """
    How many were there already, by kind.
    """
    dangling: dict[str, int]
    """
    How many name a record that is not there, by field.
    """
    danglingIds: list[str]
    """
    Their ids, at most a hundred.
    """
    unembedded: int
    """
    How many texts still lack their vectors.
    """


class IndexFindings(TypedDict):
    missing: list[str]
    """
    Ids that the index lacks, at most 1,000.
    """
    orphaned: list[str]
    """
    Ids that only the index has, at most 1,000.
    """
    missingCount: int
    """
    How many ids the index lacks.
    """
    orphanedCount: int
    """
    How many ids only the index has.
    """
    repaired: int
    """
    How many were mended.
    """


InferMode: TypeAlias = Literal['full', 'triples', 'preview', 'none']


class InjectionFinding(TypedDict):
    kind: str
    """
    What the text tries: to override instructions, a role, and so on.
    """
    rowId: str
    """
    The record that holds it.
    """
    snippet: str
    """
    Its words, shortened.
    """


class InspectResponse9(TypedDict):
    kind: Literal['health']
    """
    What kind of thing it is.
    """
    records: dict[str, int]
    """
    How many there are of each kind.
    """
    health: dict[str, int]
    """
    How many wait or failed, by what they wait for.
    """
    revision: int
    """
    How many changes the context has seen.
    """


class InstructionSummary(TypedDict):
    id: str
    """
    The instruction's id.
    """
    label: str
    """
    What it is about, in a word.
    """
    description: str
    """
    For people: what it is.
    """


KeyClass: TypeAlias = Literal['multi', 'changing', 'stable']


KeyState: TypeAlias = Literal['active', 'expired', 'revoked']


class Keyword(TypedDict):
    id: str
    """
    The keyword's id.
    """
    normalised: str
    """
    The keyword as it is compared.
    """
    text: str
    """
    The keyword as it is written.
    """
    documentCount: int
    """
    How many documents have it.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """


class KeywordDocument(TypedDict):
    id: str
    """
    The document's id.
    """
    title: str
    """
    The title.
    """
    score: float
    """
    How much the keyword says of the document.
    """


class KeywordPage(TypedDict):
    keywords: list[Keyword]
    """
    The keywords.
    """
    page: int
    """
    Which page, counted from 0. Default 0.
    """
    pageSize: int
    """
    How many records on a page. Default 50.
    """
    total: int
    """
    How many there are, on all pages.
    """


class KeywordSearchHit(TypedDict):
    id: str
    """
    The keyword's id.
    """
    normalised: str
    """
    The keyword as it is compared.
    """
    text: str
    """
    The keyword as it is written.
    """
    documentCount: int
    """
    How many documents have it.
    """
    score: float
    """
    How near the keyword is to the question.
    """


class KeywordSearchRequest(TypedDict):
    query: str
    """
    What the keywords should be near to. At most 1000 characters.
    """
    k: NotRequired[int | None]
    """
    How many hits at most. Default 10; a server may allow fewer. From 1 to 50.
    """
    threshold: NotRequired[float | None]
    """
    The least score of a hit. Default 0. From 0 to 1.
    """


class KeywordSearchResponse(TypedDict):
    results: list[KeywordSearchHit]
    """
    The hits, best first.
    """
    queryMs: int
    """
    How long it took, in milliseconds.
    """


class LegPart(TypedDict):
    leg: str
    """
    The way of searching.
    """
    rank: int
    """
    Its place there, 1 for the best; 0 where the leg does not rank.
    """
    score: float
    """
    The leg's own measure of it.
    """
    contribution: float
    """
    What the leg added to the hit's score.
    """


class LifecycleResponse(TypedDict):
    affected: int
    """
    How many records changed.
    """


MemoryCategory: TypeAlias = Literal['identity', 'knowledge', 'context']


class Disagreement(TypedDict):
    """
    Present where another source says otherwise.
    """

    uncertaintyIds: list[str]
    """
    The open uncertainties that name it.
    """


MemoryQueryMode: TypeAlias = Literal['hybrid', 'vector', 'bm25', 'graph']


class Merge(TypedDict):
    id: str
    """
    The merge's id.
    """
    kept: str
    """
    The entity that stayed.
    """
    merged: str
    """
    The entity that became part of it.
    """
    reason: str
    """
    Why, in words.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    undoneAt: str | None
    """
    When the merge was taken back; null while it holds.
    """
    principal: str
    """
    The principal who asked; null for the service itself.
    """


class MergeListResponse(TypedDict):
    merges: list[Merge]
    """
    Which entities were said to be the same, newest first.
    """
    total: int
    """
    How many there are, on all pages.
    """


class MergeRequest(TypedDict):
    keep: str
    """
    The entity that stays, by name or id. At most 512 characters.
    """
    merge: str
    """
    The entity that becomes part of it, by name or id. At most 512 characters.
    """
    reason: str
    """
    Why, in words. At most 2000 characters.
    """


class MintedKey(TypedDict):
    id: str
    """
    The key's id.
    """
    name: str
    """
    The key's name, unique in its context.
    """
    key: str
    """
    The key itself. It is shown this once.
    """
    validUntil: str | None
    """
    When the key stops working; null for never.
    """


class MintedToken(TypedDict):
    id: str
    """
    The key's id.
    """
    name: str
    """
    The key's name, unique in its context.
    """
    key: str
    """
    The token itself. It is shown this once.
    """
    validUntil: str | None
    """
    When the token stops working.
    """
    principalId: str
    """
    The principal's id.
    """


class NotPersisted(TypedDict):
    reason: str
    """
    Why nothing was kept, in a word.
    """
    detail: str
    """
    Why nothing was kept, for people.
    """


class Error(TypedDict):
    pointer: str
    """
    A JSON pointer, in the caller's own spelling.
    """
    detail: str
    """
    What is wrong, in words.
    """


class Problem(TypedDict):
    type: str
    """
    What kind of problem it is: a URN that stays the same.
    """
    title: str
    """
    What kind of problem it is.
    """
    status: int
    """
    The HTTP status.
    """
    detail: str
    """
    What is wrong here, and what to do.
    """
    instance: str
    """
    The path that was requested.
    """
    traceId: str
    """
    The log names it too.
    """
    errors: NotRequired[list[Error]]
    """
    Each bad field of the request.
    """


class ProfileEntry(TypedDict):
    key: str
    """
    What is said of the entity, in snake_case.
    """
    value: str
    """
    The value.
    """
    factId: str
    """
    The fact.
    """
    entity: str
    """
    The entity that it is about, as Type/name.
    """
    disputed: bool
    """
    Whether another source says otherwise.
    """


class ProfileResponse(TypedDict):
    static: list[ProfileEntry]
    """
    Who the person is.
    """
    dynamic: list[ProfileEntry]
    """
    What holds for now, and what changed lately.
    """
    preferences: list[ProfileEntry]
    """
    What the person likes and wants.
    """
    instructions: list[InstructionSummary]
    """
    How the person wants to be answered.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class ProviderTest(TypedDict):
    usedFor: list[str]
    """
    What asks it: stages of the context, `embeddings` or `reranker`.
    """
    model: str
    """
    The model that was asked.
    """
    shared: bool
    """
    Whether it is the deployment's own, for all contexts.
    """
    ok: bool
    """
    Whether it answered.
    """
    latencyMs: int
    """
    How long it took, in milliseconds.
    """
    error: str | None
    """
    The kind of the failure: a code, with an HTTP status or a system's code; null where it answered.
    """
    advice: str | None
    """
    What can be done about it; null where nothing need be.
    """


class ProviderTests(TypedDict):
    ok: bool
    """
    Whether all of them answered.
    """
    tests: list[ProviderTest]
    """
    What came of each test.
    """


class PurgeResponse(TypedDict):
    deleted: int
    """
    How many records match; under `dryRun`, how many would go.
    """
    refs: list[ForgottenRef]
    """
    Each record that goes, 10,000 at most: what matches, and what goes along with it.
    """
    receipt: NotRequired[ErasureReceipt]
    """
    Of a purge: what was erased, without saying what it was.
    """


class QueryHitChunk(TypedDict):
    id: str
    """
    The chunk's id.
    """
    document: str
    """
    The document's id.
    """
    position: int
    """
    Its place in the document, from 0.
    """
    section: str | None
    """
    The heading that it stands under.
    """
    text: str
    """
    The words themselves.
    """
    charStart: int
    """
    Where in the document's text it begins, in UTF-16 units from 0.
    """
    charEnd: int
    """
    Where in the document's text it ends: the character after the last.
    """
    positionPercent: float
    """
    How far into its document it stands, in percent.
    """
    page: int | None
    """
    The page that it stands on, from 1; null where the format has none.
    """


class QueryHitDocument(TypedDict):
    id: str
    """
    The document's id.
    """
    source: str
    """
    Where it comes from, as the upload said.
    """
    title: str
    """
    The title.
    """


QueryKind: TypeAlias = Literal['direct_lookup', 'hybrid', 'full_context']


class Location(TypedDict):
    """
    No record has a place yet: anything but null, or a filter of nulls, is refused. Default: null.
    """

    near: NotRequired[None]
    """
    The place that records must be near to. None has a place yet: null alone is taken. Default: null.
    """
    within: NotRequired[None]
    """
    The area that records must lie in. None has a place yet: null alone is taken. Default: null.
    """


class Filter(TypedDict):
    """
    Which documents are searched. Default: all that the key may read.
    """

    documentIds: NotRequired[list[str] | None]
    """
    Only these documents. Default: all. At most 1000.
    """
    mimeType: NotRequired[list[str] | None]
    """
    Only documents of these media types. Default: all. At most 100.
    """


class QueueDepth(TypedDict):
    queued: int
    """
    How much of it waits.
    """
    running: int
    """
    How much of it runs.
    """
    failed: int
    """
    How much of it failed.
    """


class Readiness(TypedDict):
    status: Literal['ready', 'unavailable']
    """
    Its state.
    """
    parts: dict[str, str]
    """
    `ok` for each part, or what is wrong with it.
    """
    degraded: dict[str, str]
    """
    What had to be done without, and why.
    """


class RecomputeLinksResponse(TypedDict):
    linksEmitted: int
    """
    How many links between documents there are now.
    """


class ReindexResult(TypedDict):
    state: Literal['done']
    """
    Its state.
    """
    indexed: int
    """
    How many records were indexed.
    """
    position: int
    """
    Up to which change the index was filled.
    """


class RelationSummary(TypedDict):
    id: str
    """
    The relation's id.
    """
    subject: str
    """
    The entity that the relation begins at, as Type/name.
    """
    label: str
    """
    The relation's label.
    """
    object: str
    """
    The entity that the relation leads to, as Type/name.
    """
    memoryCategory: MemoryCategory
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """


class ResolveUncertaintyRequest(TypedDict):
    chosen: NotRequired[list[str] | None]
    """
    The ids of the facts that were found right. Default: none; `value` or `same` says what is. At most 64.
    """
    value: NotRequired[str | None]
    """
    What is right, where none of the candidates is. Either this or `chosen`. At most 4096 characters.
    """
    same: NotRequired[bool | None]
    """
    Where it is whether two are the same (`key` is `same_as`), and needed there: true merges them, false keeps them apart for good. It stands alone with its reason. Default: not said.
    """
    reason: str
    """
    Why, in words. At most 2000 characters.
    """


class ResponseTraceSummary(TypedDict):
    cached: bool
    """
    Whether it was answered from what was kept.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    id: str
    """
    The trace's id.
    """
    latencyMs: int
    """
    How long it took, in milliseconds.
    """
    responseText: str
    """
    What was replied.
    """
    reusedFrom: str | None
    """
    The trace whose reply was given again; null for none.
    """
    sessionId: str | None
    """
    The conversation that it belongs to.
    """
    source: str
    """
    By which door it was asked.
    """
    userMessage: str
    """
    What was asked.
    """


ResultKind: TypeAlias = Literal['entity', 'attribute', 'memory_chunk', 'chunk', 'section']


class RetriedPending(TypedDict):
    turns: int
    """
    How many turns were taken up.
    """
    documents: int
    """
    How many documents were taken up.
    """


class RetrievalStats(TypedDict):
    avgCandidateSet: float
    """
    How many candidates a recall had on average.
    """
    maxCandidateSet: int
    """
    How many candidates a recall had at most.
    """
    traces: int
    """
    How many recalls there were.
    """
    zeroHitQueries: int
    """
    How many recalls found nothing.
    """
    zeroHitRate: float
    """
    Recalls that found nothing, as a share of all, from 0 to 1. From 0 to 1.
    """
    degradedQueries: int
    """
    How many recalls were answered without one of their legs.
    """


class ReturnedRef(TypedDict):
    id: str
    """
    The record's id.
    """
    rank: int
    """
    Its place among the hits, 1 for the best.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """
    table: str
    """
    The kind of record.
    """
    label: str
    """
    A name for people, where there is one.
    """


class ScopeNode(TypedDict):
    path: str
    """
    A scope path.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    tombstonedAt: str | None
    """
    When the path was deleted; null while it can be used.
    """
    displayName: str
    """
    The name that people are shown.
    """
    description: str
    """
    For people: what it is.
    """


ScopePath: TypeAlias = str
"""
A scope path.
"""


ScopePattern: TypeAlias = str
"""
A scope path; `*` and `/` stand for everything, and a trailing `/*` means the path itself.
"""


ScopeSelector: TypeAlias = ScopePath | list[ScopePath | list[ScopePath]]
"""
A scope path; paths of which any may hold; or arrays of paths of which any may hold with all its paths.
"""


ScopeSets: TypeAlias = list[list[str]]


ScopeView: TypeAlias = Literal['strict', 'crossTeam', 'merged']


class SessionContextRequest(TypedDict):
    query: str
    """
    What the next turn is about. Default: what was last said by the user. At most 10000 characters.
    """
    k: NotRequired[int | None]
    """
    How many hits at most. Default 10; a server may allow fewer. From 1 to 50.
    """
    maxTokens: NotRequired[int | None]
    """
    How long the answer may become, in tokens (estimated: one for each four characters, and one for each of a script without spaces). It is filled best first, and `leftOut` says how many records had no room. Default 2000 for a block of context; elsewhere all is answered. From 100 to 100000.
    """
    asOf: NotRequired[str | None]
    """
    What was known at this time. Default: now.
    """
    atInstant: NotRequired[str | None]
    """
    What held in the world at this instant. Default: no restriction.
    """
    validFrom: NotRequired[str | None]
    """
    With `validUntil`: what held in the world within this span. Its start. Default: no restriction.
    """
    validUntil: NotRequired[str | None]
    """
    With `validFrom`: what held in the world within this span. Its end, which is later than its start. Default: no restriction.
    """
    recordedAsOf: NotRequired[str | None]
    """
    What the service believed at this time: rows as they had been recorded by then. Default: now.
    """
    includeEnded: NotRequired[bool | None]
    """
    Whether what has ended is shown too, after what has not, and marked. Default false; where a time is asked for, it is shown in any case.
    """


class SessionResponse(TypedDict):
    id: str
    """
    The session's id.
    """
    sessionId: str
    """
    The conversation that it belongs to.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    title: str
    """
    The first words in it that say something, of what the caller sees; empty where nothing was said.
    """
    preview: str
    """
    How it goes on, at most 160 characters.
    """
    metadata: dict[str, Any]
    """
    Fields of the caller's own, kept as they are.
    """
    turns: int
    """
    How many turns it has.
    """
    lastTurnAt: str | None
    """
    When something was last said; null for never.
    """
    state: str
    """
    Its state.
    """


class SourceKindCount(TypedDict):
    kind: str
    """
    The kind of hit.
    """
    count: int
    """
    How many there are.
    """


class SourceRef(TypedDict):
    kind: str
    """
    What it was read from: `turn`, `chunk`, `caller` (stated by a program) or `derived`.
    """
    ref: str | None
    """
    The id of the turn or chunk that it was read from; null where the caller stated it.
    """
    sessionId: str | None
    """
    The conversation that it belongs to.
    """
    documentId: NotRequired[str]
    """
    The document's id.
    """
    spanStart: NotRequired[int]
    """
    Where in its source it stands: the first character, from 0, in UTF-16 units.
    """
    spanEnd: NotRequired[int]
    """
    Where in its source it ends: the character after the last.
    """


Standing: TypeAlias = Literal['current', 'ended', 'disputed', 'unread']


class StateRequest(TypedDict):
    lens: NotRequired[ScopeSelector | None]
    """
    Only what these scopes are involved in, inside what the key may read. Also accepted as `scope` and `scopes`. Default: all that the key may read.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; the selector decides.
    """
    asOf: NotRequired[str | None]
    """
    What was known at this time. Default: now.
    """
    atInstant: NotRequired[str | None]
    """
    What held in the world at this instant. Default: no restriction.
    """
    validFrom: NotRequired[str | None]
    """
    With `validUntil`: what held in the world within this span. Its start. Default: no restriction.
    """
    validUntil: NotRequired[str | None]
    """
    With `validFrom`: what held in the world within this span. Its end, which is later than its start. Default: no restriction.
    """
    recordedAsOf: NotRequired[str | None]
    """
    What the service believed at this time: rows as they had been recorded by then. Default: now.
    """
    maxTokens: NotRequired[int | None]
    """
    How long the answer may become, in tokens (estimated: one for each four characters, and one for each of a script without spaces). It is filled best first, and `leftOut` says how many records had no room. Default 2000 for a block of context; elsewhere all is answered. From 100 to 100000.
    """


Stream: TypeAlias = Literal['experiential', 'authoritative']


class SupersessionStats(TypedDict):
    churnPerEntity: float
    """
    How many facts were replaced for each entity that changed.
    """
    entitiesChurned: int
    """
    How many entities changed.
    """
    supersessionEvents: int
    """
    How many facts were replaced.
    """


Tier: TypeAlias = Literal['direct', 'cache', 'full_context', 'hybrid']


class TierCounts(TypedDict):
    direct: int
    """
    Answers of the graph alone.
    """
    fullContext: int
    """
    Answers with all there is.
    """
    hybrid: int
    """
    Answers of a search.
    """


class TierLatency(TypedDict):
    tier: str
    """
    The tier.
    """
    queries: int
    """
    How many answers it gave.
    """
    p50LatencyMs: float
    """
    Half of the answers took no longer, in milliseconds.
    """
    p95LatencyMs: float
    """
    19 of 20 answers took no longer, in milliseconds.
    """
    maxLatencyMs: float
    """
    The longest answer, in milliseconds.
    """


class TokenCount(TypedDict):
    input: int
    """
    Tokens that it took.
    """
    output: int
    """
    Tokens that it gave.
    """


TraceKind: TypeAlias = Literal['decision', 'retrieval', 'response', 'access', 'mutation', 'denied']


class TracedHit(TypedDict):
    id: str
    """
    The record's id.
    """
    source: str
    """
    What kind of record it is.
    """
    rank: int
    """
    Its place among the hits, 1 for the best.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """
    legs: list[LegPart]
    """
    Each leg's part of the score.
    """


class TripleEntity(TypedDict):
    name: str
    """
    What it is called. At most 256 characters.
    """
    type: str
    """
    The kind of thing, a free word. At most 64 characters.
    """


TurnRole: TypeAlias = Literal['user', 'assistant', 'system', 'tool']


class UncertaintyResolution(TypedDict):
    rule: str
    """
    The rule by which it was decided.
    """
    reason: str | None
    """
    Why, in words.
    """
    by: str | None
    """
    The principal who settled it; null for the service itself.
    """
    chosen: list[str]
    """
    The ids of the facts that were found right.
    """


UncertaintyStatus: TypeAlias = Literal['open', 'resolved', 'withdrawn']


class UncertaintySummary(TypedDict):
    id: str
    """
    The uncertainty's id.
    """
    about: str
    """
    What is disputed: the entity and the key.
    """
    reason: str
    """
    Why, in words.
    """


class UndoMergeRequest(TypedDict):
    reason: NotRequired[str | None]
    """
    Why, in words. Default: none. At most 2000 characters.
    """


class UnscopedContentFinding(TypedDict):
    table: str
    """
    The kind of record.
    """
    count: int
    """
    How many there are.
    """
    sampleIds: list[str]
    """
    Some of their ids.
    """


class UploadMetadata(TypedDict):
    title: NotRequired[str | None]
    """
    Default: what the document calls itself, else its file's name. At most 1024 characters.
    """
    source: NotRequired[str | None]
    """
    Where it comes from, for people: an address, a system. Default: an empty text. At most 2048 characters.
    """
    mimeType: NotRequired[str | None]
    """
    The media type. Default: what the bytes and the name say. At most 256 characters.
    """
    filename: NotRequired[str | None]
    """
    The file's name. Default: that of the form's part. At most 512 characters.
    """
    scopes: NotRequired[ScopeSelector | None]
    """
    Where it belongs; also accepted as `scope` and `lens`. Default: all that the key may write.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; the selector decides.
    """
    labels: NotRequired[list[str] | None]
    """
    `key=value` tags that are stamped on the document and its passages. Default: none.
    """
    observedAt: NotRequired[str | None]
    """
    When what it says was known. Default: the time of the request.
    """


class UploadResponse(TypedDict):
    id: str
    """
    The document's id.
    """
    contentHash: str
    """
    SHA-256 of its bytes, in hexadecimal.
    """
    version: int
    """
    The version, from 1.
    """
    status: DocumentStatus
    """
    Its state.
    """
    deduplicated: bool
    """
    Whether the same content was there already: then nothing was stored.
    """


class UsageRow(TypedDict):
    stage: str
    """
    What the model was asked for.
    """
    model: str
    """
    The model.
    """
    inputTokens: int
    """
    Tokens that models took.
    """
    outputTokens: int
    """
    Tokens that models gave.
    """
    reserved: int
    """
    Tokens of calls that are under way.
    """


ValidPrecision: TypeAlias = Literal['second', 'minute', 'hour', 'day', 'month', 'year']


Verb: TypeAlias = Literal['memory:read', 'memory:write', 'memory:forget', 'scope:read', 'scope:create', 'scope:delete', 'grant:manage']


class VerbDescription(TypedDict):
    verb: str
    """
    The verb.
    """
    covers: str
    """
    What it allows.
    """


class Vocabulary(TypedDict):
    version: int
    """
    The version, from 1.
    """
    keys: dict[str, KeyClass]
    """
    Keys by how they change: `multi`, `changing` or `stable`.
    """
    builtIn: dict[str, KeyClass]
    """
    The same for the keys that the service knows by itself.
    """
    recordedAt: str | None
    """
    When the service wrote it. Nobody can set it.
    """


class VocabularyRequest(TypedDict):
    keys: dict[str, Literal['multi', 'changing', 'stable']]
    """
    Keys by how they change: `multi`, `changing` or `stable`.
    """
    version: NotRequired[int | None]
    """
    The version that was changed: another one is a conflict. Default: not compared. From 0 to 2147483647.
    """


class WaitingWork(TypedDict):
    turns: int
    """
    Turns that are still to be read for facts.
    """
    chunks: int
    """
    Passages of documents that are still to be read, or embedded.
    """
    documents: int
    """
    The documents that these are of.
    """


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
    sort: NotRequired[Literal['count', 'documentCount', 'score', 'name']]
    page: NotRequired[int]
    pageSize: NotRequired[int]


class ListDocumentsQuery(TypedDict):
    status: NotRequired[Literal['queued', 'extracting', 'chunking', 'extracting_nodes', 'embedding', 'keywording', 'ready', 'failed']]
    mimeType: NotRequired[int | str]
    page: NotRequired[int]
    pageSize: NotRequired[int]


class DeleteDocumentQuery(TypedDict):
    purge: NotRequired[Literal['true', 'false']]
    dryRun: NotRequired[Literal['true', 'false']]


class ListChunksQuery(TypedDict):
    page: NotRequired[int]
    pageSize: NotRequired[int]


class ListSessionsQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


class DeleteSessionQuery(TypedDict):
    purge: NotRequired[Literal['true', 'false']]
    dryRun: NotRequired[Literal['true', 'false']]


class ListTurnsQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]


class GetSessionContextQuery(TypedDict):
    query: NotRequired[int | str]
    maxTokens: NotRequired[int]
    includeEnded: NotRequired[Literal['true', 'false']]
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]


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
    user: NotRequired[EndUserId]
    maxTokens: NotRequired[int]


class DeleteEntityQuery(TypedDict):
    purge: NotRequired[Literal['true', 'false']]
    dryRun: NotRequired[Literal['true', 'false']]


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
    user: NotRequired[EndUserId]
    maxTokens: NotRequired[int]


AskStateRequestBody: TypeAlias = StateRequest | None


class GetProfileQuery(TypedDict):
    user: NotRequired[EndUserId]
    maxTokens: NotRequired[int]


class InspectQuery(TypedDict):
    ref: NotRequired[int | str]
    asOf: NotRequired[str]
    atInstant: NotRequired[str]
    validFrom: NotRequired[str]
    validUntil: NotRequired[str]
    recordedAsOf: NotRequired[str]
    user: NotRequired[EndUserId]
    scope: NotRequired[list[ScopePath]]
    maxTokens: NotRequired[int]


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
    user: NotRequired[EndUserId]
    scope: NotRequired[list[ScopePath]]


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
    """
    The entity that it is about, as Type/name.
    """
    key: str
    """
    What is said of the entity, in snake_case.
    """
    value: str
    """
    The value.
    """
    id: str
    """
    The attribute's id.
    """
    kind: Literal['attribute', 'relation']
    """
    What kind of thing it is.
    """
    entityId: str
    """
    The entity that it is about.
    """
    memoryCategory: MemoryCategory
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    importance: float
    """
    How much it matters, from 0 to 1; it fades with time, and grows with use.
    """
    confidence: float
    """
    How sure the memory is, from 0 to 1; it grows with independent sources.
    """
    stream: Stream
    """
    What was told in turns and reflections (`experiential`), or stands in documents and curated knowledge (`authoritative`).
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    knownUntil: str | None
    """
    Until when it was held to be so; null while it stands.
    """
    validFrom: str | None
    """
    From when on it holds in the world; absent or null where that is not known.
    """
    validUntil: str | None
    """
    Until when it holds in the world; absent or null where no end is known.
    """
    validPrecision: ValidPrecision | None
    """
    How exactly the valid times are known; null where they are not.
    """
    recordedAt: str
    """
    When the service wrote it. Nobody can set it.
    """
    recordedUntil: str | None
    """
    When the service wrote its end; null while it stands.
    """
    supersedes: str | None
    """
    The fact whose place it took; null for none.
    """
    supersededBy: str | None
    """
    The fact that took its place; null for none.
    """
    mistaken: NotRequired[Literal[True]]
    """
    True where it ended as its speaker took it back: it never was so. Absent otherwise.
    """
    standing: NotRequired[Literal['ended']]
    """
    Whether it holds, now or at the time that was asked for. `ended`: something took its place, or its time is over; `disputed`: sources disagree; `unread`: a text from which nothing was read. A passage is `ended` where all that was read from it has ended, and it says nothing beside.
    """
    endedBy: NotRequired[list[str]]
    """
    What ended it: the facts that took its place, or the turns that denied it.
    """
    source: SourceRef | None
    """
    Where it was first read; null where the caller stated it.
    """
    sources: list[SourceRef]
    """
    Everything that it was read from.
    """
    uncertaintyIds: list[str]
    """
    The open uncertainties that name it.
    """


class AttributeSummary(TypedDict):
    id: str
    """
    The attribute's id.
    """
    entityId: str
    """
    The entity that it is about.
    """
    key: str
    """
    What is said of the entity, in snake_case.
    """
    value: str
    """
    The value.
    """
    memoryCategory: MemoryCategory
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """


class AuditRow(TypedDict):
    cost: float
    """
    What it took and gave, in tokens.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    kind: TraceKind
    """
    What kind of thing it is.
    """
    latencyMs: int
    """
    How long it took, in milliseconds.
    """
    model: str | None
    """
    The model that answered; null for none.
    """
    principal: str | None
    """
    The principal who asked; null for the service itself.
    """
    delegatedPrincipal: str | None
    """
    The principal who was acted for; null for none.
    """
    key: str | None
    """
    The key that asked; null for the service itself.
    """
    rowsTouched: int
    """
    How many records it returned or changed.
    """
    traceId: str
    """
    The trace: how it came about.
    """
    recordId: NotRequired[str]
    """
    The record that was changed.
    """
    decision: NotRequired[str]
    """
    What was done to the record.
    """
    rule: NotRequired[str]
    """
    The rule by which it was decided.
    """
    source: NotRequired[str | None]
    """
    The label that the question came with; null for none.
    """
    operation: NotRequired[str]
    """
    Of a request: the operation's id in this document, or the work's name.
    """
    door: NotRequired[str]
    """
    Of a request: rest, mcp, schedule, queue, command or recovered.
    """
    path: NotRequired[str]
    """
    Of a request: its route, with the ids in it; names that users gave stand as {name}.
    """
    region: NotRequired[list[str]]
    """
    Of a request: the scope paths that it named, else those that its caller held.
    """
    status: NotRequired[int]
    """
    Of a request: the HTTP status of its answer.
    """
    count: NotRequired[int]
    """
    How many requests the row stands for: refusals of one address and minute are counted.
    """
    address: NotRequired[str]
    """
    Of a refusal where nobody is known: the address that it came from.
    """
    position: NotRequired[int]
    """
    Of a request: its place in the chain, from 1; for who may read the whole chain.
    """
    hash: NotRequired[str]
    """
    Of a request: SHA-256 of its row, which holds that of the row before, in hexadecimal; for who may read the whole chain.
    """


class BatchMessage(TypedDict):
    role: TurnRole
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    content: str
    """
    What was said.
    """
    ts: NotRequired[str | None]
    """
    When it was said. Default: the time of the request.
    """


class ChatCitationEvent(TypedDict):
    citation: Citation
    """
    The source that a marker of the reply names.
    """


class ChatRequest(TypedDict):
    message: str
    """
    What is said to the assistant. At most 20000 characters.
    """
    scopes: NotRequired[ScopeSelector | None]
    """
    Where what is said belongs; also accepted as `scope` and `lens`. Default: all that the key may write.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; all that the key may read, or the lens.
    """
    sessionId: NotRequired[str | None]
    """
    The conversation to go on with. Default: a new one. At most 256 characters.
    """
    labels: NotRequired[list[str] | None]
    """
    Only what bears these tags is looked at: one of those of the same key, and all keys. Default: no filter. At most 256.
    """
    bypassCache: NotRequired[bool | None]
    """
    Whether a reply that was kept for the same question is not used. Default false.
    """
    model: NotRequired[str | None]
    """
    The model that is to answer, of those that the context allows. Default: the context's. At most 256 characters.
    """
    stream: NotRequired[bool | None]
    """
    `true` streams the answer as server-sent events, as `Accept: text/event-stream` does. Default false.
    """
    k: NotRequired[int | None]
    """
    How many hits at most. Default 10; a server may allow fewer. From 1 to 50.
    """
    asOf: NotRequired[str | None]
    """
    What was known at this time. Default: now.
    """
    atInstant: NotRequired[str | None]
    """
    What held in the world at this instant. Default: no restriction.
    """
    validFrom: NotRequired[str | None]
    """
    With `validUntil`: what held in the world within this span. Its start. Default: no restriction.
    """
    validUntil: NotRequired[str | None]
    """
    With `validFrom`: what held in the world within this span. Its end, which is later than its start. Default: no restriction.
    """
    recordedAsOf: NotRequired[str | None]
    """
    What the service believed at this time: rows as they had been recorded by then. Default: now.
    """
    includeEnded: NotRequired[bool | None]
    """
    Whether what has ended is shown too, after what has not, and marked. Default false; where a time is asked for, it is shown in any case.
    """


class ConsolidateOutcome(TypedDict):
    entityName: str
    """
    The entity's name.
    """
    entity: str
    """
    The entity that it is about, as Type/name.
    """
    key: str
    """
    What is said of the entity, in snake_case.
    """
    value: str
    """
    The value.
    """
    kind: DecisionKind
    """
    What was done, or would be.
    """
    observationId: str | None
    """
    The observation that was stored; null where none was.
    """
    proofCount: int
    """
    On how many facts it rests.
    """
    rationale: str | None
    """
    Why it follows; null where the model gave no reason.
    """
    committed: bool
    """
    Whether it was stored: false under `dryRun`, and where the caller may read and not write.
    """


class ConsolidateResponse(TypedDict):
    traceId: str
    """
    The trace: how it came about.
    """
    dryRun: bool
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """
    created: int
    """
    How many were made.
    """
    updated: int
    """
    How many were confirmed.
    """
    superseded: int
    """
    How many were replaced.
    """
    outcomes: list[ConsolidateOutcome]
    """
    What came of each.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """


class Context(TypedDict):
    id: str
    """
    The context's id, which stands in every path of its data.
    """
    displayName: str
    """
    The name that people are shown.
    """
    config: dict[str, Any]
    """
    Models by stage, limits and times of the context.
    """
    policy: ContextPolicy
    """
    What keys and principals of the context may do.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    owner: str | None
    """
    What declares this context elsewhere, such as a resource of Kubernetes; null for nothing.
    """


class ContextChangeRequest(TypedDict):
    displayName: NotRequired[str | None]
    """
    The name that people are shown. Default: unchanged. At most 128 characters.
    """
    config: NotRequired[dict[str, Any] | None]
    """
    Models by stage, limits and times of the context, merged into those that are there: null removes one. Default: unchanged.
    """
    policy: NotRequired[ContextPolicyRequest | None]
    """
    What keys and principals of the context may do, merged into what is there: null brings a field's default back. Default: unchanged.
    """
    owner: NotRequired[str | None]
    """
    What declares this context elsewhere. It is taken where nothing is recorded, where the same is, and where the place is that it lies in (`kubernetes:prod/team-a` gives way to `kubernetes:prod/team-a/MemoryContext/acme`). Any other that is recorded makes this a conflict: null removes it first. Default: unchanged. At most 512 characters.
    """


class ContextQueryRequest(TypedDict):
    query: str
    """
    The question, or what to look for, in plain words. At most 10000 characters.
    """
    k: NotRequired[int | None]
    """
    How many hits at most. Default 10; a server may allow fewer. From 1 to 50.
    """
    lens: NotRequired[ScopeSelector | None]
    """
    Only what these scopes are involved in, inside what the key may read. Also accepted as `scope` and `scopes`. Default: all that the key may read.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; all that the key may read, or the lens.
    """
    labels: NotRequired[list[str] | None]
    """
    Only what bears these tags: one of those of the same key, and all keys. Default: no filter. At most 256.
    """
    scopeView: NotRequired[ScopeView | None]
    """
    How the lens is applied. All three mean the same; `strict` is the default. None widens what the key may read.
    """
    asOf: NotRequired[str | None]
    """
    What was known at this time. Default: now.
    """
    atInstant: NotRequired[str | None]
    """
    What held in the world at this instant. Default: no restriction.
    """
    validFrom: NotRequired[str | None]
    """
    With `validUntil`: what held in the world within this span. Its start. Default: no restriction.
    """
    validUntil: NotRequired[str | None]
    """
    With `validFrom`: what held in the world within this span. Its end, which is later than its start. Default: no restriction.
    """
    recordedAsOf: NotRequired[str | None]
    """
    What the service believed at this time: rows as they had been recorded by then. Default: now.
    """
    includeEnded: NotRequired[bool | None]
    """
    Whether what has ended is shown too, after what has not, and marked. Default false; where a time is asked for, it is shown in any case.
    """
    maxTokens: NotRequired[int | None]
    """
    How long the answer may become, in tokens (estimated: one for each four characters, and one for each of a script without spaces). It is filled best first, and `leftOut` says how many records had no room. Default 2000 for a block of context; elsewhere all is answered. From 100 to 100000.
    """


class ContextQueryResponse(TypedDict):
    context: str
    """
    The block of memory for a prompt, delimited as data; empty where nothing is known.
    """
    queryMs: int
    """
    How long it took, in milliseconds.
    """
    tier: Tier
    """
    What answered: the graph alone (`direct`), a kept answer (`cache`), all there is (`full_context`), or a search (`hybrid`).
    """
    leftOut: int
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class CreateSessionRequest(TypedDict):
    scopes: NotRequired[ScopeSelector | None]
    """
    Where it belongs; also accepted as `scope` and `lens`. Default: all that the key may write.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; the selector decides.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Fields of the caller's own, kept as they are. Default: none.
    """


class Document(TypedDict):
    id: str
    """
    The document's id.
    """
    title: str
    """
    The title.
    """
    source: str
    """
    Where it comes from, as the upload said.
    """
    mimeType: str
    """
    The media type.
    """
    filename: str
    """
    The file's name.
    """
    contentHash: str
    """
    SHA-256 of its bytes, in hexadecimal.
    """
    sizeBytes: int
    """
    How large it is, in bytes.
    """
    version: int
    """
    The version, from 1.
    """
    status: DocumentStatus
    """
    Its state.
    """
    error: str | None
    """
    Why it failed; null where it did not.
    """
    failedStage: str | None
    """
    In which stage it failed; null where it did not.
    """
    attempts: int
    """
    How often the stage was tried.
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    labels: list[str]
    """
    `key=value` tags.
    """
    observedAt: str | None
    """
    When what it says was known. Default: the time of the request.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    updatedAt: str
    """
    When it last changed.
    """
    processingStartedAt: str | None
    """
    When the work on it began; null while it waits.
    """
    processingCompletedAt: str | None
    """
    When it was ready or failed; null before.
    """
    chunks: int
    """
    How many passages it has.
    """
    setAsideChunks: int
    """
    How many of its passages are set aside, as reading them for facts ended its reader twice.
    """
    pages: int
    """
    How many pages it has; 0 where the format has none.
    """
    nearDuplicateOf: str | None
    """
    The document that it nearly repeats; null for none.
    """


class DocumentPage(TypedDict):
    documents: list[Document]
    """
    The documents.
    """
    page: int
    """
    Which page, counted from 0. Default 0.
    """
    pageSize: int
    """
    How many records on a page. Default 50.
    """
    total: int
    """
    How many there are, on all pages.
    """


class DocumentUploadForm(TypedDict):
    metadata: NotRequired[UploadMetadata]
    """
    What is known of the document beside its bytes. Default: nothing; each field has its own.
    """
    file: str
    """
    The document's bytes.
    """


class ElaborateOutcome(TypedDict):
    dryRun: bool
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """
    entityName: str
    """
    The entity's name.
    """
    entityType: str
    """
    The entity's type.
    """
    proposedRelations: list[ElaborateProposedRelation]
    """
    The relations that follow.
    """
    proposed: list[ConsolidateOutcome]
    """
    The summaries that follow.
    """
    relationsEmitted: int
    """
    How many relations were stored, or would be.
    """
    traceId: str
    """
    The trace: how it came about.
    """


class ElaborateResponse(TypedDict):
    outcomes: list[ElaborateOutcome]
    """
    What came of each.
    """
    relationsEmitted: int
    """
    How many relations were stored, or would be.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """


class EntityDetail(TypedDict):
    id: str
    """
    The entity's id.
    """
    entityType: str
    """
    The entity's type.
    """
    name: str
    """
    The name.
    """
    memoryCategory: MemoryCategory
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    importance: float
    """
    How much it matters, from 0 to 1; it fades with time, and grows with use.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    updatedAt: str
    """
    When it last changed.
    """


class EntityHistoryResponse(TypedDict):
    history: list[AttributeDetail]
    """
    Every value that the key ever had, newest first.
    """


class EntityListResponse(TypedDict):
    entities: list[EntityDetail]
    """
    Entities.
    """
    total: int
    """
    How many there are, on all pages.
    """


class EntitySummary(TypedDict):
    id: str
    """
    The entity's id.
    """
    entityType: str
    """
    The entity's type.
    """
    name: str
    """
    The name.
    """
    memoryCategory: MemoryCategory
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    isNew: bool
    """
    Whether it was not known before.
    """


class ExtractionResult(TypedDict):
    turnId: str
    """
    The turn that it was said in.
    """
    entities: list[EntitySummary]
    """
    Entities.
    """
    attributes: list[AttributeSummary]
    """
    What is known, by key.
    """
    relations: list[RelationSummary]
    """
    What it is related to.
    """
    corrections: list[CorrectionSummary]
    """
    What was ended as mistaken, with what stands in its place.
    """
    instructions: list[InstructionSummary]
    """
    How the person wants to be answered.
    """
    uncertainties: list[UncertaintySummary]
    """
    Where sources disagree.
    """
    decisions: list[DecisionSummary]
    """
    What was decided about it, with rule and evidence.
    """


class FactsBatchRequest(TypedDict):
    messages: list[BatchMessage]
    """
    The conversation, in the order in which it was said. At most 1000.
    """
    infer: NotRequired[InferMode | None]
    """
    How the messages are read, as at `/facts`: `full` (default), `preview` or `none`. `triples` are stated at `/facts`.
    """
    scopes: NotRequired[ScopeSelector | None]
    """
    Where it belongs; also accepted as `scope` and `lens`. Default: all that the key may write.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; the selector decides.
    """
    labels: NotRequired[list[str] | None]
    """
    `key=value` tags that are stamped on it. Default: none.
    """
    sessionId: NotRequired[str | None]
    """
    The conversation that it belongs to. Default: a new one. At most 256 characters.
    """
    extract: NotRequired[BatchExtractionMode | None]
    """
    `whole_conversation` (default): the transcript is read in one pass; `per_message`: each message is read by itself.
    """


class FactsBatchResponse(TypedDict):
    extractions: list[ExtractionResult]
    """
    What was understood: of each message, or of the whole conversation.
    """
    sessionId: str
    """
    The conversation that it belongs to.
    """
    turnIds: list[str]
    """
    The turns that were made, one a message.
    """
    chunkIds: list[str]
    """
    The passages that were stored.
    """
    deferred: bool
    """
    Whether the text was kept, and is read for facts later.
    """


class FactsResponse(TypedDict):
    mode: InferMode
    """
    How the text was read.
    """
    sessionId: str
    """
    The conversation that it belongs to.
    """
    turnId: NotRequired[str]
    """
    The turn that it was said in.
    """
    chunkId: NotRequired[str]
    """
    The passage that was stored.
    """
    extraction: ExtractionResult | None
    """
    What was understood, and what the memory made of it; null where nothing was read.
    """
    preview: NotRequired[bool]
    """
    Whether nothing was stored.
    """
    deferred: bool
    """
    Whether the text was kept, and is read for facts later.
    """


class ForgetRequest(TypedDict):
    query: str
    """
    What to forget, described as narrowly as possible. At most 10000 characters.
    """
    purge: NotRequired[bool | None]
    """
    Whether it is erased for good, history too, and answered with a receipt. Default false: it ends, and its history stays.
    """
    dryRun: NotRequired[bool | None]
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """
    keepForgotten: NotRequired[bool | None]
    """
    Whether the same text is not to be learned again. Default false.
    """
    lens: NotRequired[ScopeSelector | None]
    """
    Only what these scopes are involved in, inside what the key may read. Also accepted as `scope` and `scopes`. Default: all that the key may read.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; all that the key may read, or the lens.
    """


class ForgetResponse(TypedDict):
    deleted: int
    """
    How many records match; under `dryRun`, how many would go.
    """
    refs: list[ForgottenRef]
    """
    Each record that goes, 10,000 at most: what matches, and what goes along with it.
    """
    receipt: NotRequired[ErasureReceipt]
    """
    Of a purge: what was erased, without saying what it was.
    """
    dryRun: bool
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """


class ForgetScopeResponse(TypedDict):
    deleted: int
    """
    How many records match; under `dryRun`, how many would go.
    """
    refs: list[ForgottenRef]
    """
    Each record that goes, 10,000 at most: what matches, and what goes along with it.
    """
    receipt: NotRequired[ErasureReceipt]
    """
    Of a purge: what was erased, without saying what it was.
    """
    forgotten: int
    """
    How many records lost their last clause, and are gone.
    """
    dryRun: bool
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """


class FsckReport(TypedDict):
    contradictions: list[ContradictionFinding]
    """
    Keys whose values stand against each other.
    """
    duplicates: list[DuplicateFinding]
    """
    Entities that may be one.
    """
    injection: list[InjectionFinding]
    """
    Texts that look like instructions to a model.
    """
    unscopedContent: list[UnscopedContentFinding]
    """
    Records under no scope but the root.
    """
    index: IndexFindings
    """
    The search index beside the truth.
    """
    total: int
    """
    How many there are, on all pages.
    """
    repaired: int
    """
    How many were mended.
    """


class GrantRequest(TypedDict):
    path: ScopePattern
    """
    Over what the verbs are held: a path, or everything below it.
    """
    verbs: list[Verb]
    """
    The verbs. At most 32.
    """


Grants: TypeAlias = dict[str, list[ScopePattern]]


class InspectResponse2(TypedDict):
    kind: Literal['attribute']
    """
    What kind of thing it is.
    """
    current: AttributeDetail | None
    """
    The value that stands; null for none.
    """
    history: list[AttributeDetail]
    """
    Every value that the key ever had, newest first.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class InspectResponse5(TypedDict):
    kind: Literal['document']
    """
    What kind of thing it is.
    """
    document: Document
    """
    The document.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class InspectResponse6(TypedDict):
    kind: Literal['instruction']
    """
    What kind of thing it is.
    """
    instruction: InstructionSummary
    """
    The instruction.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class KeyDetail(TypedDict):
    id: str
    """
    The key's id.
    """
    name: str
    """
    The key's name, unique in its context.
    """
    principalId: str
    """
    The principal's id.
    """
    grants: Grants | None
    """
    What the key narrows its principal's grants to; null where it does not.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    validUntil: str | None
    """
    When the key stops working; null for never.
    """
    lastUsedAt: str | None
    """
    When it was last used, to the minute; null for never.
    """
    state: KeyState
    """
    Its state.
    """
    mintedBy: str | None
    """
    The id of the key that minted it, which ends with that one; `*` for management; null for a key of before this was noted.
    """


class KeyVerifierRequest(TypedDict):
    keyId: str
    """
    The key's id.
    """
    verifier: str
    """
    SHA-256 of the secret, in hexadecimal.
    """
    grants: NotRequired[Grants | None]
    """
    What the key narrows its principal's grants to. Default: not narrowed.
    """
    expiresAt: NotRequired[str | None]
    """
    When the key stops working. Default: never.
    """


class KeywordDetail(TypedDict):
    id: str
    """
    The keyword's id.
    """
    normalised: str
    """
    The keyword as it is compared.
    """
    text: str
    """
    The keyword as it is written.
    """
    documentCount: int
    """
    How many documents have it.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """
    documents: list[KeywordDocument]
    """
    The documents.
    """


class MemoryHit(TypedDict):
    id: str
    """
    The record's id.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """
    source: ResultKind
    """
    What kind of record it is. A relation is an `attribute`, what was said a `memory_chunk`.
    """
    text: str
    """
    The words themselves.
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    labels: list[str]
    """
    `key=value` tags.
    """
    occurredAt: NotRequired[str]
    """
    The known time of what it shows.
    """
    turnId: NotRequired[str]
    """
    The turn that it was said in.
    """
    sessionId: NotRequired[str]
    """
    The conversation that it belongs to.
    """
    role: NotRequired[str]
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    speaker: NotRequired[str]
    """
    Who said it, by name, where that is known.
    """
    entityId: NotRequired[str]
    """
    The entity that it is about.
    """
    entity: NotRequired[str]
    """
    The entity that it is about, as Type/name.
    """
    key: NotRequired[str]
    """
    What is said of the entity, in snake_case.
    """
    value: NotRequired[str]
    """
    The value.
    """
    subject: NotRequired[str]
    """
    The entity that the relation begins at, as Type/name.
    """
    label: NotRequired[str]
    """
    The relation's label.
    """
    object: NotRequired[str]
    """
    The entity that the relation leads to, as Type/name.
    """
    validFrom: NotRequired[str]
    """
    From when on it holds in the world; absent or null where that is not known.
    """
    validUntil: NotRequired[str]
    """
    Until when it holds in the world; of what has ended, when it did. Absent where no end is known.
    """
    memoryCategory: NotRequired[MemoryCategory]
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    documentId: NotRequired[str]
    """
    The document's id.
    """
    documentTitle: NotRequired[str]
    """
    The document's title.
    """
    section: NotRequired[str]
    """
    The heading that it stands under.
    """
    positionPercent: NotRequired[float]
    """
    How far into its document it stands, in percent.
    """
    charStart: NotRequired[int]
    """
    Where in the document's text it begins, in UTF-16 units from 0.
    """
    charEnd: NotRequired[int]
    """
    Where in the document's text it ends: the character after the last.
    """
    confidence: NotRequired[float]
    """
    How sure the memory is, from 0 to 1; it grows with independent sources.
    """
    standing: Standing
    """
    Whether it holds, now or at the time that was asked for. `ended`: something took its place, or its time is over; `disputed`: sources disagree; `unread`: a text from which nothing was read. A passage is `ended` where all that was read from it has ended, and it says nothing beside.
    """
    endedBy: NotRequired[list[str]]
    """
    What ended it: the facts that took its place, or the turns that denied it.
    """
    endedParts: NotRequired[list[EndedPart]]
    """
    What of a passage has ended: the facts that were read from it, with their places in its text.
    """
    disagreement: NotRequired[Disagreement]
    """
    Present where another source says otherwise.
    """


class MemoryRecord(TypedDict):
    id: str
    """
    The record's id, of the form `<kind>:<26 characters>`.
    """
    text: str
    """
    The words themselves.
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    labels: list[str]
    """
    `key=value` tags.
    """
    knownAt: str
    """
    When it was known: what `asOf` reads.
    """
    recordedAt: str
    """
    When the service wrote it. Nobody can set it.
    """
    turnId: str | None
    """
    The turn that it was said in.
    """
    sessionId: str | None
    """
    The conversation that it belongs to.
    """
    role: str | None
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    documentId: str | None
    """
    The document's id.
    """
    documentTitle: str | None
    """
    The document's title.
    """
    section: str | None
    """
    The heading that it stands under.
    """


class MintKeyBody(TypedDict):
    name: NotRequired[str | None]
    """
    The key's name, unique in its context. Default: one that the service makes. At most 128 characters.
    """
    grants: NotRequired[Grants | None]
    """
    What the key narrows its principal's grants to. Default: not narrowed.
    """


class Principal(TypedDict):
    id: str
    """
    The principal's id.
    """
    displayName: str
    """
    The name that people are shown.
    """
    kind: str
    """
    What kind of thing it is.
    """
    grants: Grants
    """
    Each verb with the paths over which it is held.
    """
    externalId: str | None
    """
    The caller's own id of the principal.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    reserved: bool
    """
    Whether it is the service's own, which nobody changes.
    """


class PrincipalChangeRequest(TypedDict):
    displayName: NotRequired[str | None]
    """
    The name that people are shown. Default: unchanged. At most 128 characters.
    """
    kind: NotRequired[str | None]
    """
    What the principal is, a word such as `agent`, `user` or `service`. Default: unchanged.
    """
    grants: NotRequired[Grants | None]
    """
    Each verb with the paths over which it is held, in the place of those that are there. Default: unchanged.
    """
    externalId: NotRequired[str | None]
    """
    The caller's own id of the principal. Default: unchanged. At most 256 characters.
    """


class PrincipalRequest(TypedDict):
    id: NotRequired[str | None]
    """
    The id that the principal is to have. Default: one that the service makes.
    """
    displayName: str
    """
    The name that people are shown. At most 128 characters.
    """
    kind: str
    """
    What the principal is, a word such as `agent`, `user` or `service`.
    """
    grants: NotRequired[Grants | None]
    """
    Each verb with the paths over which it is held. Default: none.
    """
    externalId: NotRequired[str | None]
    """
    The caller's own id of the principal. Default: none. At most 256 characters.
    """


class ProviderFailure(TypedDict):
    usedFor: list[str]
    """
    What asks it: stages of the context, `embeddings` or `reranker`.
    """
    model: str
    """
    The model that fails.
    """
    shared: bool
    """
    Whether it is the deployment's own, for all contexts.
    """
    status: Literal['failing', 'recovered']
    """
    Whether it fails still, or answers again.
    """
    failingSince: str
    """
    Since when it failed without an answer in between.
    """
    lastFailedAt: str | None
    """
    When it failed last; null for who may not know when others ask.
    """
    recoveredAt: str | None
    """
    When it answered again; null while it fails.
    """
    failures: int | None
    """
    How often it failed since then; null for who may not know how often others ask.
    """
    error: str
    """
    The kind of the last failure: a code, with an HTTP status or a system's code.
    """
    advice: str
    """
    What can be done about it; null where nothing need be.
    """
    waiting: WaitingWork
    """
    What waits because of it, or was given up.
    """


class QueryHit(TypedDict):
    chunk: QueryHitChunk
    """
    The passage.
    """
    document: QueryHitDocument
    """
    The document.
    """
    score: float
    """
    How well it fits, in the order of hits; comparable within one answer only.
    """
    standing: Standing
    """
    Whether it holds, now or at the time that was asked for. `ended`: something took its place, or its time is over; `disputed`: sources disagree; `unread`: a text from which nothing was read. A passage is `ended` where all that was read from it has ended, and it says nothing beside.
    """
    endedBy: NotRequired[list[str]]
    """
    What ended it: the facts that took its place, or the turns that denied it.
    """
    endedParts: NotRequired[list[EndedPart]]
    """
    What of a passage has ended: the facts that were read from it, with their places in its text.
    """
    validUntil: NotRequired[str]
    """
    Until when it holds in the world; absent or null where no end is known.
    """
    graphEvidence: NotRequired[list[GraphEvidence]]
    """
    Which links to other documents speak for it.
    """
    graphExpansion: NotRequired[list[QueryHitChunk]]
    """
    Passages of linked documents that fit the question.
    """
    legs: list[LegPart]
    """
    Each leg's part of the score.
    """


class QueryMemoryRequest(TypedDict):
    query: str
    """
    The question, or what to look for, in plain words. At most 10000 characters.
    """
    k: NotRequired[int | None]
    """
    How many hits at most. Default 10; a server may allow fewer. From 1 to 50.
    """
    lens: NotRequired[ScopeSelector | None]
    """
    Only what these scopes are involved in, inside what the key may read. Also accepted as `scope` and `scopes`. Default: all that the key may read.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; all that the key may read, or the lens.
    """
    labels: NotRequired[list[str] | None]
    """
    Only what bears these tags: one of those of the same key, and all keys. Default: no filter. At most 256.
    """
    scopeView: NotRequired[ScopeView | None]
    """
    How the lens is applied. All three mean the same; `strict` is the default. None widens what the key may read.
    """
    asOf: NotRequired[str | None]
    """
    What was known at this time. Default: now.
    """
    atInstant: NotRequired[str | None]
    """
    What held in the world at this instant. Default: no restriction.
    """
    validFrom: NotRequired[str | None]
    """
    With `validUntil`: what held in the world within this span. Its start. Default: no restriction.
    """
    validUntil: NotRequired[str | None]
    """
    With `validFrom`: what held in the world within this span. Its end, which is later than its start. Default: no restriction.
    """
    recordedAsOf: NotRequired[str | None]
    """
    What the service believed at this time: rows as they had been recorded by then. Default: now.
    """
    includeEnded: NotRequired[bool | None]
    """
    Whether what has ended is shown too, after what has not, and marked. Default false; where a time is asked for, it is shown in any case.
    """
    include: NotRequired[list[Literal['facts', 'passages']] | None]
    """
    Which hits are shown: `facts`, `passages`, or both (default). Retrieval still looks at all.
    """
    mode: NotRequired[MemoryQueryMode | None]
    """
    How to look: `hybrid`, `vector` (by meaning), `bm25` (by words) or `graph` (along relations). Default: the cheapest tier that answers. A given mode always searches.
    """
    includeDuplicates: NotRequired[bool | None]
    """
    Whether near-duplicates, and texts whose facts are shown, are hits too. Default false.
    """
    source: NotRequired[str | None]
    """
    A label that the trace keeps. It does not bear on the order. Default: an empty text. At most 256 characters.
    """
    sessionId: NotRequired[str | None]
    """
    The conversation in which it is asked, for the trace. Default: none. At most 256 characters.
    """
    location: NotRequired[Location | None]
    """
    No record has a place yet: anything but null, or a filter of nulls, is refused. Default: null.
    """
    maxTokens: NotRequired[int | None]
    """
    How long the answer may become, in tokens (estimated: one for each four characters, and one for each of a script without spaces). It is filled best first, and `leftOut` says how many records had no room. Default 2000 for a block of context; elsewhere all is answered. From 100 to 100000.
    """


class QueryRequest(TypedDict):
    query: str
    """
    The question, or what to look for, in plain words. At most 10000 characters.
    """
    k: NotRequired[int | None]
    """
    How many hits at most. Default 10; a server may allow fewer. From 1 to 50.
    """
    mode: NotRequired[Literal['vector', 'bm25', 'hybrid', 'hybrid_graph'] | None]
    """
    How to look: `hybrid` (default), `vector`, `bm25`, or `hybrid_graph`, which lifts documents that others are linked to.
    """
    useHyde: NotRequired[bool | None]
    """
    Whether a model's hypothetical answer is embedded for the vector leg. Default false. Without a model it is left out, and said.
    """
    decomposeQuery: NotRequired[bool | None]
    """
    Whether a model splits the question into several. Default false. Without a model it is left out, and said.
    """
    useReranker: NotRequired[bool | None]
    """
    Whether a cross-encoder scores the best hits again. Default false. Without one the order stays, and that is said.
    """
    graphEdges: NotRequired[list[Literal['knowledge_has_keyword', 'section_match', 'document_link', 'document_summary']] | None]
    """
    By which links between documents hits are lifted. Default: all kinds, in the mode `hybrid_graph`.
    """
    graphAlpha: NotRequired[float | None]
    """
    The part of linked documents in the score: final = (1 - alpha) * score + alpha * support. Default 0.2. From 0 to 1.
    """
    graphDepth: NotRequired[int | None]
    """
    Over how many links, in steps, documents support one another. Default 1. From 0 to 2.
    """
    expandGraph: NotRequired[bool | None]
    """
    Whether each hit brings passages of documents linked to its own. Default false.
    """
    threshold: NotRequired[float | None]
    """
    The least score of a hit. Default 0.
    """
    vectorWeight: NotRequired[float | None]
    """
    The vector leg's part of the score where both legs count; BM25 has the rest. Default 0.6. From 0 to 1.
    """
    rrfK: NotRequired[float | None]
    """
    Above 0 ranks are fused, as 1 / (rrfK + rank); 0 (default) fuses scores. From 0 to 1000.
    """
    filter: NotRequired[Filter | None]
    """
    Which documents are searched. Default: all that the key may read.
    """
    lens: NotRequired[ScopeSelector | None]
    """
    Only what these scopes are involved in, inside what the key may read. Also accepted as `scope` and `scopes`. Default: all that the key may read.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; all that the key may read, or the lens.
    """
    labels: NotRequired[list[str] | None]
    """
    Only passages that bear these tags: one of those of the same key, and all keys. Default: no filter. At most 256.
    """
    location: NotRequired[Location | None]
    """
    No record has a place yet: anything but null, or a filter of nulls, is refused. Default: null.
    """


class QueryResponse(TypedDict):
    results: list[QueryHit]
    """
    The hits, best first.
    """
    queryMs: int
    """
    How long it took, in milliseconds.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """
    subQuestions: list[str]
    """
    The questions that it was split into.
    """
    traceId: str
    """
    The trace: how it came about.
    """


class QueryTrace(TypedDict):
    latencyMs: int
    """
    How long it took, in milliseconds.
    """
    resolutionTier: Tier
    """
    What answered: the graph alone (`direct`), a kept answer (`cache`), all there is (`full_context`), or a search (`hybrid`).
    """
    retrievedCount: int
    """
    How many candidates there were.
    """
    tierReason: str
    """
    Why that tier answered.
    """
    topScores: list[float]
    """
    The scores of the hits, best first.
    """
    traceId: str
    """
    The trace: how it came about.
    """
    mode: str
    """
    The mode that was asked for, or an empty text.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """
    stageMs: dict[str, float]
    """
    How long each stage took, in milliseconds; to those who read a part of the context what the index takes in before a search is part of `head`.
    """
    hits: list[TracedHit]
    """
    The hits, best first.
    """


class ReflectRequest(TypedDict):
    query: str
    """
    What to think about. At most 10000 characters.
    """
    persist: NotRequired[bool | None]
    """
    Whether what follows is kept as facts of lower trust, where the key may write. Default false.
    """
    lens: NotRequired[ScopeSelector | None]
    """
    Only what these scopes are involved in, inside what the key may read. Also accepted as `scope` and `scopes`. Default: all that the key may read.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; all that the key may read, or the lens.
    """
    k: NotRequired[int | None]
    """
    How many records it is drawn from at most. Default 20; a server may allow fewer. From 1 to 50.
    """


class ReflectResponse(TypedDict):
    reflection: str
    """
    What follows, in words.
    """
    evidence: list[str]
    """
    The ids of the records that it rests on.
    """
    traceId: str
    """
    The trace: how it came about.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """
    citations: list[Citation]
    """
    The sources that the reply names.
    """
    persistedAttributes: list[AttributeSummary]
    """
    What was kept of it as derived facts.
    """
    notPersisted: NotPersisted | None
    """
    Why nothing was kept; null where it was, or where that was not asked for.
    """


class RegisterScopeRequest(TypedDict):
    path: ScopePath
    """
    A scope path.
    """
    displayName: NotRequired[str | None]
    """
    The name that people are shown. Default: none. At most 128 characters.
    """
    description: NotRequired[str | None]
    """
    For people: what it is. Default: none. At most 1024 characters.
    """


class RelationDetail(TypedDict):
    subject: str
    """
    The entity that the relation begins at, as Type/name.
    """
    label: str
    """
    The relation's label.
    """
    object: str
    """
    The entity that the relation leads to, as Type/name.
    """
    id: str
    """
    The relation's id.
    """
    kind: Literal['attribute', 'relation']
    """
    What kind of thing it is.
    """
    entityId: str
    """
    The entity that it is about.
    """
    memoryCategory: MemoryCategory
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    importance: float
    """
    How much it matters, from 0 to 1; it fades with time, and grows with use.
    """
    confidence: float
    """
    How sure the memory is, from 0 to 1; it grows with independent sources.
    """
    stream: Stream
    """
    What was told in turns and reflections (`experiential`), or stands in documents and curated knowledge (`authoritative`).
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    knownUntil: str | None
    """
    Until when it was held to be so; null while it stands.
    """
    validFrom: str | None
    """
    From when on it holds in the world; absent or null where that is not known.
    """
    validUntil: str | None
    """
    Until when it holds in the world; absent or null where no end is known.
    """
    validPrecision: ValidPrecision | None
    """
    How exactly the valid times are known; null where they are not.
    """
    recordedAt: str
    """
    When the service wrote it. Nobody can set it.
    """
    recordedUntil: str | None
    """
    When the service wrote its end; null while it stands.
    """
    supersedes: str | None
    """
    The fact whose place it took; null for none.
    """
    supersededBy: str | None
    """
    The fact that took its place; null for none.
    """
    mistaken: NotRequired[Literal[True]]
    """
    True where it ended as its speaker took it back: it never was so. Absent otherwise.
    """
    standing: NotRequired[Literal['ended']]
    """
    Whether it holds, now or at the time that was asked for. `ended`: something took its place, or its time is over; `disputed`: sources disagree; `unread`: a text from which nothing was read. A passage is `ended` where all that was read from it has ended, and it says nothing beside.
    """
    endedBy: NotRequired[list[str]]
    """
    What ended it: the facts that took its place, or the turns that denied it.
    """
    source: SourceRef | None
    """
    Where it was first read; null where the caller stated it.
    """
    sources: list[SourceRef]
    """
    Everything that it was read from.
    """
    uncertaintyIds: list[str]
    """
    The open uncertainties that name it.
    """


class RetrievalTraceSummary(TypedDict):
    createdAt: str
    """
    When it was made, or first known.
    """
    id: str
    """
    The trace's id.
    """
    latencyMs: int
    """
    How long it took, in milliseconds.
    """
    mode: str
    """
    How it was looked for.
    """
    retrievedIds: list[str]
    """
    The ids of the hits.
    """
    returned: list[ReturnedRef]
    """
    The hits, best first.
    """
    scores: list[float]
    """
    The scores of the hits, best first.
    """
    tierEntered: int
    """
    The tier's place in the order in which they are tried, from 1.
    """
    tierReason: str
    """
    Why that tier answered.
    """


class ScopeForgetRequest(TypedDict):
    path: NotRequired[ScopePath | None]
    """
    Which scope to forget. Without it, or with null, nothing is erased: 400.
    """
    dryRun: NotRequired[bool | None]
    """
    Whether nothing was, or is to be, changed: only shown and counted. Default false.
    """


class SessionContextResponse(TypedDict):
    context: str
    """
    The block of memory for a prompt, delimited as data; empty where nothing is known.
    """
    queryMs: int
    """
    How long it took, in milliseconds.
    """
    tier: Tier
    """
    What answered: the graph alone (`direct`), a kept answer (`cache`), all there is (`full_context`), or a search (`hybrid`).
    """
    leftOut: int
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class SessionListResponse(TypedDict):
    sessions: list[SessionResponse]
    """
    The conversations, newest first.
    """
    total: int
    """
    How many there are, on all pages.
    """


class TraceRecord(TypedDict):
    cached: bool
    """
    Whether it was answered from what was kept.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    id: str
    """
    The trace's id.
    """
    kind: Literal['retrieval', 'response', 'decision']
    """
    What kind of thing it is.
    """
    latencyMs: int
    """
    How long it took, in milliseconds.
    """
    parent: ResponseTraceSummary | None
    """
    The response that this recall was made for; null for none.
    """
    queryText: str
    """
    What was asked.
    """
    resolutionTier: str
    """
    What answered: the graph alone (`direct`), a kept answer (`cache`), all there is (`full_context`), or a search (`hybrid`).
    """
    retrievals: list[RetrievalTraceSummary] | None
    """
    The recalls behind a response; null for a recall.
    """
    tierReason: str
    """
    Why that tier answered.
    """
    mode: str
    """
    How it was looked for.
    """
    source: str
    """
    The label that the question came with.
    """
    principal: str
    """
    The principal who asked; null for the service itself.
    """
    delegatedPrincipal: str | None
    """
    The principal who was acted for; null for none.
    """
    sessionId: str | None
    """
    The conversation that it belongs to.
    """
    model: str | None
    """
    The model that answered; null for none.
    """
    inputTokens: int
    """
    Tokens that models took.
    """
    outputTokens: int
    """
    Tokens that models gave.
    """
    parents: list[str]
    """
    The ids of the responses that it was made for.
    """
    retrievedCount: int
    """
    How many candidates there were.
    """
    seedEntities: list[str]
    """
    The entities that the question names.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """
    stageMs: dict[str, float]
    """
    How long each stage took, in milliseconds; to those who read a part of the context what the index takes in before a search is part of `head`.
    """
    hits: list[TracedHit]
    """
    The hits, best first.
    """
    memoryUpdates: list[Decision]
    """
    What it changed in the memory.
    """


class TraceStatsResponse(TypedDict):
    windowHours: int
    """
    The window of the numbers, in hours. Default 24.
    """
    avgLatencyMs: float
    """
    The mean time of an answer, in milliseconds.
    """
    p50LatencyMs: float
    """
    Half of the answers took no longer, in milliseconds.
    """
    p95LatencyMs: float
    """
    19 of 20 answers took no longer, in milliseconds.
    """
    cacheHitRate: float
    """
    The share of answers that were kept ones, from 0 to 1. From 0 to 1.
    """
    cacheHits: int
    """
    How many answers were kept ones.
    """
    contradiction: ContradictionStats
    """
    How often sources disagreed.
    """
    responseTracesCached: int
    """
    How many replies were kept ones.
    """
    responseTracesTotal: int
    """
    How many replies there were.
    """
    retrieval: RetrievalStats
    """
    How recalls went.
    """
    sourceKindDistribution: list[SourceKindCount]
    """
    How many hits there were of each kind.
    """
    supersession: SupersessionStats
    """
    How often what was known changed.
    """
    tierCounts: TierCounts
    """
    How many answers each tier gave.
    """
    totalQueries: int
    """
    How many recalls there were.
    """
    openUncertainties: int
    """
    How many uncertainties are open.
    """
    pendingExtractions: int
    """
    How many texts are still to be read for facts.
    """
    setAsideTexts: int
    """
    How many texts are set aside, as reading them ended its reader twice.
    """
    queueDepth: QueueDepth
    """
    How much work on documents there is.
    """
    providers: list[ProviderFailure]
    """
    Which of the models that the context works with fail now, and which failed within the window.
    """
    feedLag: int
    """
    How many changes the search index is behind.
    """
    tierLatency: list[TierLatency]
    """
    How long each tier took.
    """
    tokens: TokenCount
    """
    What the model that answers chats took and gave, in tokens.
    """


class Triple(TypedDict):
    entity: TripleEntity
    """
    Whom or what the fact is about.
    """
    key: str
    """
    What is said of it, in a word: an attribute's key or a relation's label. At most 64 characters.
    """
    value: NotRequired[str | None]
    """
    The attribute's value. Either this or `target`.
    """
    target: NotRequired[TripleEntity | None]
    """
    The entity that a relation leads to. Either this or `value`.
    """
    memoryCategory: NotRequired[MemoryCategory | None]
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    validFrom: NotRequired[str | None]
    """
    From when on it holds in the world. Default: not known.
    """
    validUntil: NotRequired[str | None]
    """
    Until when it holds in the world. Default: no end is known.
    """


class TurnRequest(TypedDict):
    role: TurnRole
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    content: str
    """
    What was said.
    """
    ts: NotRequired[str | None]
    """
    When it was said. Default: the time of the request.
    """
    infer: NotRequired[InferMode | None]
    """
    How the text is read. `full` (default): a model works facts out of it; `triples`: the facts are given; `preview`: as `full`, and nothing is stored; `none`: the text is kept as it is.
    """
    labels: NotRequired[list[str] | None]
    """
    `key=value` tags that are stamped on it. Default: none.
    """


class TurnResponse(TypedDict):
    id: str
    """
    The record's id, of the form `<kind>:<26 characters>`.
    """
    turnId: str
    """
    The turn that it was said in.
    """
    session: str
    """
    The conversation that it belongs to.
    """
    seq: int
    """
    Its place in the conversation: one more than that of the turn before.
    """
    role: TurnRole
    """
    Who said it: `user`, `assistant`, `system` or `tool`. What an assistant or a tool says counts for less.
    """
    content: str
    """
    What was said.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    recordedAt: str
    """
    When the service wrote it. Nobody can set it.
    """
    extraction: str
    """
    How far its reading is: `done`, `pending`, `failed`; `none` and `silent` where it is not read.
    """


class UncertaintyCandidate(TypedDict):
    entity: NotRequired[str]
    """
    The entity that it is about, as Type/name.
    """
    key: NotRequired[str]
    """
    What is said of the entity, in snake_case.
    """
    value: NotRequired[str]
    """
    The value.
    """
    id: NotRequired[str]
    """
    The fact's id.
    """
    kind: NotRequired[Literal['attribute', 'relation']]
    """
    What kind of thing it is.
    """
    entityId: NotRequired[str]
    """
    The entity that it is about.
    """
    memoryCategory: NotRequired[MemoryCategory]
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    importance: NotRequired[float]
    """
    How much it matters, from 0 to 1; it fades with time, and grows with use.
    """
    confidence: NotRequired[float]
    """
    How sure the memory is, from 0 to 1; it grows with independent sources.
    """
    stream: NotRequired[Stream]
    """
    What was told in turns and reflections (`experiential`), or stands in documents and curated knowledge (`authoritative`).
    """
    scopes: NotRequired[ScopeSets]
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    createdAt: NotRequired[str]
    """
    When it was made, or first known.
    """
    knownUntil: NotRequired[str | None]
    """
    Until when it was held to be so; null while it stands.
    """
    validFrom: NotRequired[str | None]
    """
    From when on it holds in the world; absent or null where that is not known.
    """
    validUntil: NotRequired[str | None]
    """
    Until when it holds in the world; absent or null where no end is known.
    """
    validPrecision: NotRequired[ValidPrecision | None]
    """
    How exactly the valid times are known; null where they are not.
    """
    recordedAt: NotRequired[str]
    """
    When the service wrote it. Nobody can set it.
    """
    recordedUntil: NotRequired[str | None]
    """
    When the service wrote its end; null while it stands.
    """
    supersedes: NotRequired[str | None]
    """
    The fact whose place it took; null for none.
    """
    supersededBy: NotRequired[str | None]
    """
    The fact that took its place; null for none.
    """
    mistaken: NotRequired[Literal[True]]
    """
    True where it ended as its speaker took it back: it never was so. Absent otherwise.
    """
    standing: NotRequired[Literal['ended']]
    """
    Whether it holds, now or at the time that was asked for. `ended`: something took its place, or its time is over; `disputed`: sources disagree; `unread`: a text from which nothing was read. A passage is `ended` where all that was read from it has ended, and it says nothing beside.
    """
    endedBy: NotRequired[list[str]]
    """
    What ended it: the facts that took its place, or the turns that denied it.
    """
    source: NotRequired[SourceRef | None]
    """
    Where it was first read; null where the caller stated it.
    """
    sources: list[CandidateSource]
    """
    Everything that it was read from.
    """
    uncertaintyIds: NotRequired[list[str]]
    """
    The open uncertainties that name it.
    """
    subject: NotRequired[str]
    """
    The entity that the relation begins at, as Type/name.
    """
    label: NotRequired[str]
    """
    The relation's label.
    """
    object: NotRequired[str]
    """
    The entity that the relation leads to, as Type/name.
    """


class UsageReport(TypedDict):
    month: str
    """
    The month, in UTC.
    """
    rows: list[UsageRow]
    """
    The use by stage and model.
    """
    used: int
    """
    Tokens that were used in the month.
    """
    reserved: int
    """
    Tokens of calls that are under way.
    """
    tokenLimit: int | None
    """
    How many tokens a month has; null without a limit.
    """
    enforcementBlocked: bool
    """
    Whether models are not asked any more until the month ends.
    """


class Whoami(TypedDict):
    principalId: str
    """
    The principal's id.
    """
    displayName: str
    """
    The name that people are shown.
    """
    kind: str
    """
    What kind of thing it is.
    """
    grants: Grants
    """
    Each verb with the paths over which it is held.
    """
    tokenGrants: Grants | None
    """
    What the key narrows the grants to; null where it does not.
    """
    effectiveGrants: Grants
    """
    What may be done: the principal's grants, as far as the key and whoever is acted for allow.
    """
    delegatedPrincipalId: str | None
    """
    The principal who is acted for; null for none.
    """


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
    """
    The caller's own id of the principal. At most 256 characters.
    """
    ttlSeconds: int
    """
    How long it works, in seconds. Default: as long as the context allows. From 1 to 2147483647.
    """
    displayName: NotRequired[str | None]
    """
    The name of a principal that is new. Default: the external id. At most 128 characters.
    """
    grants: NotRequired[Grants | None]
    """
    What the token narrows its principal's grants to. Default: not narrowed.
    """


class AuditResponse(TypedDict):
    rows: list[AuditRow]
    """
    The rows, newest first.
    """


class CategoryState(TypedDict):
    entities: list[EntityDetail]
    """
    Entities.
    """
    attributes: list[AttributeDetail]
    """
    What is known, by key.
    """
    relations: list[RelationDetail]
    """
    What it is related to.
    """


class ChatDoneEvent(TypedDict):
    reply: str
    """
    The answer, whose markers such as [S1] name its sources.
    """
    citations: list[Citation]
    """
    The sources that the reply names.
    """
    traceId: str
    """
    The trace: how it came about.
    """
    sessionId: str
    """
    The conversation that it belongs to.
    """
    stored: bool
    """
    Whether the question and the reply were remembered.
    """
    memoryUpdates: ExtractionResult
    """
    What it changed in the memory.
    """
    userTurnId: NotRequired[str]
    """
    The turn of the message; empty where it was not stored.
    """
    replyTurnId: NotRequired[str]
    """
    The turn of the reply; empty where it was not stored.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """
    done: Literal[True]
    """
    The reply is whole.
    """


ChatEvent: TypeAlias = ChatDoneEvent | ChatTraceEvent | ChatDeltaEvent | ChatCitationEvent | Problem


class ChatResponse(TypedDict):
    reply: str
    """
    The answer, whose markers such as [S1] name its sources.
    """
    citations: list[Citation]
    """
    The sources that the reply names.
    """
    traceId: str
    """
    The trace: how it came about.
    """
    sessionId: str
    """
    The conversation that it belongs to.
    """
    stored: bool
    """
    Whether the question and the reply were remembered.
    """
    memoryUpdates: ExtractionResult
    """
    What it changed in the memory.
    """
    userTurnId: NotRequired[str]
    """
    The turn of the message; empty where it was not stored.
    """
    replyTurnId: NotRequired[str]
    """
    The turn of the reply; empty where it was not stored.
    """
    degraded: list[str]
    """
    What had to be done without, and why.
    """


class ContextKeyRequest(TypedDict):
    grants: NotRequired[Grants | None]
    """
    What the key narrows its principal's grants to. Default: not narrowed.
    """
    ttlSeconds: NotRequired[int | None]
    """
    How long it works, in seconds. Default: as long as the context allows. From 1 to 2147483647.
    """


class CorrectionResponse(TypedDict):
    extraction: ExtractionResult
    """
    What was understood, and what the memory made of it; null where nothing was read.
    """


class EntityResponse(TypedDict):
    entity: EntityDetail
    """
    The entity that it is about, as Type/name.
    """
    attributes: list[AttributeDetail]
    """
    What is known, by key.
    """
    relations: list[RelationDetail]
    """
    What it is related to.
    """
    uncertainties: list[UncertaintySummary]
    """
    Where sources disagree.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class FactsRequest(TypedDict):
    text: NotRequired[str | None]
    """
    What to remember, in plain words. Needed unless `triples` are given.
    """
    infer: NotRequired[InferMode | None]
    """
    How the text is read. `full` (default): a model works facts out of it; `triples`: the facts are given; `preview`: as `full`, and nothing is stored; `none`: the text is kept as it is.
    """
    scopes: NotRequired[ScopeSelector | None]
    """
    Where it belongs; also accepted as `scope` and `lens`. Default: all that the key may write.
    """
    user: NotRequired[EndUserId | None]
    """
    In the place of a selector: an end user by your own id, without `/`. It stands for the scope `/user/<id>`, which needs no registration, and "I" is that person. Default: no end user; the selector decides.
    """
    labels: NotRequired[list[str] | None]
    """
    `key=value` tags that are stamped on it. Default: none.
    """
    sessionId: NotRequired[str | None]
    """
    The conversation that it belongs to. Default: a new one. At most 256 characters.
    """
    observedAt: NotRequired[str | None]
    """
    When what it says was known. Default: the time of the request.
    """
    role: NotRequired[TurnRole | None]
    """
    Who said it. Default `user`.
    """
    memoryCategory: NotRequired[MemoryCategory | None]
    """
    How lasting it is: `identity`, `knowledge` or `context`. Default for what is written: what the text suggests.
    """
    triples: NotRequired[list[Triple] | None]
    """
    With `infer=triples`, which needs them: the facts themselves. Default: none. At most 1000.
    """


class InspectResponse1(TypedDict):
    kind: Literal['entity']
    """
    What kind of thing it is.
    """
    entity: EntityDetail
    """
    The entity that it is about, as Type/name.
    """
    attributes: list[AttributeDetail]
    """
    What is known, by key.
    """
    relations: list[RelationDetail]
    """
    What it is related to.
    """
    uncertainties: list[UncertaintySummary]
    """
    Where sources disagree.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """


class InspectResponse3(TypedDict):
    kind: Literal['relation']
    """
    What kind of thing it is.
    """
    matches: list[RelationDetail]
    """
    What stands under the label.
    """
    history: list[RelationDetail]
    """
    Every value that the key ever had, newest first.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class InspectResponse4(TypedDict):
    kind: Literal['trace']
    """
    What kind of thing it is.
    """
    trace: TraceRecord
    """
    How the answer came about.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class InspectResponse8(TypedDict):
    kind: Literal['turn', 'memory_chunk', 'chunk', 'section']
    """
    What kind of thing it is.
    """
    record: MemoryRecord
    """
    The passage.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class QueryMemoryResponse(TypedDict):
    classificationKind: QueryKind
    """
    What kind of question it was taken for.
    """
    hits: list[MemoryHit]
    """
    The hits, best first.
    """
    contextHits: list[MemoryHit]
    """
    What stands around the hits in their sections; not counted against `k`.
    """
    queryMs: int
    """
    How long it took, in milliseconds.
    """
    seedEntities: list[str]
    """
    The entities that the question names.
    """
    tier: Tier
    """
    What answered: the graph alone (`direct`), a kept answer (`cache`), all there is (`full_context`), or a search (`hybrid`).
    """
    trace: QueryTrace
    """
    How the answer came about.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class StateResponse(TypedDict):
    identity: CategoryState
    """
    What belongs to who somebody is.
    """
    knowledge: CategoryState
    """
    What is known about the world.
    """
    context: CategoryState
    """
    What holds for now.
    """
    instructions: list[InstructionSummary]
    """
    How the person wants to be answered.
    """
    unknowns: list[UncertaintySummary]
    """
    Open uncertainties.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


class TraceListResponse(TypedDict):
    traces: list[TraceRecord]
    """
    The traces, newest first.
    """


class TurnListResponse(TypedDict):
    turns: list[TurnResponse]
    """
    The turns, oldest first.
    """
    total: int
    """
    How many there are, on all pages.
    """


class Uncertainty(TypedDict):
    id: str
    """
    The uncertainty's id.
    """
    entity: str
    """
    The entity that it is about, as Type/name.
    """
    entityId: str
    """
    The entity that it is about.
    """
    key: str
    """
    What is said of the entity, in snake_case.
    """
    about: str
    """
    What is disputed: the entity and the key.
    """
    reason: str
    """
    Why, in words.
    """
    question: str
    """
    The question that would settle it.
    """
    status: UncertaintyStatus
    """
    Its state.
    """
    owner: str | None
    """
    Who sees to it; null for nobody.
    """
    scopes: ScopeSets
    """
    The selector under which it stands: arrays of paths, of which any may hold with all its paths.
    """
    candidates: list[UncertaintyCandidate]
    """
    The values that stand against each other, each with its sources.
    """
    createdAt: str
    """
    When it was made, or first known.
    """
    ageSeconds: float
    """
    For how long it has been open, in seconds.
    """
    resolvedAt: str | None
    """
    When it was settled; null while it is open.
    """
    resolution: UncertaintyResolution | None
    """
    How it was settled; null while it is open.
    """


class UncertaintyListResponse(TypedDict):
    uncertainties: list[Uncertainty]
    """
    Where sources disagree.
    """
    total: int
    """
    How many there are, on all pages.
    """


MintContextKeyRequestBody: TypeAlias = ContextKeyRequest | None


class InspectResponse7(TypedDict):
    kind: Literal['uncertainty']
    """
    What kind of thing it is.
    """
    uncertainty: Uncertainty
    """
    The uncertainty.
    """
    decisions: list[Decision]
    """
    What was decided about it, with rule and evidence.
    """
    leftOut: NotRequired[int]
    """
    How many records had no room within `maxTokens`: a larger one shows them.
    """


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
DeleteDocumentAnswer: TypeAlias = PurgeResponse
RetryDocumentAnswer: TypeAlias = Document
GetDocumentOriginalAnswer: TypeAlias = Any
ListChunksAnswer: TypeAlias = ChunkPage
ListDocumentKeywordsAnswer: TypeAlias = DocumentKeywordsResponse
CreateSessionAnswer: TypeAlias = SessionResponse
ListSessionsAnswer: TypeAlias = SessionListResponse
GetSessionAnswer: TypeAlias = SessionResponse
DeleteSessionAnswer: TypeAlias = PurgeResponse
ListTurnsAnswer: TypeAlias = TurnListResponse
AddTurnAnswer: TypeAlias = FactsResponse
RetryTurnAnswer: TypeAlias = TurnResponse
AskSessionContextAnswer: TypeAlias = SessionContextResponse
GetSessionContextAnswer: TypeAlias = SessionContextResponse
ListEntitiesAnswer: TypeAlias = EntityListResponse
GetEntityAnswer: TypeAlias = EntityResponse
DeleteEntityAnswer: TypeAlias = PurgeResponse
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
TestProvidersAnswer: TypeAlias = ProviderTests
RetryPendingAnswer: TypeAlias = RetriedPending
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
