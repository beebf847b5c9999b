"""A server on this machine that receives what webhooks send, and answers as it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.body)
        return told


@dataclass
class Receiver:
    """``answers`` are given one after the other, and the last of them for good: a status, headers, and a text."""

    address: str = ""
    received: list[Received] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str], str]] = field(default_factory=lambda: [(204, {}, "")])

    def answer(self, *told: int | tuple[int, dict[str, str], str]) -> None:
        self.answers = [(one, {}, "") if isinstance(one, int) else one for one in told]

    def next_answer(self) -> tuple[int, dict[str, str], str]:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def events(self) -> list[str]:
        return [one.headers["Dugout-Event"] for one in self.received]


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.received.append(Received(self.path, dict(self.headers), body))
            status, headers, text = receiver.next_answer()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.address = f"http://127.0.0.1:{server.server_port}/hook"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
