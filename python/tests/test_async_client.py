"""The client for event loops: what it adds to the blocking one."""

import asyncio
import contextlib
import inspect
import threading
import unittest
from typing import Any

from rollbook import AsyncRollbook, Goals, ItemStock, Retry, Rollbook, RollbookError, Roster, Students, async_client

from .scripted_server import Handler, serve

_ME = {"account": {"accountId": "a", "name": "a"}, "caller": {}, "limits": {}}


def public_names(owner: type) -> set[str]:
    return {
        name
        for name, _ in inspect.getmembers(owner, callable)
        # A method that takes a `Call` is part of another.
        if not name.startswith("_") and not name.endswith("_in") and name != "read_catalogue"
    }


class AsyncClient(unittest.TestCase):
    def test_it_has_every_method_of_the_blocking_client(self) -> None:
        for blocking, awaited in [
            (Rollbook, async_client.AsyncRollbook),
            (Students, async_client.AsyncStudents),
            (Roster, async_client.AsyncRoster),
            (Goals, async_client.AsyncGoals),
            (ItemStock, async_client.AsyncItemStock),
        ]:
            self.assertEqual(public_names(awaited), public_names(blocking))

    def test_calls_at_once_do_not_wait_for_each_other(self) -> None:
        count = 20
        all_sent = threading.Barrier(count, timeout=60)

        def answer(handler: Handler) -> None:
            all_sent.wait()
            handler.reply(200, _ME)

        async def run(origin: str) -> list[Any]:
            async with AsyncRollbook(f"{origin}/v1", "key") as rollbook:
                return await asyncio.gather(*(rollbook.me() for _ in range(count)))

        with serve(answer) as origin:
            self.assertEqual(asyncio.run(run(origin)), [_ME] * count)

    def test_a_task_that_is_cancelled_ends_its_wait_and_sends_nothing_more(self) -> None:
        sent: list[str] = []
        waits: list[tuple[Retry, bool]] = []

        def answer(handler: Handler) -> None:
            sent.append(handler.path)
            handler.reply(429, {"error": {"code": "rate_limited", "message": "시험", "docs": ""}}, {"Retry-After": "60"})

        async def run(origin: str) -> None:
            is_waiting = asyncio.Event()
            loop_thread = threading.get_ident()

            def on_retry(retry: Retry) -> None:
                waits.append((retry, threading.get_ident() == loop_thread))
                is_waiting.set()

            rollbook = AsyncRollbook(f"{origin}/v1", "key", on_retry=on_retry)
            task = asyncio.create_task(rollbook.me())
            await is_waiting.wait()
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            self.assertTrue(task.cancelled())

        with serve(answer) as origin:
            asyncio.run(run(origin))
            for thread in threading.enumerate():
                if thread.name == "rollbook":
                    thread.join()
        self.assertEqual(sent, ["/beta/me"])
        self.assertEqual([(retry.attempt, in_loop) for retry, in_loop in waits], [(1, True)])

    def test_a_program_ends_although_a_request_is_under_way(self) -> None:
        is_held = threading.Event()

        def answer(handler: Handler) -> None:
            is_held.wait()
            handler.cut()

        async def run(origin: str) -> None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(AsyncRollbook(f"{origin}/v1", "key").me(), 0.1)

        with serve(answer) as origin:
            asyncio.run(run(origin))
            threads = [thread for thread in threading.enumerate() if thread.name == "rollbook"]
            self.assertTrue(all(thread.daemon for thread in threads))
            is_held.set()

    def test_cancel_is_for_the_blocking_client(self) -> None:
        rollbook = AsyncRollbook("http://127.0.0.1:1/v1", "key")
        with self.assertRaises(TypeError):
            asyncio.run(rollbook.me(cancel=threading.Event()))

    def test_errors_are_those_of_the_blocking_client(self) -> None:
        async def run() -> None:
            await AsyncRollbook("http://127.0.0.1:1/v1", "key", max_retries=0).roster.get("10010")

        with self.assertRaises(RollbookError) as raised:
            asyncio.run(run())
        self.assertEqual(raised.exception.code, "connection_failed")


if __name__ == "__main__":
    unittest.main()
