"""Runs calls of the blocking client in threads, for callers in an event loop of asyncio."""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

_loop: contextvars.ContextVar[asyncio.AbstractEventLoop] = contextvars.ContextVar("_loop")


async def run_in_thread(work: Callable[[threading.Event], T]) -> T:
    """
    If the task is cancelled, the event is set that `work` gets, and nobody waits for it any more. The thread is a daemon,
    so that a request under way does not hold up the end of the program.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    cancel = threading.Event()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        _loop.set(loop)
        try:
            outcome: tuple[T | None, BaseException | None] = (work(cancel), None)
        except BaseException as error:
            outcome = (None, error)
        try:
            loop.call_soon_threadsafe(settle, *outcome)
        except RuntimeError:
            # The loop is closed.
            pass

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(run,), name="rollbook", daemon=True).start()
    try:
        return await future
    except asyncio.CancelledError:
        cancel.set()
        raise


def in_loop(callback: Callable[..., Any] | None) -> Callable[..., None] | None:
    """Calls it in the event loop of the call, not in its thread."""
    if callback is None:
        return None

    def call(*args: object) -> None:
        try:
            _loop.get().call_soon_threadsafe(callback, *args)
        except RuntimeError:
            pass

    return call
