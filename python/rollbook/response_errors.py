"""Failed responses and broken connections as errors."""

import re
from http.client import HTTPMessage
from typing import Any, cast

from .answer_checks import AnswerCheck, is_object
from .connections import Response
from .contract import ErrorCode
from .error_messages import ResponseError, SentRequest, describe_field, describe_response_error
from .errors import InvalidField, RollbookError
from .quoted_text import to_one_line
from .response_body import NOT_JSON, parse_json

_CODE = re.compile(r"\w{1,40}", re.ASCII)
# Of what an error of the API says.
_MAX_TEXT_LENGTH = 1_000
_MAX_FIELDS = 1_000


def read_answer(response: Response, is_answer: AnswerCheck, request: SentRequest) -> Any:
    """The body of a successful answer. Raises what another answer says, or that it is none of the API."""
    status = response.status
    is_ok = 200 <= status < 300
    body = NOT_JSON if response.body is None else parse_json(response.body)
    if is_ok and is_answer(body):
        return body
    error = _find_api_error(response, body, request) if status >= 400 else None
    if error is not None:
        raise error
    message = _describe_status(status)
    # What a proxy answers says nothing of the request, except that it refused one with 4xx.
    may_be_processed = is_ok or status >= 500
    if response.body is None or (is_ok and body is not NOT_JSON):
        fault = "is longer than 16 MB" if response.body is None else "does not fit the request"
        message = f"The answer {fault}. Check the base URL."
        # A read would bring the same again.
        may_be_processed = may_be_processed and request.method != "GET"
    raise RollbookError(
        "unexpected_response",
        message,
        status=status,
        request_id=response.headers.get("Request-Id"),
        retry_after=parse_retry_after(response.headers),
        may_be_processed=may_be_processed,
    )


def _find_api_error(response: Response, body: object, request: SentRequest) -> RollbookError | None:
    """None if the body is no ApiErrorResponse."""
    status, headers, _ = response
    error = _member(body, "error")
    code = _to_text(_member(error, "code"))
    message = _member(error, "message")
    if not _CODE.fullmatch(code) or not isinstance(message, str):
        return None
    named = _member(error, "fields")
    fields = [
        InvalidField(
            name := _to_text(_member(invalid, "field")),
            describe_field(name, request),
            _to_text(_member(invalid, "message")),
        )
        for invalid in (cast(list[object], named)[:_MAX_FIELDS] if isinstance(named, list) else [])
    ]
    retry_after = parse_retry_after(headers)
    return RollbookError(
        # A later service may have others.
        cast(ErrorCode, code),
        describe_response_error(ResponseError(code, status, request, fields, retry_after, message)),
        server_message=_to_text(message),
        status=status,
        fields=fields,
        docs=_to_text(_member(error, "docs")) or None,
        request_id=headers.get("Request-Id"),
        retry_after=retry_after,
        may_be_processed=status >= 500 and code != "unavailable",
    )


def _member(value: object, name: str) -> object:
    return value.get(name) if is_object(value) else None


def _to_text(value: object) -> str:
    return to_one_line(value, _MAX_TEXT_LENGTH) if isinstance(value, str) else ""


def parse_retry_after(headers: HTTPMessage) -> int | None:
    value = headers.get("Retry-After", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def to_connection_error(error: BaseException, origin: str, *, may_be_processed: bool) -> RollbookError:
    """Names the origin alone: an address may contain what is not for a log."""
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    hint = "" if may_be_processed else ". Is the server running?"
    return RollbookError(
        "connection_failed",
        f"No connection to {origin}, or it broke: {reason}{hint}",
        may_be_processed=may_be_processed,
    )


def _describe_status(status: int) -> str:
    if 300 <= status < 400:
        return "The address redirects to another one. Use that as base_url."
    if 200 <= status < 300:
        return f"The answer to the request ({status}) is not whole, or not JSON."
    return f"The answer {status} did not come from Rollbook. Check base_url, and the proxy before it."
