"""A running server is needed: SERVICE_URL, SERVICE_API_KEY, SERVICE_CONTEXT_ID and SERVICE_MANAGEMENT_API_KEY say where."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from loci_client import Loci, LociManagement

here: dict[str, Any] = {
    "url": os.environ.get("SERVICE_URL", "http://localhost:9090"),
    "api_key": os.environ.get("SERVICE_API_KEY", ""),
    "context_id": os.environ.get("SERVICE_CONTEXT_ID", "dev"),
}


@pytest.fixture(scope="session")
def loci() -> Iterator[Loci]:
    with Loci(**here) as client:
        yield client


@pytest.fixture(scope="session")
def management() -> Iterator[LociManagement]:
    with LociManagement(url=here["url"], management_key=os.environ.get("SERVICE_MANAGEMENT_API_KEY", "")) as client:
        yield client


@pytest.fixture
def async_settings() -> dict[str, Any]:
    return here
