"""A running server is needed: LOCI_URL, LOCI_API_KEY, LOCI_CONTEXT_ID and LOCI_MANAGEMENT_KEY say where."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from loci_client import AsyncLoci, Loci, LociManagement

here: dict[str, Any] = {
    "url": os.environ.get("LOCI_URL", "http://localhost:9090"),
    "api_key": os.environ.get("LOCI_API_KEY", ""),
    "context_id": os.environ.get("LOCI_CONTEXT_ID", "dev"),
}


@pytest.fixture(scope="session")
def loci() -> Iterator[Loci]:
    with Loci(**here) as client:
        yield client


@pytest.fixture(scope="session")
def management() -> Iterator[LociManagement]:
    with LociManagement(url=here["url"], management_key=os.environ.get("LOCI_MANAGEMENT_KEY", "")) as client:
        yield client


@pytest.fixture
def async_settings() -> dict[str, Any]:
    return here


def new_async() -> AsyncLoci:
    return AsyncLoci(**here)
