"""LangGraph's long-term memory kept in Loci: ``LociStore`` is a ``BaseStore``.

What an item is in Loci, the same for every client, so that what one writes another reads:

- An entity of type ``LangGraphItem``. Its name is the namespace's segments and the key, joined by ``/``; of each all bytes but plain
  lower-case letters, digits, ``-`` and ``_`` are percent-encoded, as Loci does not tell names apart by case or white space, and items are.
- Its attribute ``state``, a key that holds one value at a time, is the value as JSON, a space, ``#`` and a revision that grows with time.
  Earlier values stay in its history, and recall finds it as any other fact.
- The labels ``langgraph=LangGraphItem/…`` with each prefix of the namespace, by which a search is narrowed.
- ``created_at`` is the entity's, ``updated_at`` the value's known time. Deleting forgets the entity.

A value of Loci has at most 2,000 characters, and so has an item: a long text is better uploaded as a document. A search with a query sees
the 50 best hits. There is no time to live.
"""

from __future__ import annotations

import asyncio
import json
import operator
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any
from urllib.parse import quote, unquote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from ._arguments import ScopeSelector
from ._sync.client import Loci
from .errors import LociError

_key = "state"
_longest_value = 2_000
_longest_name = 256
_most_hits = 50
_page = 500

Namespace = tuple[str, ...]


class LociStore(BaseStore):
    """A store of LangGraph in one context of Loci. The client is its owner's to close; both are safe to share among threads.

    ``scopes`` is what the items are written under, and searched in; by default all that the key may write. ``entity_type`` keeps two
    stores in one memory apart.
    """

    __slots__ = ("_loci", "_pool", "_scopes", "_type")

    def __init__(self, loci: Loci, *, scopes: ScopeSelector | None = None, entity_type: str = "LangGraphItem") -> None:
        self._loci = loci
        self._scopes = scopes
        self._type = entity_type
        self._pool = ThreadPoolExecutor(max_workers=8, thread_name_prefix="loci-store")

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Reads see the store as it was before the batch's own writes; of two writes to one key the last counts."""
        wanted = list(ops)
        results = [self._read(op) for op in wanted]
        puts = {name_of(op.namespace, op.key): op for op in wanted if isinstance(op, PutOp)}
        for name, op in puts.items():
            self._write(name, op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(name_of(op.namespace, op.key))
        if isinstance(op, SearchOp):
            return self._search(op)
        return self._namespaces(op) if isinstance(op, ListNamespacesOp) else None

    def _get(self, name: str) -> Item | None:
        try:
            found: Any = self._loci.entities.get(self._type, name)
        except LociError as error:
            if error.code == "not_found":
                return None
            raise
        return _item_of(name, found)

    def _write(self, name: str, op: PutOp) -> None:
        if op.value is not None:
            triple = {"entity": {"type": self._type, "name": name}, "key": _key, "value": stored_value(op.value)}
            labels = labels_of(self._type, op.namespace)
            self._loci.remember(infer="triples", triples=[triple], labels=labels, scopes=self._scopes)
            return
        try:
            self._loci.entities.delete(self._type, name)
        except LociError as error:
            if error.code != "not_found":
                raise

    def _search(self, op: SearchOp) -> list[SearchItem]:
        found = self._recalled(op.namespace_prefix, op.query) if op.query else self._listed(op.namespace_prefix)
        items = [item for item in found if matches(item.value, op.filter)]
        return items[op.offset : op.offset + op.limit]

    def _recalled(self, prefix: Namespace, query: str) -> list[SearchItem]:
        """Best first."""
        narrowed = label_of(self._type, prefix)
        answer: Any = self._loci.recall(
            query, k=_most_hits, labels=[narrowed], lens=self._scopes, include=["facts"], source="langgraph"
        )
        scores: dict[str, float] = {}
        for hit in answer["hits"]:
            kind, _, name = str(hit.get("entity") or "").partition("/")
            if kind == self._type and place_of(name) is not None:
                scores.setdefault(name, hit["score"])
        return self._items(scores, prefix)

    def _listed(self, prefix: Namespace) -> list[SearchItem]:
        """Latest first."""
        items = self._items(dict.fromkeys(self._names()), prefix)
        return sorted(items, key=lambda item: item.updated_at, reverse=True)

    def _items(self, scores: dict[str, Any], prefix: Namespace) -> list[SearchItem]:
        names = [name for name in scores if _starts_with(name, prefix)]
        return [
            SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, scores[name])
            for name, item in zip(names, self._pool.map(self._get, names), strict=True)
            if item is not None
        ]

    def _names(self) -> list[str]:
        names: list[str] = []
        while True:
            answer: Any = self._loci.entities.list(type=self._type, limit=_page, offset=len(names))
            names += [entity["name"] for entity in answer["entities"]]
            if len(answer["entities"]) < _page:
                return names

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        places = [place for place in map(place_of, self._names()) if place is not None]
        kept = {
            namespace[: op.max_depth]
            for namespace, _ in places
            if all(is_matched(namespace, one) for one in op.match_conditions or ())
        }
        return sorted(kept)[op.offset : op.offset + op.limit]


_plain = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_")


def _encoded(segment: str) -> str:
    return "".join(chr(byte) if byte in _plain else f"%{byte:02x}" for byte in segment.encode())


def name_of(namespace: Namespace, key: str) -> str:
    """The entity's name."""
    if key == "":
        raise ValueError("An item's key must not be empty.")
    name = "/".join(_encoded(segment) for segment in (*namespace, key))
    if len(name) > _longest_name:
        raise ValueError(
            f"Namespace and key have {len(name)} characters as a name; Loci takes at most {_longest_name}."
        )
    return name


def place_of(name: str) -> tuple[Namespace, str] | None:
    """Namespace and key; None for the name of an entity that is no item."""
    try:
        *namespace, key = (unquote(segment, errors="strict") for segment in name.split("/"))
    except UnicodeDecodeError:
        return None
    return (tuple(namespace), key) if key else None


def _starts_with(name: str, prefix: Namespace) -> bool:
    place = place_of(name)
    return place is not None and place[0][: len(prefix)] == prefix


def label_of(entity_type: str, prefix: Namespace) -> str:
    return "langgraph=" + "/".join(quote(segment, safe="!~*'()") for segment in (entity_type, *prefix))


def labels_of(entity_type: str, namespace: Namespace) -> list[str]:
    """One label for each prefix of the namespace, so that a search can be narrowed to any of them."""
    return [label_of(entity_type, namespace[:length]) for length in range(len(namespace) + 1)]


def stored_value(value: Mapping[str, Any]) -> str:
    """JSON and a revision: to Loci a value that is said again, or in another case, is no news; here each write counts."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    stored = f"{text} #{_base36(time.time_ns() // 1_000_000):0>9}{secrets.token_hex(4)}"
    length = len(stored.encode("utf-16-le")) // 2
    if length > _longest_value:
        what = f"The item's JSON has {length} characters with its revision; Loci keeps at most {_longest_value}"
        raise ValueError(f"{what} in one value. Split it, or upload it as a document.")
    return stored


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _item_of(name: str, found: Any) -> Item | None:
    place = place_of(name)
    # Two writers at the same moment leave both values; the later revision is the item's.
    states = [(*_read_value(one["value"]), one["createdAt"]) for one in found["attributes"] if one["key"] == _key]
    if place is None or not states:
        return None
    _, value, updated = max(states, key=lambda state: state[0])
    if value is None:
        return None
    created, changed = _time_of(found["entity"]["createdAt"]), _time_of(updated)
    return Item(namespace=place[0], key=place[1], value=value, created_at=created, updated_at=changed)


def _read_value(stored: str) -> tuple[str, dict[str, Any] | None]:
    """Revision and value."""
    text, _, revision = stored.rpartition(" #")
    try:
        return revision, json.loads(text)
    except ValueError:
        return "", None


def _time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_matched(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", segment) for segment, wanted in zip(part, path, strict=True))


def _ordered(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], bool]:
    def holds(value: Any, wanted: Any) -> bool:
        try:
            return bool(compare(value, wanted))
        except TypeError:
            # One item that has a text where others have a number must not break the search of all.
            return False

    return holds


_operators: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda value, wanted: bool(value == wanted),
    "$ne": lambda value, wanted: bool(value != wanted),
    "$gt": _ordered(operator.gt),
    "$gte": _ordered(operator.ge),
    "$lt": _ordered(operator.lt),
    "$lte": _ordered(operator.le),
}


def matches(value: dict[str, Any], wanted: dict[str, Any] | None) -> bool:
    """Whether a value has what a filter asks for, by field: equal to a value, or as operators say."""
    return all(_field_matches(value.get(field), condition) for field, condition in (wanted or {}).items())


def _field_matches(value: Any, condition: Any) -> bool:
    if isinstance(condition, dict) and any(str(name).startswith("$") for name in condition):
        for name in condition:
            if name not in _operators:
                raise ValueError(f"a filter has no operator {name}; it has {', '.join(_operators)}")
        return all(_operators[name](value, operand) for name, operand in condition.items())
    return bool(value == condition)
