"""Listings of students, page by page."""

from collections.abc import Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from .call import Call, CallOptions
from .contract import MAX_PAGE_SIZE
from .errors import RollbookError
from .json_objects import to_list, to_object
from .transport import ApiRequest, Transport

Item = TypeVar("Item")


class Page(NamedTuple, Generic[Item]):
    """One page of a listing."""

    students: list[Item]
    next_cursor: str | None
    """The `cursor` of the next page; None on the last one."""


class Listing(Generic[Item]):
    """A listing whose pages are read as they are needed: iterate over it. Each page is one read."""

    def __init__(
        self, transport: Transport, path: str, query: Mapping[str, str], options: CallOptions
    ) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._options = options

    def page(self, *, limit: int = MAX_PAGE_SIZE, cursor: str | None = None) -> Page[Item]:
        """Reads a single page, of 100 students at most and by default."""
        return self._read_page(limit, cursor, self._transport.begin(self._options))

    def __iter__(self) -> Iterator[Item]:
        """Reads page after page, which are one call."""
        return self.read_pages(self._transport.begin(self._options))

    def read_pages(self, call: Call) -> Iterator[Item]:
        cursor = None
        while True:
            page = self._read_page(MAX_PAGE_SIZE, cursor, call)
            yield from page.students
            cursor = page.next_cursor
            if cursor is None:
                return

    def _read_page(self, limit: int, cursor: str | None, call: Call) -> Page[Item]:
        query = {**self._query, "limit": str(limit), **({} if cursor is None else {"cursor": cursor})}
        page = to_object(self._transport.send(ApiRequest("GET", self._path, query=query), call))
        students = to_list(page.get("students"))
        if students is not None and isinstance(page.get("nextCursor", 0), str | None):
            return Page(students, page["nextCursor"])
        raise RollbookError("unexpected_response", "The answer is not a page of students. Check base_url.")
