"""When a failed request is sent again."""

import random
import time
from typing import Literal, NamedTuple

from .call import Call
from .errors import RollbookError

Permission = Literal["read", "write"]

FIRST_BACKOFF_SECONDS = 0.25
_MAX_BACKOFF_SECONDS = 8.0
# Five retries outlast a restart of ten seconds.
_BACKOFF_FACTOR = 3
_RETRIED_CODES = frozenset(
    ["rate_limited", "unavailable", "internal_error", "timeout", "connection_failed"]
)


class Limit(NamedTuple):
    """A rate limit that a response has told of."""

    until: float
    error: RollbookError

    @property
    def wait(self) -> float:
        return self.until - time.monotonic()


class RetryPolicy:
    """All requests of a client wait together for a limit."""

    def __init__(self) -> None:
        self._limits: dict[Permission, Limit] = {}

    def delay(self, error: RollbookError, attempt: int, call: Call) -> float | None:
        """How long to wait before the next attempt, or None if there is none."""
        is_passing = error.code in _RETRIED_CODES or (
            error.code == "unexpected_response" and (error.may_be_processed or error.status == 429)
        )
        retry_after = error.retry_after or 0
        backoff = min(_MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * _BACKOFF_FACTOR ** (attempt - 1))
        # Jitter, so that many clients do not come back at once.
        wait = retry_after + backoff * random.uniform(0.75, 1)
        is_too_long = max(retry_after, backoff) > call.max_wait or wait >= call.remaining
        return wait if is_passing and attempt <= call.max_retries and not is_too_long else None

    def set_limit(self, permission: Permission, error: RollbookError, wait: float) -> None:
        """Makes all requests of this kind wait, unless they wait long enough for a limit met before."""
        limit = self._limits.get(permission)
        if limit is None or limit.wait <= 0 or limit.wait < (error.retry_after or 0):
            self._limits[permission] = Limit(time.monotonic() + wait, error)

    def remaining_limit(self, permission: Permission | None) -> Limit | None:
        """The limit for which a request of this kind must wait."""
        limit = None if permission is None else self._limits.get(permission)
        return None if limit is None or limit.wait <= 0 else limit
