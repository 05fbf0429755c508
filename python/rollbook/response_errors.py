"""Failed responses and broken connections as errors."""

from collections.abc import Mapping
from http.client import HTTPMessage
from typing import Any, cast

from .contract import ErrorCode
from .connections import Response
from .error_messages import ResponseError, SentRequest, describe_field, describe_response_error
from .errors import InvalidField, RollbookError
from .json_objects import to_list, to_object


def to_response_error(response: Response, body: object, request: SentRequest) -> RollbookError:
    status, headers, _ = response
    request_id = headers.get("Request-Id")
    retry_after = parse_retry_after(headers)
    error = _find_api_error(body)
    if status >= 400 and error is not None:
        code = error["code"]
        fields = [
            InvalidField(invalid["field"], describe_field(invalid["field"], request), invalid["message"])
            for invalid in to_list(error.get("fields")) or []
        ]
        return RollbookError(
            # A later service may have others.
            cast(ErrorCode, code),
            describe_response_error(ResponseError(code, status, request, fields, retry_after)),
            server_message=error["message"],
            status=status,
            fields=fields,
            docs=error.get("docs"),
            request_id=request_id,
            retry_after=retry_after,
            may_be_processed=status >= 500 and code != "unavailable",
        )
    # What a proxy answers says nothing of the request, except that it refused one with 4xx.
    return RollbookError(
        "unexpected_response",
        _describe_status(status),
        status=status,
        request_id=request_id,
        retry_after=retry_after,
        may_be_processed=status >= 500 or 200 <= status < 300,
    )


def parse_retry_after(headers: HTTPMessage) -> int | None:
    value = headers.get("Retry-After", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def to_connection_error(error: BaseException, origin: str, *, may_be_processed: bool) -> RollbookError:
    """Names the origin alone: an address may contain what is not for a log."""
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return RollbookError(
        "connection_failed",
        f"No connection to {origin}, or it broke: {reason}",
        may_be_processed=may_be_processed,
    )


def _find_api_error(body: object) -> Mapping[str, Any] | None:
    """`error` of an ApiErrorResponse."""
    error = to_object(to_object(body).get("error"))
    is_text = isinstance(error.get("code"), str) and isinstance(error.get("message"), str)
    return error if is_text else None


def _describe_status(status: int) -> str:
    if 300 <= status < 400:
        return "The address redirects to another one. Use that as base_url."
    if 200 <= status < 300:
        return f"The answer to the request ({status}) is not whole, or not JSON."
    return f"The answer {status} did not come from Rollbook. Check base_url, and the proxy before it."
