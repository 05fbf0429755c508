"""Connections, deadlines and waits, with a server on this machine."""

import gzip
import json
import socket
import threading
import time
import unittest
from unittest.mock import patch

from rollbook import Retry, Rollbook, RollbookError
from rollbook.plan_entry import Plan

from .scripted_server import Handler, Script, serve

STATE = {"studentUid": "1", "tier": 3, "weaponTier": 0}
LIMITED = {"error": {"code": "rate_limited", "message": "시험", "docs": ""}}


def failure(call: object, *args: object, **options: object) -> RollbookError:
    try:
        call(*args, **options)  # type: ignore[operator]
    except RollbookError as error:
        return error
    raise AssertionError("does not raise")


class Connections(unittest.TestCase):
    def test_requests_share_a_connection(self) -> None:
        ports: list[int] = []

        def answer(handler: Handler) -> None:
            ports.append(handler.client_address[1])
            handler.reply(200, STATE)

        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            for _ in range(3):
                rollbook.roster.get("1")
        self.assertEqual(len(set(ports)), 1)

    def test_an_idle_connection_that_the_server_has_closed_is_replaced_without_a_retry(self) -> None:
        closed = threading.Event()

        def answer(handler: Handler) -> None:
            handler.reply(200, STATE)
            # Unlike an answer with `Connection: close`, the client is not told.
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_WR)
            closed.set()

        retries: list[Retry] = []
        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key", on_retry=retries.append) as rollbook:
            for _ in range(3):
                rollbook.roster.get("1")
                closed.wait()
                closed.clear()
        self.assertEqual(retries, [])

    def test_a_compressed_answer_is_read(self) -> None:
        def answer(handler: Handler) -> None:
            assert handler.headers["Accept-Encoding"] == "gzip"
            body = gzip.compress(json.dumps(STATE).encode())
            handler.reply(200, body, {"Content-Encoding": "gzip"})

        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            self.assertEqual(rollbook.roster.get("1"), STATE)

    def test_requests_go_through_the_proxy_of_the_environment_except_to_hosts_of_no_proxy(self) -> None:
        seen: list[tuple[str, str | None, str | None]] = []

        def answer(handler: Handler) -> None:
            credentials = handler.headers["Proxy-Authorization"]
            seen.append((handler.path, handler.headers["Host"], credentials))
            handler.reply(200, STATE)

        with serve(answer) as origin:
            address = origin.removeprefix("http://")
            environment = {"http_proxy": f"http://user:secret@{address}", "no_proxy": "127.0.0.1"}
            with patch.dict("os.environ", environment):
                with Rollbook("http://rollbook.example:81/v1", "key") as rollbook:
                    rollbook.roster.get("1")
                with Rollbook(f"{origin}/v1", "key") as rollbook:
                    rollbook.roster.get("1")
        proxied = "http://rollbook.example:81/v1/me/students/1"
        self.assertEqual(
            seen,
            [
                (proxied, "rollbook.example:81", "Basic dXNlcjpzZWNyZXQ="),
                ("/v1/me/students/1", address, None),
            ],
        )

    def test_a_refused_connection_had_no_effect_and_is_tried_again(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            retries: list[Retry] = []
            rollbook = Rollbook(f"http://127.0.0.1:{port}/v1", "key", on_retry=retries.append, max_retries=1)
            error = failure(rollbook.roster.register, STATE)
        self.assertEqual((error.code, error.may_be_processed, len(retries)), ("connection_failed", False, 1))
        self.assertIn(f"http://127.0.0.1:{port}", str(error))

    def test_a_key_or_address_that_cannot_be_right_is_refused_without_naming_the_key(self) -> None:
        for base_url, key in [
            ("http://localhost", "key"),
            ("localhost/v1", "key"),
            ("http://key@localhost/v1", None),
            ("http://localhost/v1?a", "key"),
            ("http://localhost/v1", "se cret"),
            ("http://localhost/v1", "secret\n"),
        ]:
            with self.subTest(base_url), self.assertRaises(ValueError) as raised:
                Rollbook(base_url, key)
            self.assertNotIn("cret", str(raised.exception))
        with self.assertRaises(TypeError):
            Rollbook("http://localhost/v1", timeot=3)  # type: ignore[call-arg]


class Waits(unittest.TestCase):
    def test_an_answer_that_drips_ends_with_the_timeout(self) -> None:
        ended = threading.Event()

        def answer(handler: Handler) -> None:
            handler.start_reply(200, 1000)
            while not ended.wait(0.02):
                handler.wfile.write(b" ")

        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key", max_retries=0) as rollbook:
            error = failure(rollbook.roster.get, "1", timeout=0.2)
            late = failure(rollbook.roster.get, "1", deadline=0.2)
            ended.set()
        self.assertEqual((error.code, error.message), ("timeout", f"No answer from {origin} within 0.2 s."))
        self.assertEqual((late.code, late.message), ("timeout", "The call did not end within its 0.2 s."))
        self.assertTrue(error.may_be_processed)

    def test_a_deadline_covers_all_pages_of_a_list(self) -> None:
        pages: list[str] = []

        def answer(handler: Handler) -> None:
            pages.append(handler.path)
            # The clock, not the number of pages, must end the list.
            time.sleep(0.005)
            handler.reply(200, {"students": [STATE], "nextCursor": str(len(pages))})

        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            self.assertEqual(failure(rollbook.roster.list, deadline=0.1).code, "timeout")

    def test_all_requests_wait_for_a_limit_that_one_has_met(self) -> None:
        sent: list[str] = []

        def answer(handler: Handler) -> None:
            sent.append(handler.path)
            handler.reply(429, LIMITED, {"Retry-After": "60"})

        waiting, cancel = threading.Event(), threading.Event()
        retries: list[Retry] = []

        def note(retry: Retry) -> None:
            retries.append(retry)
            waiting.set()

        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key", on_retry=note) as rollbook:
            errors: list[RollbookError] = []
            thread = threading.Thread(
                target=lambda: errors.append(failure(rollbook.roster.get, "1", cancel=cancel))
            )
            thread.start()
            waiting.wait()
            error = failure(rollbook.roster.get, "2", max_wait=0)
            cancel.set()
            thread.join()
        self.assertEqual((error.code, error.retry_after, len(sent)), ("rate_limited", 60, 1))
        self.assertEqual([error.code for error in errors], ["aborted"])
        self.assertEqual([(retry.attempt, retry.wait >= 59) for retry in retries], [(1, True)])


def start(*roster: object) -> list[dict[str, object]]:
    return [
        {"request": "GET /catalogue.json", "catalogue": True},
        {"request": "GET /v1/me/students?limit=100", "roster": list(roster)},
    ]


def post(uid: str, **answer: object) -> dict[str, object]:
    return {"request": "POST /v1/me/students", "body": {**STATE, "studentUid": uid}, **answer}


class Syncs(unittest.TestCase):
    wanted = [{**STATE, "studentUid": uid} for uid in ("1", "2", "3")]

    def test_after_a_failure_that_lasts_the_remaining_students_are_not_tried(self) -> None:
        script = Script([*start(), post("1", status=201, state=STATE), post("2", status=503, error="unavailable")])
        with serve(script.answer) as origin, Rollbook(f"{origin}/v1", "key", max_retries=0) as rollbook:
            report = rollbook.roster.sync(self.wanted)  # type: ignore[arg-type]
        self.assertEqual((script.left, script.unexpected, report.registered), ([], [], ["1"]))
        self.assertEqual(
            [(failed.student_uid, failed.error.code) for failed in report.failed],
            [("2", "unavailable"), ("3", "unavailable")],
        )

    def test_a_sync_that_is_cancelled_raises_with_the_report_of_what_was_done(self) -> None:
        script = Script([*start(), post("1", status=201, state=STATE)])
        cancel = threading.Event()
        with serve(script.answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            error = failure(
                rollbook.roster.sync,
                self.wanted,
                cancel=cancel,
                on_progress=lambda progress: cancel.set() if progress.done == 1 else None,
            )
        self.assertEqual((error.code, str(error)), ("aborted", "Aborted after 1 write. Sync again to go on."))
        self.assertIsNotNone(error.report)
        self.assertEqual(error.report and (error.report.registered, error.report.failed), (["1"], []))
        self.assertEqual(script.unexpected, [])

    def test_a_sync_that_is_cancelled_before_it_begins_sends_nothing(self) -> None:
        script = Script([])
        cancel = threading.Event()
        cancel.set()
        with serve(script.answer) as origin, Rollbook(f"{origin}/v1", "key", cancel=cancel) as rollbook:
            error = failure(rollbook.roster.sync, self.wanted)
        self.assertEqual((error.code, script.unexpected), ("aborted", []))

    def test_an_old_plan_is_compared_with_the_roster_again(self) -> None:
        known = {**STATE, "level": 5}
        script = Script([*start(STATE), {**start(known)[1]}])
        with serve(script.answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            plan = rollbook.roster.plan([{**STATE, "level": 6}])  # type: ignore[typeddict-item]
            report = rollbook.roster.apply(Plan(plan.entries, time.time() - 10))
        self.assertEqual([failed.error.code for failed in report.failed], ["conflict"])
        self.assertEqual((script.left, script.unexpected), ([], []))

    def test_the_writes_of_a_sync_name_one_operation_and_the_reads_none(self) -> None:
        sent: list[tuple[str, str | None]] = []
        script = Script([*start(), *(post(uid, status=201, state=STATE) for uid in ("1", "2", "3"))])

        def answer(handler: Handler) -> None:
            sent.append((handler.command, handler.headers["Bulk-Operation"]))
            script.answer(handler)

        with serve(answer) as origin, Rollbook(f"{origin}/v1", "key") as rollbook:
            rollbook.roster.sync(self.wanted)  # type: ignore[arg-type]
        operations = {operation for method, operation in sent if method == "POST"}
        self.assertRegex(str(operations), r"^\{'import-[0-9a-f]{16}'\}$")
        self.assertTrue(all(operation is None for method, operation in sent if method == "GET"))
        with self.assertRaises(ValueError):
            Rollbook("http://localhost/v1", operation="a b")
