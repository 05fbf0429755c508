"""The body of an answer, which a service may make as long and as deep as it likes."""

import gzip
import json
import zlib
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, cast

MAX_ANSWER_BYTES = 16 * 1024 * 1024
"""Of one answer, decompressed. The catalogue of the game has less than a fiftieth of it."""

NOT_JSON = object()

# The values of a text may take a hundred times its length. The catalogue of the game has a hundredth of these.
_MAX_VALUES = 1_000_000
# No answer of the API is nested half as deep. Programs that walk through a deeper one run out of stack.
_MAX_DEPTH = 64
_CHUNK_BYTES = 64 * 1024


class TooLongError(HTTPException):
    """More than any answer has. No more of it is read."""


def read_body(received: HTTPResponse) -> bytes:
    """Raises TooLongError, and IncompleteRead if the body is not whole."""
    is_compressed = received.headers.get("Content-Encoding", "").lower() == "gzip"
    stream = gzip.GzipFile(fileobj=received) if is_compressed else received
    body = bytearray()
    try:
        while chunk := stream.read(_CHUNK_BYTES):
            body += chunk
            if len(body) > MAX_ANSWER_BYTES:
                raise TooLongError
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise IncompleteRead(bytes(body)) from error
    if received.length:
        raise IncompleteRead(bytes(body), received.length)
    return bytes(body)


def parse_json(body: bytes) -> Any:
    """NOT_JSON if it is not JSON in UTF-8, and None if it has more or deeper values than any answer."""
    # Their commas and opening brackets, and those in texts, before json creates any value.
    if sum(map(body.count, (b",", b"[", b"{"))) > _MAX_VALUES:
        return None
    try:
        value = json.loads(
            body.decode("utf-8-sig"), parse_int=_parse_integer, parse_constant=_refuse_constant
        )
        return None if _is_deeper(value, _MAX_DEPTH) else value
    except ValueError:
        return NOT_JSON
    except RecursionError:
        return None


def _parse_integer(digits: str) -> int | float:
    """One of thousands of digits takes seconds, and is refused either way."""
    return int(digits) if len(digits) < 20 else float(digits)


def _refuse_constant(name: str) -> None:
    """NaN and Infinity, which only Python takes for JSON."""
    raise ValueError(name)


def _is_deeper(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        parts = list(cast(dict[str, object], value).values())
    elif isinstance(value, list):
        parts = cast(list[object], value)
    else:
        return False
    return depth == 0 or any(_is_deeper(part, depth - 1) for part in parts)
