"""Types of arguments that many methods take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

ScopeSelector = str | Sequence[str | Sequence[str]]
"""One path, several of which any will do, or clauses of paths that belong together: (a and b) or c."""

Time = str | datetime
"""RFC 3339, or a datetime; one without a zone is in the machine's own."""

Grants = Mapping[str, Sequence[str]]
"""A list of scope patterns for each verb."""
