"""Checks of a state before anything is sent, as the API does them."""

from collections.abc import Mapping, Sequence
from typing import Any

from .contract import STATE_FIELDS, STATE_NAMES, StateField, StateName
from .errors import InvalidField, RollbookError

UNKNOWN_FIELD = "This field cannot be used in this request. Check its name or leave it out."


def check_fields(sent: Mapping[str, Any], required: Sequence[StateName]) -> list[InvalidField]:
    """Each invalid state field, then each unknown one."""
    invalid = [
        InvalidField(name, _describe_integer(STATE_FIELDS[name], name not in sent))
        for name in STATE_NAMES
        if (name in required if name not in sent else not _is_accepted(STATE_FIELDS[name], sent[name]))
    ]
    unknown = [
        InvalidField(name, UNKNOWN_FIELD)
        for name in sent
        if name != "studentUid" and name not in STATE_FIELDS
    ]
    return invalid + unknown


def check_wanted(wanted: Mapping[str, Any], required: Sequence[StateName]) -> None:
    """Raises what the API would answer."""
    errors = check_fields(wanted, required)
    student_uid = wanted.get("studentUid")
    if not isinstance(student_uid, str) or student_uid == "":
        errors.insert(0, InvalidField("studentUid", "Must be a string that is not empty."))
    if errors:
        raise invalid_request(errors)


def invalid_request(fields: Sequence[InvalidField]) -> RollbookError:
    return RollbookError("invalid_request", describe_fields(fields), fields=fields)


def describe_fields(fields: Sequence[InvalidField]) -> str:
    """The sentence of each field, those that have the same one together."""
    names: dict[str, list[str]] = {}
    for invalid in fields:
        names.setdefault(invalid.en, []).append(invalid.field)
    return " ".join(f"{', '.join(named)}: {en}" for en, named in names.items())


def _is_accepted(field: StateField, value: object) -> bool:
    if value is None:
        return field.nullable
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return float(value).is_integer() and field.min <= value <= field.max


def _describe_integer(field: StateField, is_missing: bool) -> str:
    integer = f"an integer from {field.min} to {field.max}"
    if is_missing:
        return f"Required. Send {integer}."
    return f"Must be {integer}, or null." if field.nullable else f"Must be {integer}."
