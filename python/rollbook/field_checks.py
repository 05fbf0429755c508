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
    errors = [*_check_uid(wanted.get("studentUid")), *check_fields(wanted, required)]
    if errors:
        raise invalid_request(errors)


def check_changes(student_uid: str, changes: Mapping[str, Any]) -> None:
    """Raises what the API would answer to these changes."""
    if "studentUid" in changes:
        raise invalid_request(
            [InvalidField("studentUid", "Cannot be changed. Leave it out of the changes.")]
        )
    check_wanted({"studentUid": student_uid, **changes}, ())
    if not changes:
        raise invalid_request([InvalidField("body", "Name at least one field to change.")])


def require_uid(student_uid: object) -> None:
    """A caller without type checks may pass a number."""
    errors = _check_uid(student_uid)
    if errors:
        raise invalid_request(errors)


def _check_uid(student_uid: object) -> list[InvalidField]:
    if isinstance(student_uid, str) and student_uid != "":
        return []
    return [InvalidField("studentUid", 'Must be a string such as "10010".')]


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
