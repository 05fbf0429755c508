"""What a call raises, and what a sync reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from .contract import ErrorCode, StateName
from .quoted_text import to_one_line

# A name or list in it may be as long as a service likes.
_MAX_MESSAGE_LENGTH = 4_000

RollbookErrorCode = (
    ErrorCode
    | Literal[
        # No connection, or it broke.
        "connection_failed",
        # No response within `timeout`, or within the `deadline` of the call.
        "timeout",
        # A response that is none of this API, such as a proxy's error page or half of a body.
        "unexpected_response",
        # A name that several students have.
        "ambiguous_name",
        # The student was changed by somebody else, or is wanted in two states.
        "conflict",
        # `cancel` was set. The `report` of an `apply` or `sync` tells what was done.
        "aborted",
        # Nothing is removed, because the wanted roster is empty or not whole.
        "prune_refused",
        # The player refused to connect the app.
        "access_denied",
        # The player did not answer in time, or the code was used.
        "expired_token",
    ]
)
"""Codes of the API, and of what happens before or without its response."""


@dataclass(frozen=True, slots=True)
class InvalidField:
    """An invalid field and what is expected."""

    field: str
    en: str
    """The client's own sentence, in English."""
    message: str | None = None
    """What the service said, in Korean; None if the client found the error before it sent anything."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A student that a name may mean."""

    student_uid: str
    name: str
    """In Korean."""


@dataclass(frozen=True, slots=True)
class KeptFields:
    """Fields of one student that keep what is recorded, because the wanted values would lower or clear it."""

    student_uid: str
    fields: tuple[StateName, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """A student that is not in the wanted state, and why."""

    student_uid: str
    error: RollbookError
    """One that is `may_be_processed` may have been a success."""


@dataclass(frozen=True, slots=True)
class Report:
    """What has become of each student of a plan, by UID."""

    registered: list[str] = field(default_factory=list[str])
    """Not recruited before."""
    changed: list[str] = field(default_factory=list[str])
    """Recruited before, in another state."""
    unchanged: list[str] = field(default_factory=list[str])
    """In the wanted state already, but for what is `kept`, so that nothing was sent."""
    kept: list[KeptFields] = field(default_factory=list[KeptFields])
    """What was not lowered or cleared. The students are also in one of the other lists."""
    removed: list[str] = field(default_factory=list[str])
    """Removed with their bond, by `prune`."""
    failed: list[Failure] = field(default_factory=list[Failure])
    """Not in the wanted state."""


class RollbookError(Exception):
    """A failure of the API, or of the way to it. Its text is the client's own, in English. Decide by `code`."""

    def __init__(
        self,
        code: RollbookErrorCode,
        message: str,
        *,
        server_message: str | None = None,
        status: int | None = None,
        fields: Sequence[InvalidField] = (),
        docs: str | None = None,
        request_id: str | None = None,
        retry_after: int | None = None,
        may_be_processed: bool = False,
        candidates: Sequence[Candidate] = (),
    ) -> None:
        message = to_one_line(message, _MAX_MESSAGE_LENGTH)
        super().__init__(message)
        self.code: RollbookErrorCode = code
        self.message = message
        self.server_message = server_message
        """What the service said of this request, in Korean, if it did."""
        self.status = status
        """The HTTP status, if there was a response."""
        self.fields = tuple(fields)
        """What is wrong with which field, for `invalid_request`."""
        self.docs = docs
        """Where this code is explained."""
        self.request_id = request_id
        """Include it when you ask the operator for help."""
        self.retry_after = retry_after
        """How many seconds the response asks to wait."""
        self.may_be_processed = may_be_processed
        """Whether the request may have taken effect although it failed."""
        self.candidates = tuple(candidates)
        """The students that a name may mean."""
        self.report: Report | None = None
        """What an `apply` or `sync` had done. A student to whom it had not come is in none of the lists."""
