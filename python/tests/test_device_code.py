"""Connecting by a code, with a server on this machine."""

import contextlib
import io
import threading
import unittest
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

from rollbook import Connection, Rollbook, RollbookError, ShownCode, connect_by_code, disconnect

from .scripted_server import Handler, serve

DEVICE = {
    "device_code": "device",
    "user_code": "WDJB-MJHT",
    "verification_uri": "https://rollbook.example/console/device",
    "verification_uri_complete": "https://rollbook.example/console/device?code=WDJB-MJHT",
    "expires_in": 600,
    "interval": 5,
}
KEY = {"access_token": "rollbook_key", "token_type": "Bearer", "expires_in": 60, "scope": "roster:read"}
Reply = tuple[int, object, dict[str, str]]


def refusal(error: str) -> Reply:
    return 400, {"error": error, "error_description": "As it says."}, {}


PENDING = refusal("authorization_pending")


class Run:
    """Connects to a server that answers so, the last of which lasts, without waiting in earnest."""

    def __init__(self, *replies: Reply | None, base_url: str = "{}/v1", **options: Any) -> None:
        self.sent: list[tuple[str, dict[str, str]]] = []
        self.waits: list[float] = []
        self.shown: list[ShownCode] = []
        self.connection: Connection | None = None
        self.error: RollbookError | None = None
        self.clock = 0.0
        left = list(replies)

        def answer(handler: Handler) -> None:
            self.sent.append((handler.path, dict(parse_qsl(handler.content.decode()))))
            reply = left.pop(0) if len(left) > 1 else left[0]
            if reply is None:
                handler.cut()
            else:
                handler.reply(*reply)

        def sleep(seconds: float, cancel: threading.Event | None) -> None:
            self.waits.append(seconds)
            self.clock += seconds

        with serve(answer) as origin, patch("rollbook.device_code._sleep", sleep):
            with patch("rollbook.device_code.time.time", lambda: self.clock):
                self.origin = origin
                try:
                    options.setdefault("on_code", self.shown.append)
                    self.connection = connect_by_code(base_url.format(origin), "모모톡 봇", **options)
                except RollbookError as error:
                    self.error = error


class DeviceCodes(unittest.TestCase):
    def test_a_code_is_shown_and_asked_for_until_the_player_allows(self) -> None:
        run = Run((200, DEVICE, {}), PENDING, (200, KEY, {}), areas=["roster:write", "history:read"])
        assert run.connection is not None
        self.assertEqual(run.connection, Connection(f"{run.origin}/v1", "rollbook_key", ("roster:read",)))
        self.assertNotIn("rollbook_key", repr(run.connection))
        Rollbook(run.connection.base_url, run.connection.api_key).close()
        (code,) = run.shown
        self.assertEqual(code.verification_uri_complete, DEVICE["verification_uri_complete"])
        self.assertEqual(str(code), "Open https://rollbook.example/console/device?code=WDJB-MJHT and allow it if it shows WDJB-MJHT")
        ask = {"client_id": "모모톡 봇", "client_name": "모모톡 봇", "scope": "roster:write history:read"}
        poll = {
            "client_id": "모모톡 봇",
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": "device",
        }
        self.assertEqual(run.sent, [("/oauth/device", ask), ("/oauth/token", poll), ("/oauth/token", poll)])
        self.assertEqual(run.waits, [5, 5])

    def test_slow_down_makes_each_later_wait_five_seconds_longer(self) -> None:
        run = Run((200, DEVICE, {}), refusal("slow_down"), PENDING, refusal("slow_down"), (200, KEY, {}))
        self.assertEqual(run.waits, [5, 10, 10, 15])

    def test_a_server_that_cannot_be_reached_for_a_while_is_asked_again_more_rarely(self) -> None:
        busy: Reply = (429, {"error": "slow"}, {"Retry-After": "30"})
        run = Run((200, DEVICE, {}), None, (502, b"Bad Gateway", {}), busy, PENDING, (200, KEY, {}))
        self.assertEqual(run.waits, [5, 10, 20, 40, 5])
        assert run.connection is not None

    def test_what_the_player_or_the_server_refuses_ends_the_wait_with_a_sentence(self) -> None:
        for reply, code, text in [
            (refusal("access_denied"), "access_denied", "The player refused to connect this app."),
            (refusal("expired_token"), "expired_token", "expired before the player answered"),
            (refusal("invalid_grant"), "expired_token", "no longer accepts this code"),
            (refusal("invalid_client"), "invalid_request", "The server does not connect this app: As it says."),
            ((403, b"<p>", {}), "unexpected_response", "did not come from Rollbook"),
        ]:
            with self.subTest(text):
                error = Run((200, DEVICE, {}), reply).error
                assert error is not None
                self.assertEqual(error.code, code)
                self.assertIn(text, error.message)

    def test_a_code_that_nobody_answers_ends_with_its_time(self) -> None:
        run = Run((200, {**DEVICE, "expires_in": 12}, {}), PENDING)
        assert run.error is not None
        self.assertEqual((run.error.code, run.waits), ("expired_token", [5, 5, 2]))

    def test_a_server_that_is_gone_when_the_code_expires_is_named(self) -> None:
        run = Run((200, DEVICE, {}), None)
        assert run.error is not None
        self.assertEqual(run.error.code, "connection_failed")
        self.assertIn(run.origin, run.error.message)

    def test_a_server_that_connects_no_apps_is_told_before_a_code_is_shown(self) -> None:
        off = {"error": {"code": "not_found", "message": "없음"}}
        for reply, code, text in [
            ((404, off, {}), "not_found", "connects no apps: its operator has turned that off"),
            ((404, b"", {}), "unexpected_response", "Check the address"),
            ((308, b"", {}), "unexpected_response", "redirects to another address"),
            ((429, {"error": "x"}, {"Retry-After": "60"}), "rate_limited", "in 60 s"),
            ((200, {**DEVICE, "verification_uri": "file:///etc/passwd"}, {}), "unexpected_response", ""),
            ((200, [1], {}), "unexpected_response", ""),
        ]:
            with self.subTest(text):
                run = Run(reply)
                assert run.error is not None
                self.assertEqual((run.error.code, run.shown), (code, []))
                self.assertIn(text, run.error.message)

    def test_the_address_may_be_that_of_any_page_of_the_server(self) -> None:
        for base_url in ["{}", " {}/console/roster?q=1#a "]:
            run = Run((200, DEVICE, {}), (200, KEY, {}), base_url=base_url)
            assert run.connection is not None
            self.assertEqual(run.connection.base_url, f"{run.origin}/v1")
        run = Run((200, DEVICE, {}), (200, KEY, {}), base_url="localhost:1")
        assert run.error is not None
        self.assertIn("http://localhost:1", run.error.message)
        for base_url in ["", "ftp://rollbook.example", "https://key@rollbook.example", "https://a:b"]:
            with self.subTest(base_url):
                error = Run(PENDING, base_url=base_url).error
                assert error is not None
                self.assertEqual(error.code, "invalid_request")
                self.assertNotIn("key@", error.message)

    def test_by_default_the_code_is_printed_to_standard_error(self) -> None:
        from rollbook.device_code import _print_code

        printed = io.StringIO()
        with contextlib.redirect_stderr(printed):
            Run((200, {**DEVICE, "user_code": "A\u001b[31m"}, {}), (200, KEY, {}), on_code=_print_code)
        self.assertEqual(
            printed.getvalue(), "Open https://rollbook.example/console/device?code=WDJB-MJHT and allow it if it shows A\ufffd[31m\n"
        )

    def test_a_set_event_ends_the_wait(self) -> None:
        cancel = threading.Event()
        sent: list[str] = []

        def answer(handler: Handler) -> None:
            sent.append(handler.path)
            handler.reply(200, DEVICE)

        with serve(answer) as origin, self.assertRaises(RollbookError) as raised:
            connect_by_code(origin, "봇", on_code=lambda _: cancel.set(), cancel=cancel)
        self.assertEqual((raised.exception.code, sent), ("aborted", ["/oauth/device"]))

    def test_a_program_ends_its_connection(self) -> None:
        sent: list[tuple[str, dict[str, str]]] = []
        replies: list[Reply] = [(200, b"", {}), (503, {}, {"Retry-After": "3"})]

        def answer(handler: Handler) -> None:
            sent.append((handler.path, dict(parse_qsl(handler.content.decode()))))
            handler.reply(*replies.pop(0))

        with serve(answer) as origin:
            connection = Connection(f"{origin}/v1", "rollbook_key", ("roster:read",))
            disconnect(connection)
            with self.assertRaises(RollbookError) as raised:
                disconnect(connection)
        self.assertEqual(raised.exception.code, "unavailable")
        self.assertEqual(sent, [("/oauth/revoke", {"token": "rollbook_key"})] * 2)
