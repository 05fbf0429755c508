"""A server that expects the requests of a script and answers as it says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Iterator

from rollbook import STATE_NAMES

Exchange = dict[str, Any]

_NULLS = dict.fromkeys(STATE_NAMES)
_CATALOGUE = [
    {
        "studentUid": uid,
        "names": {"ko": uid, "ja": uid, "en": uid},
        "aliases": [],
        "forms": ["33"] if uid == "3" else [],
    }
    for uid in ("1", "2", "3", "4")
]


@contextmanager
def serve(answer: Callable[[Handler], None]) -> Iterator[str]:
    """Yields the origin of a server whose requests `answer` handles."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("TestHandler", (Handler,), {"answer": answer}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    answer: Callable[[Handler], None]

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def do_request(self) -> None:
        self.content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        type(self).answer(self)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_request

    def reply(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.start_reply(status, len(data), headers)
        self.wfile.write(data)

    def start_reply(self, status: int, length: int, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def cut(self) -> None:
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        pass


class Script:
    """Answers requests in the order of a case's exchanges."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        self.left = list(exchanges)
        self.unexpected: list[object] = []
        self._ended = threading.Event()

    def end(self) -> None:
        """Lets go of the requests that are not answered."""
        self._ended.set()

    def answer(self, handler: Handler) -> None:
        exchange = self.left.pop(0) if self.left else {}
        request = f"{handler.command} {handler.path}"
        body = json.loads(handler.content) if handler.content else None
        if (request, body) != (exchange.get("request"), exchange.get("body")):
            self.unexpected.append([request, body, exchange])
        for name, value in exchange.get("sent", {}).items():
            if handler.headers.get(name) != value:
                self.unexpected.append([request, name, handler.headers.get(name)])
        headers = {"last-modified": "Wed, 24 Jun 2026 00:00:00 GMT", **exchange.get("headers", {})}
        match exchange.get("lost"):
            case "cut":
                handler.cut()
            case "half":
                handler.start_reply(exchange.get("status", 200), 100, headers)
                handler.cut()
            case "silence":
                self._ended.wait()
                handler.cut()
            case _:
                handler.reply(exchange.get("status", 200), _to_body(exchange), headers)


def _to_body(exchange: Exchange) -> object:
    if "text" in exchange:
        return exchange["text"].encode()
    if "json" in exchange:
        return exchange["json"]
    if "state" in exchange:
        return {**_NULLS, **exchange["state"]}
    if "catalogue" in exchange:
        return {"version": "1", "students": _CATALOGUE}
    if "roster" in exchange:
        students = [{**_NULLS, **student} for student in exchange["roster"]]
        return {"students": students, "nextCursor": exchange.get("nextCursor")}
    error = {"code": exchange.get("error"), "message": "시험", "docs": "http://localhost/docs"}
    if "fields" in exchange:
        error["fields"] = [{"field": field, "message": "시험"} for field in exchange["fields"]]
    return {"error": error}
