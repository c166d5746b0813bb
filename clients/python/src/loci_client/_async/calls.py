# Made by generate.py from clients/openapi.json.
"""``call``: any operation of the API, typed by its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal, overload

from .._types import (
    AccessTokenRequest,
    AddAliasAnswer,
    AddContextGrantsAnswer,
    AddGrantsAnswer,
    AddTurnAnswer,
    AliasRequest,
    AskSessionContextAnswer,
    AskStateAnswer,
    AskStateRequestBody,
    AssignUncertaintyAnswer,
    AssignUncertaintyRequest,
    ChatAnswer,
    ChatInSessionAnswer,
    ChatRequest,
    ConsolidateAnswer,
    ConsolidateRequestBody,
    ContextAnswer,
    ContextChangeRequest,
    ContextQueryRequest,
    ContextRequest,
    CorrectAnswer,
    CorrectionRequest,
    CreateContextAnswer,
    CreateContextPrincipalAnswer,
    CreatePrincipalAnswer,
    CreateSessionAnswer,
    CreateSessionRequestBody,
    DecayAnswer,
    DecayContextAnswer,
    DecayRequestBody,
    DeleteContextScopeQuery,
    DeleteDocumentAnswer,
    DeleteDocumentQuery,
    DeleteEntityAnswer,
    DeleteEntityQuery,
    DeleteScopeQuery,
    DeleteSessionAnswer,
    DeleteSessionQuery,
    ElaborateAnswer,
    ElaborateRequestBody,
    ExpireAnswer,
    ExpireRequestBody,
    FactsBatchRequest,
    FactsRequest,
    ForgetAnswer,
    ForgetRequest,
    ForgetScopeAnswer,
    FsckAnswer,
    FsckRequestBody,
    GetContextAnswer,
    GetContextEffectiveGrantsAnswer,
    GetContextEffectiveGrantsQuery,
    GetContextPrincipalAnswer,
    GetContextStateAnswer,
    GetContextUsageAnswer,
    GetContextUsageQuery,
    GetContextVocabularyAnswer,
    GetDocumentAnswer,
    GetEffectiveGrantsAnswer,
    GetEffectiveGrantsQuery,
    GetEntityAnswer,
    GetEntityHistoryAnswer,
    GetEntityHistoryQuery,
    GetEntityQuery,
    GetKeywordAnswer,
    GetPrincipalAnswer,
    GetProfileAnswer,
    GetProfileQuery,
    GetSessionAnswer,
    GetSessionContextAnswer,
    GetSessionContextQuery,
    GetStateAnswer,
    GetStateQuery,
    GetTraceAnswer,
    GetTraceStatsAnswer,
    GetTraceStatsQuery,
    GetUncertaintyAnswer,
    GetVocabularyAnswer,
    GrantRequest,
    HealthAnswer,
    InspectAnswer,
    InspectQuery,
    KeyVerifierRequest,
    KeywordSearchRequest,
    ListAliasesAnswer,
    ListAuditAnswer,
    ListAuditQuery,
    ListChunksAnswer,
    ListChunksQuery,
    ListContextAuditAnswer,
    ListContextAuditQuery,
    ListContextKeysAnswer,
    ListContextKeysQuery,
    ListContextPrincipalKeysAnswer,
    ListContextPrincipalKeysQuery,
    ListContextPrincipalsAnswer,
    ListContextPrincipalsQuery,
    ListContextScopesAnswer,
    ListContextScopesQuery,
    ListContextsAnswer,
    ListContextsQuery,
    ListDocumentKeywordsAnswer,
    ListDocumentsAnswer,
    ListDocumentsQuery,
    ListEntitiesAnswer,
    ListEntitiesQuery,
    ListKeysAnswer,
    ListKeysQuery,
    ListKeywordsAnswer,
    ListKeywordsQuery,
    ListMergesAnswer,
    ListMergesQuery,
    ListPrincipalsAnswer,
    ListPrincipalsQuery,
    ListScopesAnswer,
    ListScopesQuery,
    ListSessionsAnswer,
    ListSessionsQuery,
    ListTracesAnswer,
    ListTracesQuery,
    ListTurnsAnswer,
    ListTurnsQuery,
    ListUncertaintiesAnswer,
    ListUncertaintiesQuery,
    ListVerbsAnswer,
    MergeEntitiesAnswer,
    MergeRequest,
    MintAccessTokenAnswer,
    MintContextKeyAnswer,
    MintContextKeyQuery,
    MintContextKeyRequestBody,
    MintKeyAnswer,
    MintKeyQuery,
    MintKeyRequestBody,
    PrincipalChangeRequest,
    PrincipalRequest,
    PutContextAnswer,
    PutContextRequestBody,
    PutContextVocabularyAnswer,
    PutVocabularyAnswer,
    QueryDocumentsAnswer,
    QueryMemoryRequest,
    QueryRequest,
    ReadyAnswer,
    RecallAnswer,
    RecomputeLinksAnswer,
    ReflectAnswer,
    ReflectRequest,
    RegisterContextKeyAnswer,
    RegisterContextScopeAnswer,
    RegisterScopeAnswer,
    RegisterScopeRequest,
    ReindexContextAnswer,
    RememberAnswer,
    RememberBatchAnswer,
    RemoveContextGrantsAnswer,
    RemoveGrantsAnswer,
    ResolveUncertaintyAnswer,
    ResolveUncertaintyRequest,
    RetryDocumentAnswer,
    RetryPendingAnswer,
    RetryTurnAnswer,
    RotateContextKeyAnswer,
    RotateContextKeyQuery,
    RotateKeyAnswer,
    RotateKeyQuery,
    ScopeForgetRequest,
    SearchKeywordsAnswer,
    SessionContextRequest,
    TestProvidersAnswer,
    TurnRequest,
    UndoMergeAnswer,
    UndoMergeRequestBody,
    UpdateContextAnswer,
    UpdateContextPrincipalAnswer,
    VocabularyRequest,
    WhoamiAnswer,
)


class AsyncCalls(ABC):
    @abstractmethod
    async def _call(
        self,
        operation: str,
        path: Mapping[str, str] | None,
        query: Any,
        body: Any,
        idempotency_key: str | None,
    ) -> Any: ...

    @overload
    async def call(
        self,
        operation: Literal["health"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> HealthAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["ready"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ReadyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listVerbs"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListVerbsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listContexts"],
        *,
        path: None = None,
        query: ListContextsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["createContext"],
        *,
        path: None = None,
        query: None = None,
        body: ContextRequest,
        idempotency_key: str | None = None,
    ) -> CreateContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["putContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: PutContextRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> PutContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["updateContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: ContextChangeRequest,
        idempotency_key: str | None = None,
    ) -> UpdateContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["getContextUsage"],
        *,
        path: Mapping[str, str],
        query: GetContextUsageQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextUsageAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getContextState"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextStateAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listContextScopes"],
        *,
        path: Mapping[str, str],
        query: ListContextScopesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextScopesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["registerContextScope"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: RegisterScopeRequest,
        idempotency_key: str | None = None,
    ) -> RegisterContextScopeAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteContextScope"],
        *,
        path: Mapping[str, str],
        query: DeleteContextScopeQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["listContextPrincipals"],
        *,
        path: Mapping[str, str],
        query: ListContextPrincipalsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextPrincipalsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["createContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: PrincipalRequest,
        idempotency_key: str | None = None,
    ) -> CreateContextPrincipalAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextPrincipalAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["updateContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: PrincipalChangeRequest,
        idempotency_key: str | None = None,
    ) -> UpdateContextPrincipalAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["getContextEffectiveGrants"],
        *,
        path: Mapping[str, str],
        query: GetContextEffectiveGrantsQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextEffectiveGrantsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["addContextGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> AddContextGrantsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["removeContextGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> RemoveContextGrantsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["mintAccessToken"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: AccessTokenRequest,
        idempotency_key: str | None = None,
    ) -> MintAccessTokenAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listContextKeys"],
        *,
        path: Mapping[str, str],
        query: ListContextKeysQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextKeysAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listContextPrincipalKeys"],
        *,
        path: Mapping[str, str],
        query: ListContextPrincipalKeysQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextPrincipalKeysAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["mintContextKey"],
        *,
        path: Mapping[str, str],
        query: MintContextKeyQuery | None = None,
        body: MintContextKeyRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> MintContextKeyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["registerContextKey"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: KeyVerifierRequest,
        idempotency_key: str | None = None,
    ) -> RegisterContextKeyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["revokeContextKey"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["rotateContextKey"],
        *,
        path: Mapping[str, str],
        query: RotateContextKeyQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RotateContextKeyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["decayContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DecayContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["reindexContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ReindexContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listContextAudit"],
        *,
        path: Mapping[str, str],
        query: ListContextAuditQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextAuditAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getContextVocabulary"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextVocabularyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["putContextVocabulary"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: VocabularyRequest,
        idempotency_key: str | None = None,
    ) -> PutContextVocabularyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getVocabulary"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetVocabularyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["putVocabulary"],
        *,
        path: None = None,
        query: None = None,
        body: VocabularyRequest,
        idempotency_key: str | None = None,
    ) -> PutVocabularyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["remember"],
        *,
        path: None = None,
        query: None = None,
        body: FactsRequest,
        idempotency_key: str | None = None,
    ) -> RememberAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["rememberBatch"],
        *,
        path: None = None,
        query: None = None,
        body: FactsBatchRequest,
        idempotency_key: str | None = None,
    ) -> RememberBatchAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["recall"],
        *,
        path: None = None,
        query: None = None,
        body: QueryMemoryRequest,
        idempotency_key: str | None = None,
    ) -> RecallAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["context"],
        *,
        path: None = None,
        query: None = None,
        body: ContextQueryRequest,
        idempotency_key: str | None = None,
    ) -> ContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["chat"],
        *,
        path: None = None,
        query: None = None,
        body: ChatRequest,
        idempotency_key: str | None = None,
    ) -> ChatAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["chatInSession"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: ChatRequest,
        idempotency_key: str | None = None,
    ) -> ChatInSessionAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listKeywords"],
        *,
        path: None = None,
        query: ListKeywordsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListKeywordsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["searchKeywords"],
        *,
        path: None = None,
        query: None = None,
        body: KeywordSearchRequest,
        idempotency_key: str | None = None,
    ) -> SearchKeywordsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getKeyword"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetKeywordAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["queryDocuments"],
        *,
        path: None = None,
        query: None = None,
        body: QueryRequest,
        idempotency_key: str | None = None,
    ) -> QueryDocumentsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listDocuments"],
        *,
        path: None = None,
        query: ListDocumentsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListDocumentsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["recomputeLinks"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RecomputeLinksAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getDocument"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetDocumentAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteDocument"],
        *,
        path: Mapping[str, str],
        query: DeleteDocumentQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DeleteDocumentAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["retryDocument"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RetryDocumentAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listChunks"],
        *,
        path: Mapping[str, str],
        query: ListChunksQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListChunksAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listDocumentKeywords"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListDocumentKeywordsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["createSession"],
        *,
        path: None = None,
        query: None = None,
        body: CreateSessionRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> CreateSessionAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listSessions"],
        *,
        path: None = None,
        query: ListSessionsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListSessionsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getSession"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetSessionAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteSession"],
        *,
        path: Mapping[str, str],
        query: DeleteSessionQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DeleteSessionAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listTurns"],
        *,
        path: Mapping[str, str],
        query: ListTurnsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListTurnsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["addTurn"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: TurnRequest,
        idempotency_key: str | None = None,
    ) -> AddTurnAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["retryTurn"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RetryTurnAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["askSessionContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: SessionContextRequest,
        idempotency_key: str | None = None,
    ) -> AskSessionContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getSessionContext"],
        *,
        path: Mapping[str, str],
        query: GetSessionContextQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetSessionContextAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listEntities"],
        *,
        path: None = None,
        query: ListEntitiesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListEntitiesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getEntity"],
        *,
        path: Mapping[str, str],
        query: GetEntityQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetEntityAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteEntity"],
        *,
        path: Mapping[str, str],
        query: DeleteEntityQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DeleteEntityAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getEntityHistory"],
        *,
        path: Mapping[str, str],
        query: GetEntityHistoryQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetEntityHistoryAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listAliases"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListAliasesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["addAlias"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: AliasRequest,
        idempotency_key: str | None = None,
    ) -> AddAliasAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["removeAlias"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["listMerges"],
        *,
        path: None = None,
        query: ListMergesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListMergesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["mergeEntities"],
        *,
        path: None = None,
        query: None = None,
        body: MergeRequest,
        idempotency_key: str | None = None,
    ) -> MergeEntitiesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["undoMerge"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: UndoMergeRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> UndoMergeAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listUncertainties"],
        *,
        path: None = None,
        query: ListUncertaintiesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListUncertaintiesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getUncertainty"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetUncertaintyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["resolveUncertainty"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: ResolveUncertaintyRequest,
        idempotency_key: str | None = None,
    ) -> ResolveUncertaintyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["assignUncertainty"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: AssignUncertaintyRequest,
        idempotency_key: str | None = None,
    ) -> AssignUncertaintyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["correct"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: CorrectionRequest,
        idempotency_key: str | None = None,
    ) -> CorrectAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getState"],
        *,
        path: None = None,
        query: GetStateQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetStateAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["askState"],
        *,
        path: None = None,
        query: None = None,
        body: AskStateRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> AskStateAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getProfile"],
        *,
        path: None = None,
        query: GetProfileQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetProfileAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["inspect"],
        *,
        path: None = None,
        query: InspectQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> InspectAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["forget"],
        *,
        path: None = None,
        query: None = None,
        body: ForgetRequest,
        idempotency_key: str | None = None,
    ) -> ForgetAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["forgetScope"],
        *,
        path: None = None,
        query: None = None,
        body: ScopeForgetRequest,
        idempotency_key: str | None = None,
    ) -> ForgetScopeAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["expire"],
        *,
        path: None = None,
        query: None = None,
        body: ExpireRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> ExpireAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["decay"],
        *,
        path: None = None,
        query: None = None,
        body: DecayRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> DecayAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["consolidate"],
        *,
        path: None = None,
        query: None = None,
        body: ConsolidateRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> ConsolidateAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["elaborate"],
        *,
        path: None = None,
        query: None = None,
        body: ElaborateRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> ElaborateAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["reflect"],
        *,
        path: None = None,
        query: None = None,
        body: ReflectRequest,
        idempotency_key: str | None = None,
    ) -> ReflectAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["fsck"],
        *,
        path: None = None,
        query: None = None,
        body: FsckRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> FsckAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["testProviders"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> TestProvidersAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["retryPending"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RetryPendingAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listTraces"],
        *,
        path: None = None,
        query: ListTracesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListTracesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getTraceStats"],
        *,
        path: None = None,
        query: GetTraceStatsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetTraceStatsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getTrace"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetTraceAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listAudit"],
        *,
        path: None = None,
        query: ListAuditQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListAuditAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["whoami"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> WhoamiAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["grantScope"],
        *,
        path: None = None,
        query: None = None,
        body: Any,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["listScopes"],
        *,
        path: None = None,
        query: ListScopesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListScopesAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["registerScope"],
        *,
        path: None = None,
        query: None = None,
        body: RegisterScopeRequest,
        idempotency_key: str | None = None,
    ) -> RegisterScopeAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["deleteScope"],
        *,
        path: None = None,
        query: DeleteScopeQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["listKeys"],
        *,
        path: None = None,
        query: ListKeysQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListKeysAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["mintKey"],
        *,
        path: None = None,
        query: MintKeyQuery | None = None,
        body: MintKeyRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> MintKeyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["revokeKey"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    async def call(
        self,
        operation: Literal["rotateKey"],
        *,
        path: Mapping[str, str],
        query: RotateKeyQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RotateKeyAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["listPrincipals"],
        *,
        path: None = None,
        query: ListPrincipalsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListPrincipalsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["createPrincipal"],
        *,
        path: None = None,
        query: None = None,
        body: PrincipalRequest,
        idempotency_key: str | None = None,
    ) -> CreatePrincipalAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetPrincipalAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["getEffectiveGrants"],
        *,
        path: Mapping[str, str],
        query: GetEffectiveGrantsQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetEffectiveGrantsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["addGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> AddGrantsAnswer: ...

    @overload
    async def call(
        self,
        operation: Literal["removeGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> RemoveGrantsAnswer: ...

    async def call(
        self,
        operation: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any operation of the API document that speaks JSON, by its operationId; raises LociError where it fails."""
        return await self._call(operation, path, query, body, idempotency_key)
