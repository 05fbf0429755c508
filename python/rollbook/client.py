"""A client of one account."""

import ssl
from collections.abc import Callable
from types import TracebackType
from typing import Literal, NotRequired, Self, TypedDict, Unpack, cast

from .answer_checks import is_farm_plan, is_growth_plan, is_me
from .call import CallOptions
from .contract import BETA_PREFIX, Area
from .goals import FarmPlan, Goals, GrowthPlan
from .item_stock import ItemStock
from .roster import Roster
from .students import Students
from .transport import ApiRequest, Retry, Transport


class Account(TypedDict):
    accountId: str
    name: str


class Caller(TypedDict):
    kind: Literal["key", "app"]
    """`app`: the key that a connected app has."""
    id: str
    name: str
    permission: Literal["read", "write"]
    areas: NotRequired[list[Area]]
    """What the key may reach; absent where that is everything."""
    expiresAt: str


class LimitStatus(TypedDict):
    """How much of a rate limit is left."""

    limit: int
    """Requests in a window."""
    remaining: int
    resetSeconds: int
    """Until the window ends; its full length if none is open."""


class Me(TypedDict):
    """Whose key it is, what the key may do, and what is left of its account's limits."""

    account: Account
    caller: Caller
    limits: dict[Literal["read", "write"], LimitStatus]


class Rollbook:
    """
    Waits and retries where that is safe, and never sends a write again whose outcome is unknown before it has looked.
    Several threads may share it.
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
        """
        `base_url` ends in /v1. `api_key` may be left out for the catalogue. `on_retry` is called before each wait: for
        another attempt, or for a limit that another request has met.
        """
        self._transport = Transport(base_url, api_key, on_retry, user_agent, ssl_context, defaults)
        self.students = Students(self._transport)
        """The students of the game."""
        self.roster = Roster(self._transport, self.students)
        """The recruited students of the account."""
        self.goals = Goals(self._transport)
        """The growth goals of the account."""
        self.stock = ItemStock(self._transport)
        """How much the account has of each item."""

    def me(self, **options: Unpack[CallOptions]) -> Me:
        """Whose key it is, what the key may do, and what is left of the account's limits. Costs a read."""
        call = self._transport.begin(options)
        return cast(Me, self._transport.send(ApiRequest("GET", "/me", BETA_PREFIX), is_me, call))

    def growth_plan(self, *, label: str | None = None, **options: Unpack[CallOptions]) -> GrowthPlan:
        """
        What the goals that are neither paused nor reached still cost, and what the stock lacks: of all, or of those with a
        label. Costs a read.
        """
        query = {} if label is None else {"label": label}
        request, call = ApiRequest("GET", "/plan", BETA_PREFIX, query), self._transport.begin(options)
        return cast(GrowthPlan, self._transport.send(request, is_growth_plan, call))

    def farm_plan(
        self, *, label: str | None = None, area: int | None = None, **options: Unpack[CallOptions]
    ) -> FarmPlan:
        """
        Where to farm what the stock lacks, by the fewest AP: for all goals or for those with a label, in the normal stages up
        to `area`. Costs a read.
        """
        query = {
            **({} if label is None else {"label": label}),
            **({} if area is None else {"area": str(area)}),
        }
        request, call = ApiRequest("GET", "/plan/farm", BETA_PREFIX, query), self._transport.begin(options)
        return cast(FarmPlan, self._transport.send(request, is_farm_plan, call))

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
