"""The client against a running server."""

from __future__ import annotations

import asyncio
import io
import uuid
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from loci_client import AsyncLoci, Loci, LociError, LociManagement


@pytest.fixture
def name() -> str:
    """A person nobody else knows."""
    return f"Mina{uuid.uuid4().hex[:6]}"


def test_what_is_remembered_is_recalled(loci: Loci, name: str) -> None:
    written = loci.remember(f"{name} lives in Lisbon.", labels=["from=test"])
    assert written["mode"] == "full" and written["sessionId"]
    answer = loci.recall(f"Where does {name} live?", k=5)
    assert "Lisbon" in answer["hits"][0]["text"] and answer["trace"]["traceId"]
    assert "Lisbon" in loci.context(f"Where does {name} live?")["context"]
    assert loci.traces.get(answer["trace"]["traceId"])["id"] == answer["trace"]["traceId"]


def test_a_key_given_twice_has_one_effect(loci: Loci, name: str) -> None:
    first, second = (loci.remember(f"{name} likes tea.", infer="none", idempotency_key=f"key-{name}") for _ in range(2))
    assert first == second
    with pytest.raises(LociError) as caught:
        loci.remember(f"{name} likes coffee.", infer="none", idempotency_key=f"key-{name}")
    assert (caught.value.code, caught.value.status) == ("conflict", 409)


def test_facts_are_kept_with_their_times(loci: Loci, name: str) -> None:
    person = {"type": "Person", "name": name}
    known = [
        ("Porto", datetime(2024, 5, 1, tzinfo=timezone.utc)),
        ("Lisbon", datetime(2025, 5, 1, tzinfo=timezone.utc)),
    ]
    for city, since in known:
        loci.remember(infer="triples", triples=[{"entity": person, "key": "city", "value": city}], observed_at=since)
    assert loci.entities.get("Person", name)["attributes"][0]["value"] == "Lisbon"
    then = loci.entities.get("Person", name, as_of=datetime(2024, 6, 1, tzinfo=timezone.utc))
    assert then["attributes"][0]["value"] == "Porto"
    assert len(loci.entities.history("Person", name, "city")["history"]) == 2
    loci.correct("Person", name, key="city", value="Faro", reason="told by phone")
    assert loci.entities.get("Person", name)["attributes"][0]["value"] == "Faro"
    assert any(entity["name"] == name for entity in loci.entities.list(type="Person", limit=500)["entities"])
    loci.entities.delete("Person", name)
    with pytest.raises(LociError) as caught:
        loci.entities.get("Person", name)
    assert caught.value.code == "not_found"


def test_a_disagreement_is_settled(loci: Loci, name: str) -> None:
    for value in ("blue", "green"):
        triple = {"entity": {"type": "Person", "name": name}, "key": "eye_colour", "value": value}
        loci.remember(infer="triples", triples=[triple])
    [one] = loci.uncertainties.list(entity=f"Person/{name}")["uncertainties"]
    assert loci.uncertainties.assign(one["id"], "mina")["owner"] == "mina"
    settled = loci.uncertainties.resolve(one["id"], value="green", reason="seen")
    assert settled["status"] == "resolved" and loci.uncertainties.get(one["id"])["status"] == "resolved"


def test_a_conversation_is_remembered_and_asked(loci: Loci, name: str) -> None:
    session = loci.sessions.create(metadata={"topic": "tests"})
    messages = [{"role": "user", "content": f"{name} works at Initech."}, {"role": "assistant", "content": "Noted."}]
    loci.remember_batch(messages, session_id=session["id"])
    loci.sessions.add_turn(session["id"], f"{name} plays chess.", ts="2026-03-01T10:00:00Z")
    turns = loci.sessions.turns(session["id"])["turns"]
    assert [turn["role"] for turn in turns] == ["user", "assistant", "user"]
    assert name in loci.sessions.context(session["id"], f"Where does {name} work?")["context"]
    reply = loci.sessions.chat(session["id"], f"Where does {name} work?")
    assert reply["sessionId"] == session["id"] and "Initech" in reply["reply"]
    assert loci.sessions.get(session["id"])["metadata"] == {"topic": "tests"}
    assert any(one["id"] == session["id"] for one in loci.sessions.list()["sessions"])
    loci.sessions.delete(session["id"])


def test_a_chat_is_streamed(loci: Loci, name: str) -> None:
    loci.remember(f"{name} lives in Lisbon.")
    events = list(loci.chat_stream(f"Where does {name} live?"))
    assert events[0]["type"] == "trace"
    done = events[-1]
    assert done["type"] == "done" and done["citations"]
    assert "".join(event["text"] for event in events if event["type"] == "delta") == done["reply"]
    assert loci.chat(f"Where does {name} live?")["traceId"] != done["traceId"]


def test_a_document_is_uploaded_read_and_deleted(loci: Loci, name: str, tmp_path: Path) -> None:
    path = tmp_path / "manual.md"
    path.write_text(f"# Manual\n\nThe pump of {name} runs at 40 bar.\n")
    sent: list[int] = []
    uploaded = loci.documents.upload(path, title="Manual", labels=["kind=manual"], on_progress=sent.append)
    assert sent[-1] == path.stat().st_size
    states: list[str] = []
    document = loci.documents.wait(uploaded["id"], timeout=240, on_status=states.append)
    assert (document["status"], document["title"], document["filename"]) == ("ready", "Manual", "manual.md")
    assert states[-1] == "ready"
    assert b"".join(loci.documents.original(document["id"])) == path.read_bytes()
    assert name in loci.documents.chunks(document["id"])["chunks"][0]["text"]
    found = loci.documents.query(f"At which pressure does the pump of {name} run?", document_ids=[document["id"]])
    assert found["results"][0]["document"]["id"] == document["id"]
    replaced = loci.documents.replace(document["id"], f"The pump of {name} runs at 60 bar.".encode(), filename="m.txt")
    assert loci.documents.wait(replaced["id"], timeout=240)["version"] == 2
    assert any(one["id"] == document["id"] for one in loci.documents.list(page_size=500)["documents"])
    loci.documents.delete(document["id"])
    with pytest.raises(LociError) as caught:
        loci.documents.get(document["id"])
    assert caught.value.code == "not_found"


def test_a_file_that_is_open_is_uploaded_and_left_open(loci: Loci, name: str) -> None:
    with io.BytesIO(f"{name} sells pumps.".encode()) as file:
        document = loci.documents.upload(file, filename="note.txt")
        assert not file.closed
    loci.documents.delete(document["id"])


def test_forgetting_counts_first(loci: Loci, name: str) -> None:
    loci.remember(f"{name} has a red bicycle.")
    counted = loci.forget(f"{name} red bicycle", dry_run=True)
    assert counted["deleted"] > 0
    assert loci.forget(f"{name} red bicycle")["deleted"] == counted["deleted"]
    assert not any(name in hit["text"] for hit in loci.recall(f"{name} bicycle")["hits"])


def test_access_is_seen_and_given(loci: Loci, name: str) -> None:
    me = loci.me()
    assert me["principalId"]
    path = f"org/{name.lower()}"
    assert loci.scopes.register(path)["path"] == path
    assert any(scope["path"] == path for scope in loci.scopes.list())
    principal = loci.principals.create(name, grants={"memory:read": [path]})
    loci.principals.grant(principal["id"], path, ["memory:write"])
    assert set(loci.principals.effective(principal["id"], path)["verbs"]) == {"memory:read", "memory:write"}
    loci.principals.revoke(principal["id"], path, ["memory:write"])
    assert loci.principals.get(principal["id"])["grants"] == {"memory:read": [path]}
    minted = loci.keys.mint(name, grants={"memory:read": [path]})
    assert minted["key"] and any(key["name"] == name for key in loci.keys.list())
    assert loci.keys.rotate(name)["key"] != minted["key"]
    loci.keys.revoke(name)
    loci.scopes.delete(path)


def test_reflections_numbers_and_the_audit(loci: Loci, name: str) -> None:
    loci.remember(f"{name} runs marathons.")
    assert loci.reflect(f"What is {name} like?")["traceId"]
    assert loci.stats(window_hours=1, scopes=["/"])["windowHours"] == 1
    assert loci.audit(kind="decision", limit=5)["rows"]
    assert loci.traces.list(limit=5)["traces"]


def test_any_operation_can_be_called(loci: Loci) -> None:
    assert loci.call("getState", query={})["knowledge"]
    assert loci.call("listScopes", query={"limit": 1}) is not None
    with pytest.raises(ValueError, match="the path needs entityName"):
        loci.call("getEntity", path={"entityType": "Person"})


def test_a_wrong_key_and_a_wrong_field(loci: Loci, async_settings: dict[str, Any]) -> None:
    with Loci(**{**async_settings, "api_key": "loci_ck_wrong"}) as wrong, pytest.raises(LociError) as caught:
        wrong.me()
    assert (caught.value.code, caught.value.status) == ("unauthenticated", 401)
    with pytest.raises(LociError) as invalid:
        loci.recall("x", k=1000)
    assert invalid.value.code == "invalid" and invalid.value.fields[0].pointer == "/k"


def test_contexts_are_managed(management: LociManagement, name: str) -> None:
    ctx = name.lower()
    assert management.contexts.create(ctx)["id"] == ctx
    assert management.contexts.get(ctx)["id"] == ctx and any(one["id"] == ctx for one in management.contexts.list())
    management.scopes.register(ctx, "org/a")
    assert [scope["path"] for scope in management.scopes.list(ctx) if scope["path"] == "org/a"]
    principal = management.principals.create(ctx, "Agent", grants={"memory:read": ["org/a"]})
    assert management.keys.mint(ctx, principal["id"], "k1", ttl_seconds=60)["key"]
    assert management.keys.rotate(ctx, principal["id"], "k1")["key"]
    management.keys.revoke(ctx, principal["id"], "k1")
    assert management.verbs()
    management.contexts.delete(ctx)


def test_the_async_client(async_settings: dict[str, Any], name: str) -> None:
    async def use() -> None:
        async with AsyncLoci(**async_settings) as loci:
            await asyncio.gather(*(loci.remember(f"{name} owns book number {n}.", infer="none") for n in range(5)))
            answer = await loci.recall(f"Which books does {name} own?")
            assert any(name in hit["text"] for hit in answer["hits"])
            document = await loci.documents.upload(f"{name} is an author.".encode(), filename="a.txt")
            assert (await loci.documents.wait(document["id"], timeout=240))["status"] == "ready"
            assert b"".join([chunk async for chunk in loci.documents.original(document["id"])]).startswith(
                name.encode()
            )
            events = [event["type"] async for event in loci.chat_stream(f"Who is {name}?")]
            assert events[-1] == "done"

    asyncio.run(use())
