"""Options of a call, and what its requests share."""

import math
import re
import threading
import time
from dataclasses import dataclass, field
from typing import TypedDict

from .errors import RollbookError


class CallOptions(TypedDict, total=False):
    """Options of each call. Those of `Rollbook` are their defaults. Times are in seconds."""

    timeout: float
    """How long one attempt may take; 30 s by default."""
    deadline: float
    """How long the call may take in all, with its attempts and waits; as long as they last by default."""
    max_retries: int
    """How often a request is sent again; 5 times by default, 0 never."""
    max_wait: float
    """A failure that asks for a longer wait is raised at once; 15 minutes by default, 0 never waits."""
    operation: str
    """
    Identifies an operation of many writes, such as `import-2f6c`: up to 64 letters, digits, `-` and `_`. Its changes
    are a group of their own in the history. `apply` and `sync` choose one by default.
    """
    cancel: threading.Event
    """Once it is set, the call waits no longer and sends nothing more. A request under way ends by itself."""


@dataclass(frozen=True)
class Call:
    """A call under way."""

    timeout: float = 30.0
    deadline: float = math.inf
    max_retries: int = 5
    # A window of the API lasts ten minutes.
    max_wait: float = 900.0
    operation: str | None = None
    cancel: threading.Event | None = None
    started_at: float = field(default_factory=time.monotonic, init=False)

    def __post_init__(self) -> None:
        if self.operation is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", self.operation):
            raise ValueError("operation is not 1 to 64 letters, digits, - and _.")

    @property
    def remaining(self) -> float:
        return max(0.0, self.started_at + self.deadline - time.monotonic())

    @property
    def is_cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def check_cancelled(self) -> None:
        if self.is_cancelled:
            raise RollbookError("aborted", "Aborted.")

    def sleep(self, seconds: float) -> None:
        seconds = min(seconds, threading.TIMEOUT_MAX)
        if self.cancel is None:
            # Unlike an event, Ctrl-C interrupts it on every system.
            time.sleep(seconds)
        elif self.cancel.wait(seconds):
            self.check_cancelled()
