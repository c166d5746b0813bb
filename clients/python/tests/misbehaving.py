"""A local HTTP server that answers what a test tells it to, and keeps what it was sent."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    status: int = 200
    body: Any = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Closes the connection without an answer, after the request was read.
    hangs_up: bool = False
    #: Seconds before the answer.
    delay: float = 0.0


@dataclass
class Seen:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class Misbehaving:
    def __init__(self, replies: list[Reply]) -> None:
        self.replies = replies
        self.seen: list[Seen] = []
        self.url = ""

    def next(self) -> Reply:
        """The last reply is given again and again."""
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


def problem(status: int, slug: str, detail: str) -> dict[str, Any]:
    kind = {"type": f"urn:loci:problem:{slug}", "title": slug, "status": status}
    return {**kind, "detail": detail, "instance": "/", "traceId": "trace-1"}


@contextmanager
def misbehaving(*replies: Reply) -> Iterator[Misbehaving]:
    state = Misbehaving(list(replies))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            state.seen.append(Seen(self.command, self.path, dict(self.headers.items()), self._body()))
            reply = state.next()
            if reply.delay:
                stopped.wait(reply.delay)
            if reply.hangs_up:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in {"content-type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def _body(self) -> bytes:
            if self.headers.get("transfer-encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("content-length") or 0))
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def log_message(self, format: str, *args: object) -> None:
            pass

    stopped = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield state
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()
