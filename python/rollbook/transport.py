"""Sends requests, and sends again what surely had no effect or may be repeated."""

import json
import re
import ssl
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any, Generic, Literal, NamedTuple, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from .answer_checks import AnswerCheck
from .call import Call, CallOptions
from .connections import ConnectionPool, NoConnectionError, Response
from .contract import API_PREFIX, OPERATION_HEADER, RAISE_ONLY_HEADER
from .error_messages import SentRequest
from .errors import RollbookError
from .retry_policy import Permission, RetryPolicy
from .response_errors import read_answer, to_connection_error
from .version import VERSION

T = TypeVar("T")


class Retry(NamedTuple):
    """A wait before an attempt."""

    method: str
    path: str
    """Below the version, without the query."""
    attempt: int
    """How often the request was sent before: 0 if it waits for a limit that another request has met."""
    wait: float
    """In seconds."""
    error: RollbookError
    """Why the request waits."""


class ApiRequest(NamedTuple):
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    prefix: str = API_PREFIX
    query: Mapping[str, str] | None = None
    body: Mapping[str, Any] | None = None
    is_repeatable: bool = False
    """A write that has the same effect when it is sent again."""
    raise_only: bool = False
    if_match: str | None = None
    held: float = 0
    """How many seconds the service may hold the request before it answers, which an attempt may take besides."""


class Tagged(NamedTuple, Generic[T]):
    """What was read, and its ETag."""

    value: T
    etag: str | None
    """Pass it as `if_match` to a write, which then fails with the status 412 if the value has changed since."""


class PublicFile(NamedTuple):
    body: Any
    etag: str | None
    last_modified: str | None


class Transport:
    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        on_retry: Callable[[Retry], None] | None,
        user_agent: str | None,
        ssl_context: ssl.SSLContext | None,
        defaults: CallOptions,
    ) -> None:
        address = urlsplit(_check_base_url(base_url))
        # The error of http.client itself would contain the key.
        if api_key is not None and not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("api_key is empty or has a character that no key has.")
        self._origin = f"{address.scheme}://{address.netloc}"
        self._folder = quote(address.path.removesuffix(API_PREFIX), safe="/%:@!$&'()*+,;=~")
        self._headers = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": user_agent or f"rollbook-python/{VERSION}",
        }
        self._authorization = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self._on_retry = on_retry
        self._defaults = defaults
        self._pool = ConnectionPool(address, ssl_context)
        self._retries = RetryPolicy()
        self.begin({})

    def begin(self, options: CallOptions, operation: str | None = None) -> Call:
        """A call, whose requests share its options. `operation` is one that neither it nor the client has named."""
        chosen: CallOptions = {**self._defaults, **options}
        if operation is not None:
            chosen.setdefault("operation", operation)
        return Call(**chosen)

    def send(self, request: ApiRequest, is_answer: AnswerCheck, call: Call) -> Any:
        """Returns the JSON body. What is repeatable is repeated after any failure that may pass, another write only if it had no effect."""
        return self.send_tagged(request, is_answer, call).value

    def send_tagged(self, request: ApiRequest, is_answer: AnswerCheck, call: Call) -> Tagged[Any]:
        permission: Permission = "read" if request.method == "GET" else "write"
        return self._retry(request, call, permission, lambda: self._send_once(request, is_answer, call))

    def fetch_public(
        self, path: str, is_answer: AnswerCheck, etag: str | None, call: Call
    ) -> PublicFile | None:
        """Reads a file next to /v1: without the key, outside of the rate limits. None if its ETag is unchanged."""
        request = ApiRequest("GET", path, prefix="")
        headers = {} if etag is None else {"If-None-Match": etag}

        def fetch_once() -> PublicFile | None:
            response = self._fetch(request, headers, None, call)
            if response.status == 304 and etag is not None:
                return None
            body = read_answer(response, is_answer, SentRequest("GET", path))
            return PublicFile(body, response.headers.get("ETag"), response.headers.get("Last-Modified"))

        return self._retry(request, call, None, fetch_once)

    def close(self) -> None:
        self._pool.close()

    def _retry(
        self, request: ApiRequest, call: Call, permission: Permission | None, attempt_once: Callable[[], T]
    ) -> T:
        """`permission` is the rate limit that counts the request, if one does."""
        attempt = 0
        while True:
            attempt += 1
            while limit := self._retries.remaining_limit(permission):
                wait, error = limit.wait, limit.error
                if min(wait, error.retry_after or 0) > call.max_wait or wait >= call.remaining:
                    raise error
                self._wait(Retry(request.method, request.path, attempt - 1, max(wait, 0), error), call)
            call.check_cancelled()
            try:
                return attempt_once()
            except RollbookError as error:
                if error.may_be_processed and request.method != "GET" and not request.is_repeatable:
                    raise
                delay = self._retries.delay(error, attempt, call)
                if delay is None:
                    raise
                if permission is not None and error.status == 429:
                    self._retries.set_limit(permission, error, delay)
                else:
                    self._wait(Retry(request.method, request.path, attempt, delay, error), call)

    def _wait(self, retry: Retry, call: Call) -> None:
        if self._on_retry is not None:
            self._on_retry(retry)
        call.sleep(retry.wait)

    def _send_once(self, request: ApiRequest, is_answer: AnswerCheck, call: Call) -> Tagged[Any]:
        headers = dict(self._authorization)
        content = None if request.body is None else json.dumps(request.body).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        if request.method != "GET" and call.operation is not None:
            headers[OPERATION_HEADER] = call.operation
        if request.if_match is not None:
            headers["If-Match"] = request.if_match
        if request.raise_only:
            headers[RAISE_ONLY_HEADER] = "true"
        response = self._fetch(request, headers, content, call)
        sent = SentRequest(
            request.method, request.path, request.body, request.query, is_anonymous=not self._authorization
        )
        return Tagged(read_answer(response, is_answer, sent), response.headers.get("ETag"))

    def _fetch(
        self, request: ApiRequest, headers: Mapping[str, str], content: bytes | None, call: Call
    ) -> Response:
        remaining = call.remaining
        timeout = call.timeout + request.held
        if remaining == 0:
            raise _deadline_error(call, may_be_processed=False)
        path = f"{self._folder}{request.prefix}{request.path}"
        if request.query:
            # Half a character, which no URL can express, may be part of a cursor.
            path += f"?{urlencode(request.query, errors='replace')}"
        may_be_processed = True
        try:
            return self._pool.request(
                request.method, path, {**self._headers, **headers}, content, min(timeout, remaining)
            )
        except NoConnectionError as unsent:
            may_be_processed = False
            cause = unsent.__cause__ or unsent
        except (OSError, HTTPException) as error:
            cause = error
        if not isinstance(cause, TimeoutError):
            raise to_connection_error(cause, self._origin, may_be_processed=may_be_processed) from cause
        if remaining < timeout:
            raise _deadline_error(call, may_be_processed=may_be_processed) from cause
        message = f"No answer from {self._origin} within {timeout:g} s."
        raise RollbookError("timeout", message, may_be_processed=may_be_processed) from cause


def _deadline_error(call: Call, *, may_be_processed: bool) -> RollbookError:
    message = f"The call did not end within its {call.deadline:g} s."
    return RollbookError("timeout", message, may_be_processed=may_be_processed)


def _check_base_url(base_url: str) -> str:
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("base_url is not an http or https address, such as https://rollbook.example/v1.")
    if "@" in url.netloc or url.query or url.fragment:
        raise ValueError("base_url has a user name, a query or a fragment. Pass the key as api_key.")
    path = url.path.rstrip("/")
    if not path.endswith(API_PREFIX):
        raise ValueError(
            f"base_url does not end in {API_PREFIX}. Did you mean {url.scheme}://{url.netloc}{API_PREFIX}?"
        )
    return f"{url.scheme}://{url.netloc}{path}"
