"""How much the account has of each item."""

from collections.abc import Mapping
from typing import Unpack, cast

from .answer_checks import is_stock
from .call import Call, CallOptions
from .contract import BETA_PREFIX
from .transport import ApiRequest, Tagged, Transport


class ItemStock:
    """By item ID; `credits` are credits."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, **options: Unpack[CallOptions]) -> dict[str, int]:
        """The counts of all items that the account has recorded."""
        return self.get_tagged(**options).value

    def get_tagged(self, **options: Unpack[CallOptions]) -> Tagged[dict[str, int]]:
        """The same, with the ETag of the stock."""
        request, call = ApiRequest("GET", "/stock", BETA_PREFIX), self._transport.begin(options)
        answer = self._transport.send_tagged(request, is_stock, call)
        return Tagged(answer.value["items"], answer.etag)

    def patch(
        self,
        items: Mapping[str, int | None],
        *,
        if_match: str | None = None,
        add: Mapping[str, int] | None = None,
        **options: Unpack[CallOptions],
    ) -> dict[str, int]:
        """
        Sets the named items, where None forgets one, and returns all. Sent again after an unknown outcome, since it has
        the same effect. With `if_match`, the ETag of the stock as it was read, it fails with the status 412 if anything of
        the stock has changed since, and is not sent again; `add` is then added to the counts too, once.
        """
        body = {"items": dict(items), **({} if add is None else {"add": dict(add)})}
        request = ApiRequest("PATCH", "/stock", BETA_PREFIX, None, body, if_match is None, if_match=if_match)
        answer = self._transport.send(request, is_stock, self._transport.begin(options))
        return cast("dict[str, int]", answer["items"])
