"""Who changed what."""

import time
from collections.abc import Iterator
from typing import Literal, NamedTuple, NotRequired, TypedDict

from .answer_checks import is_page_of_changes
from .call import Call, CallOptions
from .contract import BETA_PREFIX, MAX_CHANGES_PER_PAGE, ChangeKind, StateName
from .listing import PageBound, endless_error
from .transport import ApiRequest, Transport


class ChangeAuthor(TypedDict):
    """Who made a change. A key has the name that it had then, also after it was revoked."""

    kind: Literal["key", "console", "operator"]
    id: NotRequired[str]
    name: NotRequired[str]


class Change(TypedDict):
    """A change of one student's record."""

    number: int
    """Goes up by one for each change of the account."""
    at: str
    studentUid: str
    kind: ChangeKind
    by: ChangeAuthor
    group: int
    """The number of the first change of its group: what one caller did at once."""
    fields: dict[StateName, tuple[int | None, int | None]]
    """The fields that differ, before and after."""
    spent: NotRequired[dict[str, int]]
    """Of the first change of a group that took something from the stock: what, by item."""


class ChangePage(NamedTuple):
    """A part of the changes of an account."""

    changes: list[Change]
    """In ascending order."""
    last_number: int
    """The number of the account's last change, also beyond this page; 0 if there was none."""


class ChangeListing:
    """The changes of an account, which are read as they are needed: iterate over them."""

    def __init__(
        self, transport: Transport, after: int | None, wait: int | None, options: CallOptions
    ) -> None:
        self._transport = transport
        self._after = after
        self._wait = wait
        self._options = options

    def page(self, *, limit: int = MAX_CHANGES_PER_PAGE) -> ChangePage:
        """Reads a single page, of 500 changes at most and by default."""
        return self._read_page(self._after, limit, self._wait, self._transport.begin(self._options))

    def __iter__(self) -> Iterator[Change]:
        """
        Reads page after page, up to the last change that there is by then. The pages are one call. With `wait`, it ends
        no sooner than that without a change, also where the service holds no more requests.
        """
        return self._read_pages(self._transport.begin(self._options))

    def _read_pages(self, call: Call) -> Iterator[Change]:
        bound = PageBound()
        after, wait = self._after, self._wait
        wait_until = time.monotonic() + (wait or 0)
        while True:
            page = self._read_page(after, MAX_CHANGES_PER_PAGE, wait, call)
            bound.check(page)
            yield from page.changes
            if wait and not page.changes:
                call.sleep(min(max(0.0, wait_until - time.monotonic()), call.remaining))
            if not page.changes or page.changes[-1]["number"] >= page.last_number:
                return
            after, wait = page.changes[-1]["number"], None

    def _read_page(self, after: int | None, limit: int, wait: int | None, call: Call) -> ChangePage:
        if after is not None and not isinstance(after, int):
            raise TypeError("after is not an integer.")
        query = {
            "limit": str(limit),
            **({} if after is None else {"after": str(after)}),
            **({} if wait is None else {"wait": str(wait)}),
        }
        request = ApiRequest("GET", "/changes", BETA_PREFIX, query, held=wait or 0)
        answer = self._transport.send(request, is_page_of_changes, call)
        page = ChangePage(answer["changes"], answer["lastNumber"])
        last = after or 0
        for change in page.changes:
            if not last < change["number"] <= page.last_number:
                raise endless_error("its numbers do not ascend")
            last = change["number"]
        return page
