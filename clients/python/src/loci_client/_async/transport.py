"""Sends requests, again where that is safe."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from .._answer import answer_of, failure_of
from .._repetition import wait_after_answer, wait_after_failure
from .._request import Request, Settings


class AsyncTransport:
    """A pool of connections. A client of httpx that was given stays its owner's to close."""

    def __init__(self, http: httpx.AsyncClient | None) -> None:
        self._http = httpx.AsyncClient() if http is None else http
        self._is_ours = http is None

    async def send(self, request: Request, settings: Settings) -> Any:
        """The JSON of the answer; raises LociError where it is no success."""
        return answer_of(await self._attempt(request, settings, stream=False), settings)

    @asynccontextmanager
    async def open(self, request: Request, settings: Settings) -> AsyncIterator[httpx.Response]:
        """A successful answer as soon as its head is there; its body is still to be read."""
        answer = await self._attempt(request, settings, stream=True)
        try:
            if not answer.is_success:
                await answer.aread()
                answer_of(answer, settings)
            yield answer
        except httpx.RequestError as failure:
            raise failure_of(failure, settings) from failure
        finally:
            await answer.aclose()

    async def _attempt(self, request: Request, settings: Settings, stream: bool) -> httpx.Response:
        attempt = 1
        while True:
            wait: float | None
            try:
                answer = await self._http.send(request.build(self._http, settings.timeout), stream=stream)
            except httpx.RequestError as failure:
                wait = wait_after_failure(failure, request, attempt, settings)
                if wait is None or not request.rewind():
                    raise failure_of(failure, settings) from failure
            else:
                wait = wait_after_answer(answer, request, attempt, settings)
                if wait is None or not request.rewind():
                    return answer
                await answer.aclose()
            await asyncio.sleep(wait)
            attempt += 1

    async def aclose(self) -> None:
        if self._is_ours:
            await self._http.aclose()
