"""The client for programs that run in an event loop of asyncio."""

import functools
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from datetime import datetime
from itertools import islice
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, Unpack, overload

from .async_call import in_loop, run_in_thread
from .call import CallOptions
from .changes_listing import Change, ChangeListing, ChangePage
from .client import Rollbook
from .contract import MAX_CHANGES_PER_PAGE, MAX_PAGE_SIZE, StateName
from .goals import Goals
from .item_stock import ItemStock
from .listing import Listing, Page
from .roster import PartialRoster, Roster, WholeRoster
from .students import Students, StudentSummary
from .transport import Retry

Blocking = TypeVar("Blocking")
Item = TypeVar("Item")
P = ParamSpec("P")
T = TypeVar("T")


class _Async(Generic[Blocking]):
    def __init__(self, blocking: Blocking) -> None:
        self._blocking = blocking


def _awaited(
    method: Callable[Concatenate[Blocking, P], T],
) -> Callable[Concatenate[_Async[Blocking], P], Coroutine[Any, Any, T]]:
    """The method as a coroutine, with its arguments and documentation."""

    @functools.wraps(method)
    async def call(self: _Async[Blocking], /, *args: P.args, **options: P.kwargs) -> T:
        return await run_in_thread(lambda cancel: method(self._blocking, *args, **_complete(options, cancel)))

    return call


def _complete(options: Any, cancel: threading.Event) -> Any:
    if "cancel" in options:
        raise TypeError("Cancel the task instead of passing cancel.")
    if "on_progress" in options:
        options = {**options, "on_progress": in_loop(options["on_progress"])}
    return {**options, "cancel": cancel}


class AsyncListing(Generic[Item]):
    """A listing of students, whose pages are read as they are needed: iterate over it with `async for`."""

    def __init__(self, open_listing: Callable[[threading.Event], Listing[Item]]) -> None:
        self._open = open_listing

    async def page(self, *, limit: int = MAX_PAGE_SIZE, cursor: str | None = None) -> Page[Item]:
        """Reads a single page, of 100 students at most and by default."""
        return await run_in_thread(lambda cancel: self._open(cancel).page(limit=limit, cursor=cursor))

    def __aiter__(self) -> AsyncIterator[Item]:
        """Reads page after page, which are one call."""
        return _read_all(self._open, MAX_PAGE_SIZE)


class AsyncChangeListing:
    """The changes of an account, which are read as they are needed: iterate over them with `async for`."""

    def __init__(self, open_listing: Callable[[threading.Event], ChangeListing]) -> None:
        self._open = open_listing

    async def page(self, *, limit: int = MAX_CHANGES_PER_PAGE) -> ChangePage:
        """Reads a single page, of 500 changes at most and by default."""
        return await run_in_thread(lambda cancel: self._open(cancel).page(limit=limit))

    def __aiter__(self) -> AsyncIterator[Change]:
        """Reads page after page, up to the last change that there is by then. The pages are one call."""
        return _read_all(self._open, MAX_CHANGES_PER_PAGE)


async def _read_all(
    open_listing: Callable[[threading.Event], Iterable[Item]], page_size: int
) -> AsyncIterator[Item]:
    ended = threading.Event()
    items = iter(open_listing(ended))

    def read_page(cancel: threading.Event) -> list[Item]:
        return list(islice(items, page_size))

    try:
        while page := await run_in_thread(read_page):
            for item in page:
                yield item
    finally:
        ended.set()


class AsyncStudents(_Async[Students]):
    def search(self, query: str, **options: Unpack[CallOptions]) -> AsyncListing[StudentSummary]:
        """Searches the students, the best matches first. Iterate over all, or read one `page`; each page is one read."""
        return AsyncListing(lambda cancel: self._blocking.search(query, **_complete(options, cancel)))

    resolve = _awaited(Students.resolve)
    catalogue = _awaited(Students.catalogue)


class AsyncRoster(_Async[Roster]):
    """The recruited students of the key's account, one by one and as a whole."""

    list = _awaited(Roster.list)
    get = _awaited(Roster.get)
    register = _awaited(Roster.register)
    patch = _awaited(Roster.patch)
    remove = _awaited(Roster.remove)
    ensure = _awaited(Roster.ensure)
    plan = _awaited(Roster.plan)
    apply = _awaited(Roster.apply)
    sync = _awaited(Roster.sync)
    at = _awaited(Roster.at)
    propose = _awaited(Roster.propose)
    proposal = _awaited(Roster.proposal)

    @overload
    async def read(
        self, *, fields: None = None, at: datetime | str | None = None, **options: Unpack[CallOptions]
    ) -> WholeRoster: ...

    @overload
    async def read(
        self, *, fields: Sequence[StateName], at: datetime | str | None = None, **options: Unpack[CallOptions]
    ) -> PartialRoster: ...

    async def read(
        self,
        *,
        fields: Sequence[StateName] | None = None,
        at: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> WholeRoster | PartialRoster:
        """The whole roster in one read, or the named fields of it: as it is, or as it was at a time."""
        return await run_in_thread(
            lambda cancel: self._blocking.read(
                fields=fields,
                at=at,
                **_complete(options, cancel),
            )
        )

    def changes(
        self, *, after: int | None = None, wait: int | None = None, **options: Unpack[CallOptions]
    ) -> AsyncChangeListing:
        """
        Who changed what, in order, after the change with this number, or since the oldest that is kept. Iterate over it,
        or read one `page`; with `wait`, it waits so many seconds (30 at most) for a change while there is none.
        """
        return AsyncChangeListing(
            lambda cancel: self._blocking.changes(after=after, wait=wait, **_complete(options, cancel))
        )


class AsyncGoals(_Async[Goals]):
    """The growth goals of the account. They outlive the removal of their students."""

    list = _awaited(Goals.list)
    get = _awaited(Goals.get)
    get_tagged = _awaited(Goals.get_tagged)
    put = _awaited(Goals.put)
    remove = _awaited(Goals.remove)
    complete = _awaited(Goals.complete)


class AsyncItemStock(_Async[ItemStock]):
    """By item ID; `credits` are credits."""

    get = _awaited(ItemStock.get)
    get_tagged = _awaited(ItemStock.get_tagged)
    patch = _awaited(ItemStock.patch)


class AsyncRollbook(_Async[Rollbook]):
    """
    `Rollbook` with coroutines: each call runs in a thread of its own. A task that is cancelled waits no longer and sends
    nothing more; a request under way may still take effect.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        on_retry: Callable[[Retry], None] | None = None,
        user_agent: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
        **defaults: Unpack[CallOptions],
    ) -> None:
        """As `Rollbook`. `on_retry` is called in the event loop."""
        super().__init__(
            Rollbook(
                base_url,
                api_key,
                on_retry=in_loop(on_retry),
                user_agent=user_agent,
                ssl_context=ssl_context,
                **defaults,
            )
        )
        self.students = AsyncStudents(self._blocking.students)
        """The students of the game."""
        self.roster = AsyncRoster(self._blocking.roster)
        """The recruited students of the account."""
        self.goals = AsyncGoals(self._blocking.goals)
        """The growth goals of the account."""
        self.stock = AsyncItemStock(self._blocking.stock)
        """How much the account has of each item."""

    me = _awaited(Rollbook.me)
    growth_plan = _awaited(Rollbook.growth_plan)
    farm_plan = _awaited(Rollbook.farm_plan)

    async def close(self) -> None:
        """Closes idle connections."""
        self._blocking.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
