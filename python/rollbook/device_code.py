"""Connects an app to an account by a code that the player types in a browser: RFC 8628."""

import re
import ssl
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from http.client import HTTPException
from typing import NamedTuple, cast
from urllib.parse import urlencode, urlsplit

from .answer_checks import is_object
from .connections import ConnectionPool, NoConnectionError
from .contract import (
    API_PREFIX,
    DEFAULT_AREAS,
    DEVICE_GRANT,
    DEVICE_PATH,
    POLL_INTERVAL_SECONDS,
    REVOKE_PATH,
    TOKEN_PATH,
    Area,
)
from .errors import RollbookError, RollbookErrorCode
from .quoted_text import to_one_line
from .response_body import parse_json
from .response_errors import parse_retry_after, to_connection_error
from .version import VERSION

_TIMEOUT_SECONDS = 30.0
# Added for good with each `slow_down`.
_SLOW_DOWN_SECONDS = 5
_MAX_INTERVAL_SECONDS = 60
_MAX_TEXT_LENGTH = 1_000
_LOOPBACK = re.compile(r"(localhost|127\.[\d.]+|\[::1\])([:/]|$)", re.IGNORECASE)
_REFUSALS: Mapping[str, tuple[RollbookErrorCode, str]] = {
    "access_denied": ("access_denied", "The player refused to connect this app."),
    "expired_token": ("expired_token", "The code expired before the player answered. Connect again."),
    "invalid_grant": ("expired_token", "The server no longer accepts this code. Connect again."),
}


@dataclass(frozen=True, slots=True)
class Connection:
    """What a connected app has: `Rollbook(connection.base_url, connection.api_key)`."""

    base_url: str
    """The address of the API, which ends in /v1."""
    api_key: str = field(repr=False)
    """A key that the player never sees. It ends 90 days after its last use, or when the player ends it."""
    areas: tuple[Area, ...]
    """What the player allows, which may be less than the app asked for."""


@dataclass(frozen=True, slots=True)
class ShownCode:
    """What the player needs. As a text, a sentence that says what to do."""

    user_code: str
    """Such as WDJB-MJHT."""
    verification_uri: str
    verification_uri_complete: str
    """With the code in it, for a link or a QR code."""
    expires_at: datetime

    def __str__(self) -> str:
        return f"Open {self.verification_uri_complete} and allow it if it shows {self.user_code}"


def _print_code(code: ShownCode) -> None:
    print(to_one_line(str(code), _MAX_TEXT_LENGTH), file=sys.stderr, flush=True)


def connect_by_code(
    base_url: str,
    name: str,
    areas: Sequence[Area] | None = None,
    on_code: Callable[[ShownCode], object] = _print_code,
    *,
    client_id: str | None = None,
    cancel: threading.Event | None = None,
    ssl_context: ssl.SSLContext | None = None,
) -> Connection:
    """
    Shows a code with `on_code`, to standard error by default, and waits until the player has typed it in a browser.
    `name` is what the player sees of the app, and `areas` what it asks for: `roster:read` by default. `client_id` is an
    https address of the app; its name by default. Once `cancel` is set, the wait ends with `aborted`.
    """
    server_url = _to_server_url(base_url)
    pool = ConnectionPool(urlsplit(server_url), ssl_context)
    try:
        return _connect(_Server(server_url, pool, client_id or name), name, areas or DEFAULT_AREAS, on_code, cancel)
    finally:
        pool.close()


def disconnect(connection: Connection, *, ssl_context: ssl.SSLContext | None = None) -> None:
    """Ends a connection on the server: its key is accepted no more. One that has ended already is no error."""
    server_url = _to_server_url(connection.base_url)
    pool = ConnectionPool(urlsplit(server_url), ssl_context)
    try:
        answer = _Server(server_url, pool).ask(REVOKE_PATH, {"token": connection.api_key})
    finally:
        pool.close()
    if answer.status != 200:
        raise _to_request_error(server_url, answer)


class _Answer(NamedTuple):
    status: int
    body: Mapping[str, object]
    retry_after: int | None


class _Server(NamedTuple):
    url: str
    pool: ConnectionPool
    client_id: str | None = None

    def ask(self, path: str, form: Mapping[str, str]) -> _Answer:
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": f"rollbook-python/{VERSION}",
        }
        own = {} if self.client_id is None else {"client_id": self.client_id}
        content = urlencode({**own, **form}, errors="replace").encode()
        try:
            response = self.pool.request("POST", path, headers, content, _TIMEOUT_SECONDS)
        except (NoConnectionError, OSError, HTTPException) as error:
            cause = error.__cause__ or error if isinstance(error, NoConnectionError) else error
            if isinstance(cause, TimeoutError):
                message = f"No answer from {self.url} within {_TIMEOUT_SECONDS:g} s."
                raise RollbookError("timeout", message) from cause
            raise to_connection_error(cause, self.url, may_be_processed=False) from cause
        body = None if response.body is None else parse_json(response.body)
        return _Answer(
            response.status, body if is_object(body) else {}, parse_retry_after(response.headers)
        )


class _DeviceCode(NamedTuple):
    device_code: str
    interval: float
    lifetime: float
    shown: ShownCode


def _connect(
    server: _Server,
    name: str,
    areas: Sequence[Area],
    on_code: Callable[[ShownCode], object],
    cancel: threading.Event | None,
) -> Connection:
    answer = server.ask(DEVICE_PATH, {"client_name": name, "scope": " ".join(areas)})
    device_code, interval, lifetime, shown = _read_device_code(server.url, answer)
    expires_at = time.time() + lifetime
    on_code(shown)
    wait = interval
    failure: RollbookError | None = None
    while True:
        left = expires_at - time.time()
        if left <= 0:
            raise failure or _to_oauth_error("expired_token", None, None)
        _sleep(min(wait, left), cancel)
        try:
            answer = server.ask(TOKEN_PATH, {"grant_type": DEVICE_GRANT, "device_code": device_code})
            failure = None
            error = answer.body.get("error")
            if answer.status != 400 or error not in ("authorization_pending", "slow_down"):
                return _read_connection(server.url, answer, areas)
            if error == "slow_down":
                interval += _SLOW_DOWN_SECONDS
            wait = interval
        except RollbookError as passing:
            if not _is_passing(passing):
                raise
            # The server may be restarting, and the code stays valid meanwhile.
            failure = passing
            backoff = min(2 * wait, max(interval, _MAX_INTERVAL_SECONDS))
            wait = max(backoff, passing.retry_after or 0)


def _sleep(seconds: float, cancel: threading.Event | None) -> None:
    if cancel is None:
        # Unlike an event, Ctrl-C interrupts it on every system.
        time.sleep(seconds)
    elif cancel.wait(seconds):
        raise RollbookError("aborted", "Aborted.")


def _is_passing(error: RollbookError) -> bool:
    """A proxy answers 502 and the like for a server that restarts."""
    codes = ("connection_failed", "timeout", "rate_limited", "unavailable")
    return error.code in codes or (error.status or 0) >= 500


def _read_device_code(server_url: str, answer: _Answer) -> _DeviceCode:
    body = answer.body
    device_code, user_code, uri = body.get("device_code"), body.get("user_code"), body.get("verification_uri")
    # An address that a program would open.
    if (
        answer.status != 200
        or not isinstance(device_code, str)
        or not isinstance(user_code, str)
        or not _is_web_address(uri)
    ):
        raise _to_request_error(server_url, answer)
    address = cast(str, uri)
    complete = body.get("verification_uri_complete")
    lifetime = _to_seconds(body.get("expires_in"), 0)
    shown = ShownCode(
        user_code,
        address,
        cast(str, complete) if _is_web_address(complete) else address,
        datetime.now(timezone.utc) + timedelta(seconds=lifetime),
    )
    return _DeviceCode(device_code, _to_seconds(body.get("interval"), POLL_INTERVAL_SECONDS), lifetime, shown)


def _read_connection(server_url: str, answer: _Answer, asked: Sequence[Area]) -> Connection:
    key, scope = answer.body.get("access_token"), answer.body.get("scope")
    if answer.status != 200 or not isinstance(key, str) or not re.fullmatch(r"[\x21-\x7e]+", key):
        raise _to_request_error(server_url, answer)
    # RFC 6749: without a scope, all that was asked for.
    areas = cast(list[Area], scope.split(" ")) if isinstance(scope, str) else asked
    return Connection(server_url + API_PREFIX, key, tuple(areas))


def _to_oauth_error(error: str, description: object, status: int | None) -> RollbookError:
    said = to_one_line(description, _MAX_TEXT_LENGTH) if isinstance(description, str) else None
    code, message = _REFUSALS.get(
        error, ("invalid_request", f"The server does not connect this app: {said or error}")
    )
    return RollbookError(code, message, status=status, server_message=said)


def _to_request_error(server_url: str, answer: _Answer) -> RollbookError:
    """The error of an answer that is not what was asked for."""
    status, body, retry_after = answer
    error = body.get("error")
    if status in (429, 503):
        again = "later" if retry_after is None else f"in {retry_after} s"
        return RollbookError(
            "rate_limited" if status == 429 else "unavailable",
            f"{server_url} connects no more apps now. Try again {again}.",
            status=status,
            retry_after=retry_after,
        )
    if isinstance(error, str):
        return _to_oauth_error(error, body.get("error_description"), status)
    # The API's own form of an error.
    if status == 404 and is_object(error) and error.get("code") == "not_found":
        message = f"{server_url} connects no apps: its operator has turned that off, or it is an older Rollbook."
        return RollbookError("not_found", message, status=status)
    if 300 <= status < 400:
        message = f"{server_url} redirects to another address. Use that one."
    else:
        message = f"The answer {status} of {server_url} did not come from Rollbook. Check the address."
    return RollbookError("unexpected_response", message, status=status)


def _to_server_url(address: str) -> str:
    """The root of a server, from an address as people write or copy it: without a scheme, or of any page of the server."""
    text = address.strip()
    if not re.match(r"[a-z][a-z\d+.-]*://", text, re.IGNORECASE):
        text = f"{'http' if _LOOPBACK.match(text) else 'https'}://{text}"
    if not _is_web_address(text) or "@" in urlsplit(text).netloc:
        message = "The address of the server is not an http or https address, such as https://rollbook.example."
        raise RollbookError("invalid_request", message)
    url = urlsplit(text)
    return f"{url.scheme}://{url.netloc}"


def _is_web_address(value: object) -> bool:
    try:
        url = urlsplit(value) if isinstance(value, str) else None
        # Reading the port checks it.
        return url is not None and url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        return False


def _to_seconds(value: object, otherwise: float) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return cast(float, value) if is_number and 0 <= cast(float, value) < 1e6 else otherwise
