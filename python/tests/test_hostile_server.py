"""A server that answers without an end, or with what is none of the API."""

import gzip
import json
import threading
import tracemalloc
import unittest
from collections.abc import Callable
from typing import Any, Unpack

from rollbook import CallOptions, Rollbook, RollbookError

from .scripted_server import Handler, serve
from .test_transport import failure

_MEGABYTE = 1024 * 1024
_STATE = {"studentUid": "10010", "tier": 3, "weaponTier": 0}
_TOO_LONG = "The answer is longer than 16 MB. Check the base URL."
# Beyond what the client reads, and what the buffers between it and the server hold.
_MAX_SENT = 256 * _MEGABYTE

_CALLS: dict[str, Callable[[Rollbook], object]] = {
    "a page of the roster": lambda rollbook: rollbook.roster.list(),
    "a student": lambda rollbook: rollbook.roster.get("10010"),
    "the outcome of a write": lambda rollbook: rollbook.roster.patch("10010", {"level": 5}),
    "the changes": lambda rollbook: list(rollbook.roster.changes()),
    "the catalogue": lambda rollbook: rollbook.students.resolve("시로코"),
    "the account": lambda rollbook: rollbook.me(),
}


def connect(origin: str, **options: Unpack[CallOptions]) -> Rollbook:
    """A client that no slow machine hurries."""
    return Rollbook(f"{origin}/v1", "key", timeout=300, **options)


def read(origin: str) -> RollbookError:
    """What becomes of reading a student."""
    with connect(origin, max_retries=0) as rollbook:
        return failure(rollbook.roster.get, "10010")


class Endless:
    """Answers until the client disconnects, and counts what was sent by then."""

    def __init__(self, status: int, head: bytes, chunk: bytes) -> None:
        self.sent = 0
        self.ended = threading.Event()
        self._head = b"HTTP/1.1 %d x\r\n%b" % (status, head)
        self._chunk = chunk

    def answer(self, handler: Handler) -> None:
        handler.close_connection = True
        try:
            handler.wfile.write(self._head)
            while self.sent < _MAX_SENT:
                handler.wfile.write(self._chunk)
                self.sent += len(self._chunk)
        finally:
            self.ended.set()


class EndlessAnswers(unittest.TestCase):
    def check(self, endless: Endless, call: Callable[[Rollbook], object]) -> RollbookError:
        with serve(endless.answer) as origin, connect(origin, max_retries=0) as rollbook:
            error = failure(call, rollbook)
            endless.ended.wait()
        # The buffers of both ends of the connection hold some more.
        self.assertLess(endless.sent, 64 * _MEGABYTE)
        return error

    def test_the_client_disconnects_after_16_mb(self) -> None:
        spaces = b" " * 64 * 1024
        for name, call in _CALLS.items():
            for status in (200, 400, 503):
                with self.subTest(f"{name}, {status}"):
                    error = self.check(Endless(status, b"\r\n", spaces), call)
                    self.assertEqual((error.code, error.message), ("unexpected_response", _TOO_LONG))
        for head, chunk in (
            (b"Content-Length: 1000000000000\r\n\r\n", spaces),
            (b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + spaces + b"\r\n"),
            (b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", spaces),
        ):
            with self.subTest(head):
                self.assertEqual(self.check(Endless(200, head, chunk), _CALLS["a student"]).message, _TOO_LONG)

    def test_headers_without_an_end_are_a_broken_connection(self) -> None:
        for chunk in (b"a: b\r\n" * 1000, b"a" * 64 * 1024):
            error = self.check(Endless(200, b"", chunk), _CALLS["a student"])
            self.assertEqual(error.code, "connection_failed")
        error = self.check(Endless(100, b"\r\n", b"HTTP/1.1 100 x\r\n\r\n" * 1000), _CALLS["a student"])
        self.assertEqual((error.code, error.may_be_processed), ("connection_failed", True))

    def test_a_compressed_answer_is_read_up_to_16_mb_of_what_it_becomes(self) -> None:
        bomb = gzip.compress(b" " * 256 * _MEGABYTE)

        def answer(handler: Handler) -> None:
            handler.reply(200, bomb, {"Content-Encoding": "gzip"})

        with serve(answer) as origin, connect(origin, max_retries=0) as rollbook:
            tracemalloc.start()
            try:
                error = failure(rollbook.roster.get, "1")
                _, peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
        self.assertEqual(error.message, _TOO_LONG)
        self.assertLess(peak, 64 * _MEGABYTE)

    def test_compressed_nothing_without_an_end_is_too_long(self) -> None:
        start = gzip.compress(b"")[:10]
        empty_blocks = b"\x00\x00\x00\xff\xff" * 10_000
        endless = Endless(200, b"Content-Encoding: gzip\r\n\r\n" + start, empty_blocks)
        error = self.check(endless, _CALLS["a student"])
        self.assertEqual(error.message, _TOO_LONG)

    def test_an_answer_that_is_cut_is_a_broken_connection(self) -> None:
        compressed = gzip.compress(json.dumps(_STATE).encode())[:-9]
        for head, body in (
            (b"Content-Length: 100\r\n\r\n", b"{"),
            (b"Transfer-Encoding: chunked\r\n\r\n", b"5\r\n{"),
            (b"Transfer-Encoding: chunked\r\n\r\n", b"-5\r\n{"),
            (b"Content-Encoding: gzip\r\n\r\n", compressed),
            (b"Content-Encoding: gzip\r\n\r\n", b"{}"),
        ):

            def answer(handler: Handler, sent: bytes = b"HTTP/1.1 200 x\r\n" + head + body) -> None:
                handler.wfile.write(sent)
                handler.cut()

            with self.subTest(head + body), serve(answer) as origin:
                self.assertEqual(read(origin).code, "connection_failed")

    def test_an_answer_that_is_too_long_leaves_the_outcome_of_a_write_open(self) -> None:
        endless = Endless(200, b"\r\n", b" " * 64 * 1024)
        methods: list[str] = []

        def answer(handler: Handler) -> None:
            methods.append(handler.command)
            if handler.command == "PATCH":
                endless.answer(handler)
            else:
                handler.reply(200, {**_STATE, "level": 5})

        with serve(answer) as origin, connect(origin, max_retries=1) as rollbook:
            self.assertEqual(rollbook.roster.patch("10010", {"level": 5})["level"], 5)
        self.assertEqual(methods, ["PATCH", "GET"])


class EndlessListings(unittest.TestCase):
    def count_pages(self, page: Callable[[int], object], call: Callable[[Rollbook], object]) -> int:
        requests: list[str] = []

        def answer(handler: Handler) -> None:
            requests.append(handler.path)
            handler.reply(200, page(len(requests)))

        with serve(answer) as origin, connect(origin) as rollbook:
            error = failure(call, rollbook)
        self.assertEqual(
            error.message, "The list does not end: it has more than 1000 pages or 32 MB. Check the base URL."
        )
        return len(requests)

    def test_a_listing_whose_cursors_are_always_new_ends_after_a_thousand_pages(self) -> None:
        def page(number: int) -> object:
            return {"students": [{**_STATE, "name": ""}], "nextCursor": str(number)}

        self.assertEqual(self.count_pages(page, lambda rollbook: rollbook.roster.list()), 1_001)
        self.assertEqual(self.count_pages(page, lambda rollbook: list(rollbook.students.search("a"))), 1_001)

    def test_a_listing_whose_pages_are_long_ends_after_32_mb(self) -> None:
        later = "x" * 10 * _MEGABYTE

        def page(number: int) -> object:
            return {"students": [{**_STATE, "later": later}], "nextCursor": str(number)}

        self.assertEqual(self.count_pages(page, lambda rollbook: rollbook.roster.list()), 4)

    def test_changes_whose_last_number_moves_on_end_after_a_thousand_pages(self) -> None:
        def page(number: int) -> object:
            change: dict[str, Any] = {"number": number, "at": "", "studentUid": "1", "kind": "changed", "group": 1}
            return {"changes": [{**change, "by": {"kind": "console"}, "fields": {}}], "lastNumber": number + 1}

        self.assertEqual(self.count_pages(page, lambda rollbook: list(rollbook.roster.changes())), 1_001)


class StrangeAnswers(unittest.TestCase):
    def test_no_request_follows_a_redirect_so_that_the_key_stays_with_the_service(self) -> None:
        visits: list[str | None] = []

        def note(handler: Handler) -> None:
            visits.append(handler.headers["Authorization"])
            handler.reply(200, _STATE)

        with serve(note) as elsewhere:
            for status in (301, 302, 303, 307, 308):

                def answer(handler: Handler, status: int = status) -> None:
                    handler.reply(status, b"", {"Location": elsewhere + handler.path})

                with serve(answer) as origin, connect(origin) as rollbook:
                    for call in _CALLS.values():
                        error = failure(call, rollbook)
                        self.assertEqual((error.code, error.status), ("unexpected_response", status))
        self.assertEqual(visits, [])

    def test_an_answer_with_more_values_than_any_of_rollbook_is_refused_before_they_are_created(self) -> None:
        body = json.dumps({**_STATE, "later": 0}).replace(": 0}", ": [" + "{}," * 500_000 + "0]}").encode()
        with serve(lambda handler: handler.reply(200, body)) as origin:
            tracemalloc.start()
            try:
                error = read(origin)
                _, peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
        self.assertRegex(error.message, "does not fit the request")
        self.assertLess(peak, 16 * _MEGABYTE)

    def test_an_answer_that_is_not_utf_8_is_not_json(self) -> None:
        for body in (b'{"studentUid":"\xff"}', b"\xed\xa0\x80", json.dumps(_STATE).encode("utf-16")):
            with serve(lambda handler, body=body: handler.reply(200, body)) as origin:  # type: ignore[misc]
                error = read(origin)
            self.assertRegex(error.message, "not whole, or not JSON")

    def test_half_a_character_in_a_cursor_is_sent_as_a_question_mark(self) -> None:
        paths: list[str] = []

        def answer(handler: Handler) -> None:
            paths.append(handler.path)
            handler.reply(200, {"students": [_STATE], "nextCursor": "\ud800" if len(paths) == 1 else None})

        with serve(answer) as origin, connect(origin) as rollbook:
            self.assertEqual(len(rollbook.roster.list()), 2)
        self.assertEqual(paths[1], "/v1/me/students?limit=100&cursor=%3F")

    def test_the_texts_and_fields_of_an_error_are_bounded(self) -> None:
        long = "x" * 100_000
        fields = [{"field": long if at == 0 else f"field{at}", "message": "시험"} for at in range(20_000)]
        body = {"error": {"code": "invalid_request", "message": long, "docs": long, "fields": fields}}
        with serve(lambda handler: handler.reply(400, body)) as origin:
            error = read(origin)
        self.assertEqual((len(error.fields), len(str(error))), (1_000, 4_001))
        for text in (error.server_message, error.docs, error.fields[0].field):
            self.assertEqual(len(text or ""), 1_001)

    def test_a_status_line_of_the_service_is_bounded_in_the_message(self) -> None:
        def answer(handler: Handler) -> None:
            handler.wfile.write(b"x" * 60_000 + b"\r\n\r\n")
            handler.cut()

        with serve(answer) as origin:
            error = read(origin)
        self.assertEqual((error.code, len(str(error))), ("connection_failed", 4_001))

    def test_an_answer_that_is_too_long_leaves_no_connection_behind(self) -> None:
        ports: list[int] = []
        endless = Endless(200, b"Content-Length: 1000000000000\r\n\r\n", b" " * 64 * 1024)

        def answer(handler: Handler) -> None:
            ports.append(handler.client_address[1])
            if len(ports) == 1:
                endless.answer(handler)
            else:
                handler.reply(200, _STATE)

        with serve(answer) as origin, connect(origin) as rollbook:
            self.assertEqual(failure(rollbook.roster.get, "1").message, _TOO_LONG)
            self.assertEqual(rollbook.roster.get("1"), _STATE)
        self.assertEqual(len(set(ports)), 2)
