"""The client's own sentence for an error of the API: what went wrong and what to do."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from .contract import MAX_CHANGES_PER_PAGE, MAX_PAGE_SIZE, MAX_QUERY_LENGTH, STATE_FIELDS, STATE_NAMES
from .errors import InvalidField
from .field_checks import UNKNOWN_FIELD, check_fields, describe_fields
from .plan_fields import describe_plan_field, describe_rules
from .quoted_text import quote_text, quote_uid


class SentRequest(NamedTuple):
    """The part of a request that its error tells."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] | None = None
    is_anonymous: bool = False
    """Nothing says who calls."""


class ResponseError(NamedTuple):
    """What the service answered."""

    code: str
    status: int
    request: SentRequest
    fields: Sequence[InvalidField]
    retry_after: int | None
    server_message: str = ""


def describe_response_error(error: ResponseError) -> str:
    describe = _MESSAGES.get(error.code)
    if describe is None:
        return f"The service refused the request: {error.status} {error.code}."
    return describe(error)


def describe_field(name: str, request: SentRequest) -> str:
    """What a field should have been. A value that is right by itself breaks a rule with those of other fields."""
    if name == "limit":
        maximum = MAX_CHANGES_PER_PAGE if request.path == _CHANGES_PATH else MAX_PAGE_SIZE
        return f"Must be an integer from 1 to {maximum}."
    query = request.query or {}
    if name == "at":
        if _TIME.search(query.get("at", "")):
            return "No roster of this time is kept. It must be after the account was made."
        return "Must be a time with its zone, such as 2026-11-24T12:00:00Z."
    if name == "fields" and "fields" in query:
        unknown = ",".join(one for one in query["fields"].split(",") if one not in STATE_FIELDS)
        return f"No state field: {quote_text(unknown)}. Pass a list such as tier, weaponTier."
    body = request.body or {}
    of_plan = describe_plan_field(name, body)
    if of_plan is not None:
        return of_plan
    if name in _PARAMETERS:
        return _PARAMETERS[name]
    if name not in STATE_FIELDS:
        return UNKNOWN_FIELD
    # A completion has no values of its own.
    if request.path.endswith("/complete"):
        return describe_rules(name, {})
    found = check_fields(
        {name: body[name]} if name in body else {},
        [known for known in STATE_NAMES if known == name],
    )
    if found:
        return found[0].en
    return describe_rules(name, body)


_TIME = re.compile(r"T.*(?:Z|[+-][0-9]{2}:[0-9]{2})$")
_CHANGES_PATH = "/changes"
_HISTORY_PATHS = (_CHANGES_PATH, "/roster")
_PARAMETERS: Mapping[str, str] = {
    "body": "The body as a whole is wrong, or more fields are than are listed.",
    "head": "Cannot be read as HTTP, or has over 16 KiB. Percent-encode the address.",
    "studentUid": "Must be the UID of a student.",
    "query": f"Must have 1 to {MAX_QUERY_LENGTH} characters.",
    "after": (
        "The change after this number is not kept. Read the roster again and follow from its lastNumber."
    ),
    "wait": "Must be an integer from 1 to 30.",
    "if-match": "Was changed since it was read, or is not there. Read it again.",
    "cursor": "Must be the nextCursor of the page before, of the same listing.",
}


def _describe_unauthorized(error: ResponseError) -> str:
    if error.request.is_anonymous:
        return "No API key was given. Is ROLLBOOK_KEY set?"
    return "The API key is wrong, expired or revoked. Use a valid one."


def _describe_not_found(error: ResponseError) -> str:
    if error.request.path in _HISTORY_PATHS:
        return "The service keeps no history: its operator has turned it off, or it is an older one."
    student = _name_student(error.request)
    if error.request.method != "PUT" and error.request.path.startswith("/goals/"):
        return f"There is no goal for {student}."
    if student is None:
        return "The service has nothing at this address. Check the base URL."
    return f"The catalogue has no student with the UID {student}."


def _describe_rate_limited(error: ResponseError) -> str:
    limited = "reads" if error.request.method == "GET" else "writes"
    return f"The account's limit of {limited} is reached. {_describe_wait(error)}"


def _describe_internal_error(error: ResponseError) -> str:
    if error.request.method == "GET":
        return "The service failed. Try again later."
    return (
        "The service failed, and the request may have taken effect. "
        "Look at the student before you send it again."
    )


# As the service names one that a key lacks.
_AREA = re.compile(r"`([a-z]+:[a-z]+)`")


def _describe_forbidden(error: ResponseError) -> str:
    area = _AREA.search(error.server_message)
    if area is None:
        return "The API key may only read or lacks an area, or the account is suspended."
    proposes = " A key with roster:propose may call roster.propose instead." if area[1] == "roster:write" else ""
    return f"The API key lacks the area {area[1]}: connect again and ask for it, or use a key that has it.{proposes}"


_MESSAGES: Mapping[str, Callable[[ResponseError], str]] = {
    "invalid_request": lambda error: describe_fields(error.fields),
    "unauthorized": _describe_unauthorized,
    "forbidden": _describe_forbidden,
    "not_found": _describe_not_found,
    "student_not_recruited": lambda error: (
        f"{_name_student(error.request)} is not recruited. Register the student first."
    ),
    "student_already_recruited": lambda error: (
        f"{_name_student(error.request)} is recruited already. Change the student instead."
    ),
    "rate_limited": _describe_rate_limited,
    "internal_error": _describe_internal_error,
    "unavailable": lambda error: (
        f"The service cannot take the request now, and it had no effect. {_describe_wait(error)}"
    ),
}


def _describe_wait(error: ResponseError) -> str:
    return "Try again later." if error.retry_after is None else f"Try again in {error.retry_after} s."


def _name_student(request: SentRequest) -> str | None:
    """The UID as it was sent."""
    named = re.match(r"/(?:me/students|goals)/([^/]+)", request.path)
    student_uid = unquote(named[1]) if named else (request.body or {}).get("studentUid")
    return None if student_uid is None else quote_uid(student_uid)
