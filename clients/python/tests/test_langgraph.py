from __future__ import annotations

import asyncio
import time
import uuid

import pytest
from langgraph.store.base import GetOp, PutOp

from loci_client import Loci
from loci_client.langgraph import LociStore, labels_of, matches, name_of, place_of, stored_value


@pytest.fixture(scope="module")
def store(loci: Loci) -> LociStore:
    return LociStore(loci)


@pytest.fixture
def root() -> str:
    """A namespace of the test's own."""
    return f"test-{uuid.uuid4().hex[:8]}"


def test_an_item_comes_back_as_it_was_put(store: LociStore, root: str) -> None:
    value = {"likes": "sushi", "rating": 4.5, "tags": ["a", "ü"], "nested": {"on": True, "off": None}}
    store.put((root, "alice"), "food", value)
    item = store.get((root, "alice"), "food")
    assert item is not None
    assert (item.namespace, item.key, item.value) == ((root, "alice"), "food", value)
    assert abs(time.time() - item.created_at.timestamp()) < 60


def test_putting_again_replaces_and_keeps_the_time_of_creation(store: LociStore, root: str) -> None:
    values = [{"n": n} for n in range(5)]
    for value in values:
        store.put((root,), "counter", value)
    item = store.get((root,), "counter")
    assert item is not None and item.value == {"n": 4}
    assert item.updated_at > item.created_at
    store.put((root,), "counter", {"n": 1})
    store.put((root,), "word", {"w": "Ab"})
    store.put((root,), "word", {"w": "ab"})
    word = store.get((root,), "word")
    assert word is not None and word.value == {"w": "ab"}
    again = store.get((root,), "counter")
    assert again is not None and again.value == {"n": 1} and again.created_at == item.created_at


def test_replacing_leaves_no_uncertainty(store: LociStore, loci: Loci, root: str) -> None:
    store.put((root,), "x", {"a": 1})
    store.put((root,), "x", {"a": 2})
    assert loci.uncertainties.list(entity=f"LangGraphItem/{name_of((root,), 'x')}")["uncertainties"] == []


def test_keys_differ_by_case_and_may_hold_anything(store: LociStore, root: str) -> None:
    keys = ["Food", "food", "a/b", "a b", "ä?#%", "x" * 200]
    for key in keys:
        store.put((root, "A/B"), key, {"key": key})
    for key in keys:
        item = store.get((root, "A/B"), key)
        assert item is not None and item.value == {"key": key} and item.key == key
    assert {item.key for item in store.search((root, "A/B"), limit=20)} == set(keys)
    assert store.list_namespaces(prefix=(root,)) == [(root, "A/B")]


def test_what_is_deleted_is_gone_and_may_come_again(store: LociStore, root: str) -> None:
    store.put((root,), "x", {"a": 1})
    store.delete((root,), "x")
    store.delete((root,), "x")
    assert store.get((root,), "x") is None
    assert store.search((root,)) == []
    store.put((root,), "x", {"a": 1})
    assert store.get((root,), "x") is not None


def test_a_search_finds_by_meaning_within_a_namespace(store: LociStore, root: str) -> None:
    store.put((root, "alice"), "food", {"text": "Alice loves sushi and ramen"})
    store.put((root, "alice"), "sport", {"text": "Alice plays tennis on Sundays"})
    store.put((root, "bob"), "food", {"text": "Bob loves sushi too"})
    found = store.search((root, "alice"), query="Which food does she love, sushi?")
    assert found[0].key == "food" and found[0].score is not None
    assert {item.namespace for item in found} == {(root, "alice")}
    assert {item.namespace for item in store.search((root,), query="sushi")} >= {(root, "alice"), (root, "bob")}


def test_a_search_filters_and_pages(store: LociStore, root: str) -> None:
    for n in range(5):
        store.put((root,), f"k{n}", {"n": n, "even": n % 2 == 0})
    assert {item.key for item in store.search((root,), filter={"even": True})} == {"k0", "k2", "k4"}
    assert {item.key for item in store.search((root,), filter={"n": {"$gte": 1, "$lt": 3}})} == {"k1", "k2"}
    assert len(store.search((root,), query="")) == 5
    pages = [store.search((root,), limit=2, offset=offset) for offset in (0, 2, 4)]
    assert [len(page) for page in pages] == [2, 2, 1]
    assert len({item.key for page in pages for item in page}) == 5


def test_namespaces_are_listed_by_prefix_suffix_and_depth(store: LociStore, root: str) -> None:
    for namespace in [(root, "a", "x"), (root, "a", "y"), (root, "b", "x")]:
        store.put(namespace, "k", {"v": 1})
    assert store.list_namespaces(prefix=(root,)) == [(root, "a", "x"), (root, "a", "y"), (root, "b", "x")]
    assert store.list_namespaces(prefix=(root, "*", "x")) == [(root, "a", "x"), (root, "b", "x")]
    assert store.list_namespaces(prefix=(root,), suffix=("y",)) == [(root, "a", "y")]
    assert store.list_namespaces(prefix=(root,), max_depth=2) == [(root, "a"), (root, "b")]


def test_a_batch_and_the_async_methods_do_the_same(store: LociStore, root: str) -> None:
    async def use() -> None:
        puts = [PutOp((root,), "k", {"v": 0}), PutOp((root,), "k", {"v": 1})]
        assert await store.abatch([*puts, GetOp((root,), "k")]) == [None, None, None]
        item = await store.aget((root,), "k")
        assert item is not None and item.value == {"v": 1}

    asyncio.run(use())


def test_an_item_that_is_too_long_is_refused_before_it_is_sent(store: LociStore, root: str) -> None:
    with pytest.raises(ValueError, match="at most 2000"):
        store.put((root,), "k", {"text": "x" * 3000})


def test_names_values_and_labels_are_those_of_every_client() -> None:
    assert name_of(("users", "A b"), "k/ü") == "users/%41%20b/k%2f%c3%bc"
    assert place_of("users/%41%20b/k%2f%c3%bc") == (("users", "A b"), "k/ü")
    assert labels_of("LangGraphItem", ("users", "A b")) == [
        "langgraph=LangGraphItem",
        "langgraph=LangGraphItem/users",
        "langgraph=LangGraphItem/users/A%20b",
    ]
    first, second = stored_value({"a": "ü"}), stored_value({"a": "ü"})
    assert first.startswith('{"a":"ü"} #') and len(first) == len('{"a":"ü"} #') + 17 and first != second


def test_a_filter_with_an_unknown_operator_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\$like"):
        matches({"a": 1}, {"a": {"$like": "x"}})


def test_an_item_of_another_kind_does_not_break_a_search() -> None:
    wanted = {"n": {"$gt": 3}}
    assert [matches({"n": n}, wanted) for n in (4, 3, "many", None, [5])] == [True, False, False, False, False]
