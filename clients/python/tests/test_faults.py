"""What the client does when the server, or what stands before it, misbehaves."""

from __future__ import annotations

import asyncio
import io
import json
import pickle
import socket
import time
from datetime import datetime, timezone
from email.utils import formatdate
from typing import Any

import pytest

from loci_client import AsyncLoci, FieldProblem, Loci, LociError

from .misbehaving import Misbehaving, Reply, misbehaving, problem

key = "loci_ck_secret"
busy = Reply(503, problem(503, "unavailable", "Try again."))


def client(server: Misbehaving, **options: Any) -> Loci:
    return Loci(**{"url": server.url, "api_key": key, "context_id": "dev", "backoff": 0.001, **options})


def keys(server: Misbehaving) -> list[str | None]:
    return [one.headers.get("idempotency-key") for one in server.seen]


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_read_is_repeated_after_a_passing_failure(status: int) -> None:
    with misbehaving(Reply(status, b"busy", {"content-type": "text/plain"}), Reply(body={"hits": []})) as server:
        assert client(server).recall("x")["hits"] == []
        assert len(server.seen) == 2


def test_a_write_is_repeated_under_one_idempotency_key() -> None:
    hung_up = Reply(hangs_up=True)
    with misbehaving(hung_up, busy_at_once(), Reply(body={"mode": "full"})) as server:
        client(server).remember("x")
        first, *others = keys(server)
        assert first and len(first) >= 32 and others == [first, first]


def busy_at_once() -> Reply:
    return Reply(503, busy.body, {"retry-after": "0"})


def test_each_write_has_a_key_of_its_own_or_the_callers() -> None:
    with misbehaving(Reply()) as server:
        loci = client(server)
        loci.remember("x")
        loci.remember("x")
        loci.remember("x", idempotency_key="mine")
        first, second, third = keys(server)
        assert first != second and third == "mine"


def test_a_chat_is_repeated_under_one_key() -> None:
    with misbehaving(Reply(hangs_up=True), Reply(body={"reply": "x"})) as server:
        client(server).chat("x")
        keys = [seen.headers["idempotency-key"] for seen in server.seen]
        assert len(keys) == 2 and keys[0] == keys[1]


@pytest.mark.parametrize("status", [429, 503])
def test_a_chat_that_streams_is_not_repeated_whatever_the_answer(status: int) -> None:
    with misbehaving(Reply(status, problem(status, "rate-limited", "x"), {"retry-after": "0"})) as server:
        with pytest.raises(LociError):
            list(client(server).chat_stream("x"))
        assert len(server.seen) == 1 and "idempotency-key" not in server.seen[0].headers


def test_a_write_whose_earlier_attempt_is_still_under_way_waits_for_it() -> None:
    under_way = Reply(409, problem(409, "conflict", "still under way"), {"retry-after": "0"})
    with misbehaving(under_way, Reply(body={"mode": "full"})) as server:
        client(server).remember("x")
        assert len(server.seen) == 2


def test_a_conflict_is_an_error_at_once() -> None:
    with misbehaving(Reply(409, problem(409, "conflict", "another body"))) as server:
        with pytest.raises(LociError, match="another body") as caught:
            client(server).remember("x")
        assert caught.value.code == "conflict" and len(server.seen) == 1


def test_it_gives_up_after_so_many_attempts() -> None:
    with misbehaving(busy_at_once()) as server:
        with pytest.raises(LociError, match="Try again") as caught:
            client(server, attempts=3).recall("x")
        assert (caught.value.code, caught.value.status, len(server.seen)) == ("unavailable", 503, 3)


@pytest.mark.parametrize("as_date", [False, True])
def test_it_waits_as_long_as_the_server_asks(as_date: bool) -> None:
    value = formatdate(time.time() + 4, usegmt=True) if as_date else "1"
    with misbehaving(Reply(429, problem(429, "rate-limited", "slow"), {"retry-after": value}), Reply()) as server:
        began = time.monotonic()
        client(server).me()
        assert 0.5 < time.monotonic() - began < 20


def test_it_does_not_wait_longer_than_anybody_would() -> None:
    with misbehaving(Reply(429, problem(429, "rate-limited", "slow"), {"retry-after": "3600"})) as server:
        with pytest.raises(LociError) as caught:
            client(server).me()
        assert (caught.value.code, caught.value.retry_after, len(server.seen)) == ("rate_limited", 3600.0, 1)


def test_no_answer_in_time_is_a_timeout() -> None:
    with misbehaving(Reply(delay=600)) as server:
        with pytest.raises(LociError, match="no answer within 5 s") as caught:
            client(server, timeout=5, attempts=2).me()
        assert (caught.value.code, caught.value.status, len(server.seen)) == ("timeout", 0, 2)


def test_nothing_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(LociError, match="Cannot reach") as caught:
            Loci(url=url, api_key=key, context_id="dev", attempts=2, backoff=0.001).chat("x")
    assert caught.value.code == "unreachable"


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, b"<html>", {"content-type": "text/html"}),
        Reply(200, b"{", {}),
        Reply(200, "a text"),
        Reply(200, b""),
        Reply(302, b"", {"location": "/login"}),
        Reply(404, b"<html>", {"content-type": "text/html"}),
    ],
)
def test_another_server_is_told_from_loci(reply: Reply) -> None:
    with misbehaving(reply) as server:
        with pytest.raises(LociError, match="not as a Loci server does") as caught:
            client(server).me()
        assert caught.value.code == "not_loci"


def test_an_error_tells_the_fields_and_the_trace() -> None:
    wrong = {**problem(400, "invalid-request", "/k: too large"), "errors": [{"pointer": "/k", "detail": "too large"}]}
    with misbehaving(Reply(400, wrong)) as server, pytest.raises(LociError) as caught:
        client(server).recall("x", k=1000)
    error = caught.value
    assert (error.code, error.fields[0].pointer, error.trace_id) == ("invalid", "/k", "trace-1")


def test_an_error_goes_from_process_to_process() -> None:
    error = LociError("No.", code="invalid", status=400, fields=(FieldProblem("/k", "too large"),), retry_after=2.0)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == ("No.", vars(error))


def test_the_key_stands_in_no_text() -> None:
    loci = Loci(url="http://127.0.0.1:9", api_key=key, context_id="dev", attempts=1)
    with pytest.raises(LociError) as caught:
        loci.me()
    assert key not in f"{loci!r} {caught.value!r} {caught.value}"
    with pytest.raises(ValueError, match="pasted") as refused:
        Loci(api_key=f"{key}\n", context_id="dev")
    assert key not in str(refused.value)


@pytest.mark.parametrize("wrong", [{"url": "localhost:9090"}, {"context_id": ""}, {"api_key": ""}, {"attempts": 0}])
def test_settings_that_cannot_work_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Loci(**{"api_key": "k", "context_id": "dev", **wrong})


def test_options_hold_for_the_client_made_with_them() -> None:
    with misbehaving(Reply()) as server:
        loci = client(server)
        loci.with_options(on_behalf_of="agent-7", headers={"x-team": "blue"}).me()
        loci.me()
        first, second = (one.headers for one in server.seen)
        assert first["x-service-on-behalf-of"] == "agent-7" and first["x-team"] == "blue"
        assert "x-service-on-behalf-of" not in second and second["authorization"] == f"Bearer {key}"


def test_names_in_a_path_are_encoded() -> None:
    with misbehaving(Reply()) as server:
        client(server).entities.get("Person", "a/b ?ü", as_of="2026-01-01T00:00:00+01:00")
        expected = "/api/v1/dev/entities/Person/a%2Fb%20%3F%C3%BC?asOf=2026-01-01T00%3A00%3A00%2B01%3A00"
        assert server.seen[0].path == expected


@pytest.mark.parametrize("name", [".", ".."])
def test_a_name_that_a_url_folds_away_is_refused(name: str) -> None:
    with misbehaving(Reply()) as server:
        with pytest.raises(ValueError, match="cannot stand in a path"):
            client(server).keys.revoke(name)
        assert server.seen == []


def test_times_are_rfc_3339_wherever_they_stand() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
    with misbehaving(Reply()) as server:
        loci = client(server)
        loci.remember_batch([{"role": "user", "content": "x", "ts": noon}])
        loci.traces.list(since=noon.astimezone().replace(tzinfo=None))
        assert json.loads(server.seen[0].body)["messages"][0]["ts"] == "2026-03-01T12:00:00+00:00"
        assert server.seen[1].path.endswith("?since=2026-03-01T12%3A00%3A00%2B00%3A00")


def test_an_operation_that_there_is_not() -> None:
    with misbehaving(Reply()) as server, pytest.raises(ValueError, match="no operation 'rememberAll'"):
        client(server).call("rememberAll")  # type: ignore[call-overload]


def test_waiting_for_a_document_has_an_end() -> None:
    with misbehaving(Reply(body={"status": "queued"}, delay=6)) as server:
        with pytest.raises(LociError, match="still queued after 11 s") as caught:
            client(server).documents.wait("d", timeout=11)
        assert caught.value.code == "timeout" and len(server.seen) == 2


def test_a_file_that_was_read_from_is_uploaded_whole() -> None:
    with misbehaving(Reply(202, {"id": "d"})) as server:
        file = io.BytesIO(b"one two")
        file.read(4)
        client(server).documents.upload(file, filename="a.txt")
        assert b"one two" in server.seen[0].body


def test_an_upload_is_repeated_from_the_start() -> None:
    with misbehaving(busy_at_once(), Reply(202, {"id": "d"})) as server:
        sent: list[int] = []
        client(server).documents.upload(b"x" * 200_000, filename="a.txt", on_progress=sent.append)
        first, second = (one.body for one in server.seen)
        assert first.count(b"x") == second.count(b"x") and len(first) > 200_000
        assert sent[-1] == 200_000 and keys(server)[0] == keys(server)[1]


def test_what_can_be_read_only_once_is_not_repeated() -> None:
    class Once(io.BytesIO):
        def seekable(self) -> bool:
            return False

    with misbehaving(busy_at_once()) as server:
        with pytest.raises(LociError) as caught:
            client(server).documents.upload(Once(b"x"), filename="a.txt")
        assert caught.value.code == "unavailable" and len(server.seen) == 1


def stream(*frames: str) -> Reply:
    return Reply(200, "".join(frames).encode(), {"content-type": "text/event-stream"})


delta = 'event: delta\ndata: {"delta":"Hel"}\n\n'


def test_a_stream_that_breaks_off_is_an_error() -> None:
    with misbehaving(stream(": still there\n\n", "event: future\ndata: {}\n\n", delta)) as server:
        events = client(server).chat_stream("x")
        assert next(events) == {"type": "delta", "text": "Hel"}
        with pytest.raises(LociError, match="before the answer was complete"):
            next(events)


def test_a_stream_may_end_with_an_error() -> None:
    failed = (
        'event: error\ndata: {"type":"urn:loci:problem:unavailable","status":503,"detail":"The model is away."}\n\n'
    )
    with misbehaving(stream(delta, failed)) as server:
        with pytest.raises(LociError, match="The model is away") as caught:
            list(client(server).chat_stream("x"))
        assert caught.value.code == "unavailable"


@pytest.mark.parametrize("data", ["{", "[]", '"x"'])
def test_a_stream_whose_events_are_no_json(data: str) -> None:
    with (
        misbehaving(stream(f"event: delta\ndata: {data}\n\n")) as server,
        pytest.raises(LociError, match="not a JSON object") as caught,
    ):
        list(client(server).chat_stream("x"))
    assert caught.value.code == "not_loci"


def test_a_stream_that_is_none() -> None:
    with misbehaving(Reply()) as server, pytest.raises(LociError, match="not as a Loci server"):
        list(client(server).chat_stream("x"))


def test_the_async_client_does_the_same() -> None:
    async def use() -> None:
        with misbehaving(Reply(hangs_up=True), busy_at_once(), Reply(body={"mode": "full"}), stream(delta)) as server:
            settings = {"url": server.url, "api_key": key, "context_id": "dev"}
            async with AsyncLoci(**settings, backoff=0.001) as loci:  # type: ignore[arg-type]
                await loci.remember("x")
                assert len(set(keys(server))) == 1 and len(server.seen) == 3
                with pytest.raises(LociError, match="before the answer was complete"):
                    [event async for event in loci.chat_stream("x")]

    asyncio.run(use())


def test_an_async_request_can_be_cancelled() -> None:
    async def use() -> None:
        with misbehaving(Reply(delay=5)) as server:
            async with AsyncLoci(url=server.url, api_key=key, context_id="dev") as loci:
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(loci.me(), 0.1)

    asyncio.run(use())
