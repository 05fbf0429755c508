"""Listings of students, page by page."""

import json
from collections.abc import Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from .answer_checks import AnswerCheck
from .call import Call, CallOptions
from .contract import MAX_PAGE_SIZE
from .errors import RollbookError
from .response_body import MAX_ANSWER_BYTES
from .transport import ApiRequest, Transport

Item = TypeVar("Item")


class Page(NamedTuple, Generic[Item]):
    """One page of a listing."""

    students: list[Item]
    next_cursor: str | None
    """The `cursor` of the next page; None on the last one."""


# A roster of the largest catalogue has half as many, and two thirds of the length.
_MAX_PAGES = 1_000
_MAX_LENGTH = 2 * MAX_ANSWER_BYTES


class PageBound:
    """Ends a listing whose pages come to more than any real one. Only the service decides how many there are."""

    def __init__(self) -> None:
        self._pages = 0
        self._length = 0

    def check(self, page: object) -> None:
        self._pages += 1
        self._length += len(json.dumps(page, ensure_ascii=False, separators=(",", ":")))
        if self._pages > _MAX_PAGES or self._length > _MAX_LENGTH:
            raise endless_error(f"it has more than {_MAX_PAGES} pages or 32 MB")


def endless_error(reason: str) -> RollbookError:
    return RollbookError("unexpected_response", f"The list does not end: {reason}. Check the base URL.")


class Listing(Generic[Item]):
    """A listing whose pages are read as they are needed: iterate over it. Each page is one read."""

    def __init__(
        self,
        transport: Transport,
        path: str,
        query: Mapping[str, str],
        is_answer: AnswerCheck,
        options: CallOptions,
    ) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._is_answer = is_answer
        self._options = options

    def page(self, *, limit: int = MAX_PAGE_SIZE, cursor: str | None = None) -> Page[Item]:
        """Reads a single page, of 100 students at most and by default."""
        return self._read_page(limit, cursor, self._transport.begin(self._options))

    def __iter__(self) -> Iterator[Item]:
        """Reads page after page, which are one call."""
        return self.read_pages(self._transport.begin(self._options))

    def read_pages(self, call: Call) -> Iterator[Item]:
        bound = PageBound()
        cursors = set[str]()
        cursor = None
        while True:
            page = self._read_page(MAX_PAGE_SIZE, cursor, call)
            bound.check(page)
            cursor = page.next_cursor
            if cursor in cursors:
                raise endless_error("a cursor comes again")
            yield from page.students
            if cursor is None:
                return
            cursors.add(cursor)

    def _read_page(self, limit: int, cursor: str | None, call: Call) -> Page[Item]:
        query = {**self._query, "limit": str(limit), **({} if cursor is None else {"cursor": cursor})}
        page = self._transport.send(ApiRequest("GET", self._path, query=query), self._is_answer, call)
        if page["nextCursor"] is not None and not page["students"]:
            raise endless_error("a page before the last is empty")
        return Page(page["students"], page["nextCursor"])
