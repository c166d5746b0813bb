"""Documents: what is uploaded, and what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from time import monotonic
from typing import Any, Literal

from .._arguments import ScopeSelector, Time
from .._operations import operations
from .._request import Settings, body_of, request_of
from .._types import (
    GetDocumentAnswer,
    GetKeywordAnswer,
    ListChunksAnswer,
    ListDocumentsAnswer,
    ListKeywordsAnswer,
    QueryDocumentsAnswer,
    ReplaceDocumentAnswer,
    RetryDocumentAnswer,
    UploadDocumentAnswer,
)
from .._upload import Source, upload_of
from ..errors import LociError
from .calls import AsyncCalls
from .transport import AsyncTransport


class AsyncDocuments:
    def __init__(self, calls: AsyncCalls, transport: AsyncTransport, settings: Settings) -> None:
        self._calls = calls
        self._transport = transport
        self._settings = settings

    async def upload(
        self,
        file: Source,
        *,
        filename: str | None = None,
        title: str | None = None,
        source: str | None = None,
        mime_type: str | None = None,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        observed_at: Time | None = None,
        on_progress: Callable[[int], None] | None = None,
        idempotency_key: str | None = None,
    ) -> UploadDocumentAnswer:
        """Uploads a path, bytes or an open file, streamed from where it is. ``on_progress`` is told the bytes read so far."""
        metadata = body_of(title=title, source=source, scopes=scopes, user=user, labels=labels, observed_at=observed_at)
        with upload_of(file, filename, mime_type, on_progress, metadata) as upload:
            uploaded: UploadDocumentAnswer = await self._send("uploadDocument", None, upload, idempotency_key)
        return uploaded

    async def replace(
        self,
        document_id: str,
        file: Source,
        *,
        filename: str | None = None,
        title: str | None = None,
        source: str | None = None,
        mime_type: str | None = None,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        observed_at: Time | None = None,
        on_progress: Callable[[int], None] | None = None,
        idempotency_key: str | None = None,
    ) -> ReplaceDocumentAnswer:
        """Uploads a document's next version."""
        metadata = body_of(title=title, source=source, scopes=scopes, user=user, labels=labels, observed_at=observed_at)
        with upload_of(file, filename, mime_type, on_progress, metadata) as upload:
            path = {"documentId": document_id}
            uploaded: ReplaceDocumentAnswer = await self._send("replaceDocument", path, upload, idempotency_key)
        return uploaded

    async def _send(
        self, operation: str, path: Mapping[str, str] | None, upload: Any, idempotency_key: str | None
    ) -> Any:
        known = operations[operation]
        request = request_of(known, self._settings, path, upload=upload, idempotency_key=idempotency_key)
        return await self._transport.send(request, self._settings)

    async def list(
        self,
        *,
        status: str | None = None,
        mime_type: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> ListDocumentsAnswer:
        """The documents, newest first; pages are counted from 0."""
        query: Any = body_of(status=status, mime_type=mime_type, page=page, page_size=page_size)
        return await self._calls.call("listDocuments", query=query)

    async def get(self, document_id: str) -> GetDocumentAnswer:
        return await self._calls.call("getDocument", path={"documentId": document_id})

    async def wait(
        self,
        document_id: str,
        *,
        timeout: float = 600.0,
        on_status: Callable[[str], None] | None = None,
    ) -> GetDocumentAnswer:
        """The document as soon as it is ``ready`` or ``failed``; raises LociError ``timeout`` after so many seconds."""
        until, pause, last = monotonic() + timeout, 0.1, ""
        while True:
            document = await self.get(document_id)
            status = document["status"]
            if on_status is not None and status != last:
                on_status(status)
            if status in ("ready", "failed"):
                return document
            left = until - monotonic()
            if left <= 0:
                raise LociError(f"The document is still {status} after {timeout:g} s.", code="timeout")
            await asyncio.sleep(min(pause, left))
            pause, last = min(pause * 1.5, 2.0), status

    async def original(self, document_id: str) -> AsyncIterator[bytes]:
        """The original's bytes, as they come."""
        request = request_of(
            operations["getDocumentOriginal"], self._settings, {"documentId": document_id}, accept="*/*"
        )
        async with self._transport.open(request, self._settings) as answer:
            async for chunk in answer.aiter_bytes():
                yield chunk

    async def chunks(
        self, document_id: str, *, page: int | None = None, page_size: int | None = None
    ) -> ListChunksAnswer:
        """The document's chunks in their order."""
        query: Any = body_of(page=page, page_size=page_size)
        return await self._calls.call("listChunks", path={"documentId": document_id}, query=query)

    async def delete(self, document_id: str) -> None:
        """Deletes the document, and what was read from it alone."""
        await self._calls.call("deleteDocument", path={"documentId": document_id})

    async def retry(self, document_id: str) -> RetryDocumentAnswer:
        """Takes up the work on a failed document again."""
        return await self._calls.call("retryDocument", path={"documentId": document_id})

    async def query(
        self,
        query: str,
        *,
        k: int | None = None,
        mode: Literal["hybrid", "vector", "bm25", "hybrid_graph"] | None = None,
        use_hyde: bool | None = None,
        decompose_query: bool | None = None,
        use_reranker: bool | None = None,
        graph_edges: Sequence[str] | None = None,
        document_ids: Sequence[str] | None = None,
        mime_types: Sequence[str] | None = None,
    ) -> QueryDocumentsAnswer:
        """The passages of documents that answer a question."""
        narrowing = body_of(document_ids=document_ids, mime_type=mime_types)
        body: Any = body_of(
            query=query,
            k=k,
            mode=mode,
            use_hyde=use_hyde,
            decompose_query=decompose_query,
            use_reranker=use_reranker,
            graph_edges=graph_edges,
            filter=narrowing or None,
        )
        return await self._calls.call("queryDocuments", body=body)

    async def keywords(
        self, *, q: str | None = None, page: int | None = None, page_size: int | None = None
    ) -> ListKeywordsAnswer:
        """The keywords of all documents."""
        query: Any = body_of(q=q, page=page, page_size=page_size)
        return await self._calls.call("listKeywords", query=query)

    async def keyword(self, normalised: str) -> GetKeywordAnswer:
        """One keyword, with the documents that have it."""
        return await self._calls.call("getKeyword", path={"normalised": normalised})
