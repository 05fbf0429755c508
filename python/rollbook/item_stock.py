"""How much the account has of each item."""

from collections.abc import Mapping
from typing import Unpack, cast

from .answer_checks import is_stock
from .call import Call, CallOptions
from .contract import BETA_PREFIX
from .transport import ApiRequest, Transport


class ItemStock:
    """By item ID; `credits` are credits."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, **options: Unpack[CallOptions]) -> dict[str, int]:
        """The counts of all items that the account has recorded."""
        return self._send(ApiRequest("GET", "/stock", BETA_PREFIX), self._transport.begin(options))

    def patch(self, items: Mapping[str, int | None], **options: Unpack[CallOptions]) -> dict[str, int]:
        """
        Sets the named items, where None forgets one, and returns all. Sent again after an unknown outcome, since it has
        the same effect.
        """
        request = ApiRequest("PATCH", "/stock", BETA_PREFIX, body={"items": dict(items)}, is_repeatable=True)
        return self._send(request, self._transport.begin(options))

    def _send(self, request: ApiRequest, call: Call) -> dict[str, int]:
        return cast("dict[str, int]", self._transport.send(request, is_stock, call)["items"])
