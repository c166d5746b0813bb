# Made by generate.py from _async/calls.py.
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


class Calls(ABC):
    @abstractmethod
    def _call(
        self,
        operation: str,
        path: Mapping[str, str] | None,
        query: Any,
        body: Any,
        idempotency_key: str | None,
    ) -> Any: ...

    @overload
    def call(
        self,
        operation: Literal["health"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> HealthAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["ready"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ReadyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listVerbs"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListVerbsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listContexts"],
        *,
        path: None = None,
        query: ListContextsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["createContext"],
        *,
        path: None = None,
        query: None = None,
        body: ContextRequest,
        idempotency_key: str | None = None,
    ) -> CreateContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["putContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: PutContextRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> PutContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["updateContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: ContextChangeRequest,
        idempotency_key: str | None = None,
    ) -> UpdateContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["getContextUsage"],
        *,
        path: Mapping[str, str],
        query: GetContextUsageQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextUsageAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getContextState"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextStateAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listContextScopes"],
        *,
        path: Mapping[str, str],
        query: ListContextScopesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextScopesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["registerContextScope"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: RegisterScopeRequest,
        idempotency_key: str | None = None,
    ) -> RegisterContextScopeAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteContextScope"],
        *,
        path: Mapping[str, str],
        query: DeleteContextScopeQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["listContextPrincipals"],
        *,
        path: Mapping[str, str],
        query: ListContextPrincipalsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextPrincipalsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["createContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: PrincipalRequest,
        idempotency_key: str | None = None,
    ) -> CreateContextPrincipalAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextPrincipalAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["updateContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: PrincipalChangeRequest,
        idempotency_key: str | None = None,
    ) -> UpdateContextPrincipalAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteContextPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["getContextEffectiveGrants"],
        *,
        path: Mapping[str, str],
        query: GetContextEffectiveGrantsQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextEffectiveGrantsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["addContextGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> AddContextGrantsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["removeContextGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> RemoveContextGrantsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["mintAccessToken"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: AccessTokenRequest,
        idempotency_key: str | None = None,
    ) -> MintAccessTokenAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listContextKeys"],
        *,
        path: Mapping[str, str],
        query: ListContextKeysQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextKeysAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listContextPrincipalKeys"],
        *,
        path: Mapping[str, str],
        query: ListContextPrincipalKeysQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextPrincipalKeysAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["mintContextKey"],
        *,
        path: Mapping[str, str],
        query: MintContextKeyQuery | None = None,
        body: MintContextKeyRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> MintContextKeyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["registerContextKey"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: KeyVerifierRequest,
        idempotency_key: str | None = None,
    ) -> RegisterContextKeyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["revokeContextKey"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["rotateContextKey"],
        *,
        path: Mapping[str, str],
        query: RotateContextKeyQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RotateContextKeyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["decayContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DecayContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["reindexContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ReindexContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listContextAudit"],
        *,
        path: Mapping[str, str],
        query: ListContextAuditQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListContextAuditAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getContextVocabulary"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetContextVocabularyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["putContextVocabulary"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: VocabularyRequest,
        idempotency_key: str | None = None,
    ) -> PutContextVocabularyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getVocabulary"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetVocabularyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["putVocabulary"],
        *,
        path: None = None,
        query: None = None,
        body: VocabularyRequest,
        idempotency_key: str | None = None,
    ) -> PutVocabularyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["remember"],
        *,
        path: None = None,
        query: None = None,
        body: FactsRequest,
        idempotency_key: str | None = None,
    ) -> RememberAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["rememberBatch"],
        *,
        path: None = None,
        query: None = None,
        body: FactsBatchRequest,
        idempotency_key: str | None = None,
    ) -> RememberBatchAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["recall"],
        *,
        path: None = None,
        query: None = None,
        body: QueryMemoryRequest,
        idempotency_key: str | None = None,
    ) -> RecallAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["context"],
        *,
        path: None = None,
        query: None = None,
        body: ContextQueryRequest,
        idempotency_key: str | None = None,
    ) -> ContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["chat"],
        *,
        path: None = None,
        query: None = None,
        body: ChatRequest,
        idempotency_key: str | None = None,
    ) -> ChatAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["chatInSession"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: ChatRequest,
        idempotency_key: str | None = None,
    ) -> ChatInSessionAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listKeywords"],
        *,
        path: None = None,
        query: ListKeywordsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListKeywordsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["searchKeywords"],
        *,
        path: None = None,
        query: None = None,
        body: KeywordSearchRequest,
        idempotency_key: str | None = None,
    ) -> SearchKeywordsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getKeyword"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetKeywordAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["queryDocuments"],
        *,
        path: None = None,
        query: None = None,
        body: QueryRequest,
        idempotency_key: str | None = None,
    ) -> QueryDocumentsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listDocuments"],
        *,
        path: None = None,
        query: ListDocumentsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListDocumentsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["recomputeLinks"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RecomputeLinksAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getDocument"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetDocumentAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteDocument"],
        *,
        path: Mapping[str, str],
        query: DeleteDocumentQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DeleteDocumentAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["retryDocument"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RetryDocumentAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listChunks"],
        *,
        path: Mapping[str, str],
        query: ListChunksQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListChunksAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listDocumentKeywords"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListDocumentKeywordsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["createSession"],
        *,
        path: None = None,
        query: None = None,
        body: CreateSessionRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> CreateSessionAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listSessions"],
        *,
        path: None = None,
        query: ListSessionsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListSessionsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getSession"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetSessionAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteSession"],
        *,
        path: Mapping[str, str],
        query: DeleteSessionQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DeleteSessionAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listTurns"],
        *,
        path: Mapping[str, str],
        query: ListTurnsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListTurnsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["addTurn"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: TurnRequest,
        idempotency_key: str | None = None,
    ) -> AddTurnAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["retryTurn"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RetryTurnAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["askSessionContext"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: SessionContextRequest,
        idempotency_key: str | None = None,
    ) -> AskSessionContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getSessionContext"],
        *,
        path: Mapping[str, str],
        query: GetSessionContextQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetSessionContextAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listEntities"],
        *,
        path: None = None,
        query: ListEntitiesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListEntitiesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getEntity"],
        *,
        path: Mapping[str, str],
        query: GetEntityQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetEntityAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteEntity"],
        *,
        path: Mapping[str, str],
        query: DeleteEntityQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> DeleteEntityAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getEntityHistory"],
        *,
        path: Mapping[str, str],
        query: GetEntityHistoryQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetEntityHistoryAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listAliases"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListAliasesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["addAlias"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: AliasRequest,
        idempotency_key: str | None = None,
    ) -> AddAliasAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["removeAlias"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["listMerges"],
        *,
        path: None = None,
        query: ListMergesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListMergesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["mergeEntities"],
        *,
        path: None = None,
        query: None = None,
        body: MergeRequest,
        idempotency_key: str | None = None,
    ) -> MergeEntitiesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["undoMerge"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: UndoMergeRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> UndoMergeAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listUncertainties"],
        *,
        path: None = None,
        query: ListUncertaintiesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListUncertaintiesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getUncertainty"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetUncertaintyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["resolveUncertainty"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: ResolveUncertaintyRequest,
        idempotency_key: str | None = None,
    ) -> ResolveUncertaintyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["assignUncertainty"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: AssignUncertaintyRequest,
        idempotency_key: str | None = None,
    ) -> AssignUncertaintyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["correct"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: CorrectionRequest,
        idempotency_key: str | None = None,
    ) -> CorrectAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getState"],
        *,
        path: None = None,
        query: GetStateQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetStateAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["askState"],
        *,
        path: None = None,
        query: None = None,
        body: AskStateRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> AskStateAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getProfile"],
        *,
        path: None = None,
        query: GetProfileQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetProfileAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["inspect"],
        *,
        path: None = None,
        query: InspectQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> InspectAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["forget"],
        *,
        path: None = None,
        query: None = None,
        body: ForgetRequest,
        idempotency_key: str | None = None,
    ) -> ForgetAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["forgetScope"],
        *,
        path: None = None,
        query: None = None,
        body: ScopeForgetRequest,
        idempotency_key: str | None = None,
    ) -> ForgetScopeAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["expire"],
        *,
        path: None = None,
        query: None = None,
        body: ExpireRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> ExpireAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["decay"],
        *,
        path: None = None,
        query: None = None,
        body: DecayRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> DecayAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["consolidate"],
        *,
        path: None = None,
        query: None = None,
        body: ConsolidateRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> ConsolidateAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["elaborate"],
        *,
        path: None = None,
        query: None = None,
        body: ElaborateRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> ElaborateAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["reflect"],
        *,
        path: None = None,
        query: None = None,
        body: ReflectRequest,
        idempotency_key: str | None = None,
    ) -> ReflectAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["fsck"],
        *,
        path: None = None,
        query: None = None,
        body: FsckRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> FsckAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["testProviders"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> TestProvidersAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["retryPending"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RetryPendingAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listTraces"],
        *,
        path: None = None,
        query: ListTracesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListTracesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getTraceStats"],
        *,
        path: None = None,
        query: GetTraceStatsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetTraceStatsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getTrace"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetTraceAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listAudit"],
        *,
        path: None = None,
        query: ListAuditQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListAuditAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["whoami"],
        *,
        path: None = None,
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> WhoamiAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["grantScope"],
        *,
        path: None = None,
        query: None = None,
        body: Any,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["listScopes"],
        *,
        path: None = None,
        query: ListScopesQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListScopesAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["registerScope"],
        *,
        path: None = None,
        query: None = None,
        body: RegisterScopeRequest,
        idempotency_key: str | None = None,
    ) -> RegisterScopeAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["deleteScope"],
        *,
        path: None = None,
        query: DeleteScopeQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["listKeys"],
        *,
        path: None = None,
        query: ListKeysQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListKeysAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["mintKey"],
        *,
        path: None = None,
        query: MintKeyQuery | None = None,
        body: MintKeyRequestBody | None = None,
        idempotency_key: str | None = None,
    ) -> MintKeyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["revokeKey"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> None: ...

    @overload
    def call(
        self,
        operation: Literal["rotateKey"],
        *,
        path: Mapping[str, str],
        query: RotateKeyQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> RotateKeyAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["listPrincipals"],
        *,
        path: None = None,
        query: ListPrincipalsQuery | None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> ListPrincipalsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["createPrincipal"],
        *,
        path: None = None,
        query: None = None,
        body: PrincipalRequest,
        idempotency_key: str | None = None,
    ) -> CreatePrincipalAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getPrincipal"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetPrincipalAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["getEffectiveGrants"],
        *,
        path: Mapping[str, str],
        query: GetEffectiveGrantsQuery,
        body: None = None,
        idempotency_key: str | None = None,
    ) -> GetEffectiveGrantsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["addGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> AddGrantsAnswer: ...

    @overload
    def call(
        self,
        operation: Literal["removeGrants"],
        *,
        path: Mapping[str, str],
        query: None = None,
        body: GrantRequest,
        idempotency_key: str | None = None,
    ) -> RemoveGrantsAnswer: ...

    def call(
        self,
        operation: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Any = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any operation of the API document that speaks JSON, by its operationId; raises LociError where it fails."""
        return self._call(operation, path, query, body, idempotency_key)
