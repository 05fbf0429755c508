"""What a field of a goal, of its completion or of the stock should have been."""

from collections.abc import Mapping
from typing import Any

from .contract import (
    MAX_ITEM_CHANGES,
    MAX_ITEM_COUNT,
    MAX_LABEL_LENGTH,
    MAX_LABELS,
    MAX_NOTE_LENGTH,
    MAX_PRIORITY,
    STATE_FIELDS,
    STATE_RULES,
)
from .field_checks import UNKNOWN_FIELD

_LABEL = (
    f"Must be a text of 1 to {MAX_LABEL_LENGTH} characters, "
    "without control characters and without spaces at its ends."
)
_FIELDS: Mapping[str, str] = {
    "wanted": "Must be an object with at least one value.",
    "labels": f"Must be a list of up to {MAX_LABELS} different texts.",
    "note": f"Must be a text of up to {MAX_NOTE_LENGTH} characters, without NUL.",
    "priority": f"Must be an integer from 0 to {MAX_PRIORITY}.",
    "isPaused": "Must be true or false.",
    "items": f"Must be an object with counts by item ID, {MAX_ITEM_CHANGES} at most.",
    "fields": "Must be a list of different state fields that the goal wants, at least one.",
    "spend": "Must be true or false.",
}
_PARTS: Mapping[str, str] = {
    "labels": _LABEL,
    "items": f"Must be the ID of an item, with an integer from 0 to {MAX_ITEM_COUNT} or null.",
    "fields": "Must be a state field that the goal wants.",
}


def describe_plan_field(name: str, body: Mapping[str, Any]) -> str | None:
    """None if it is none of these."""
    first, _, part = name.partition(".")
    if not part:
        return _FIELDS.get(first)
    return _describe_wanted(part, body) if first == "wanted" else _PARTS.get(first)


def _describe_wanted(part: str, body: Mapping[str, Any]) -> str:
    field = next((field for known, field in STATE_FIELDS.items() if known == part), None)
    if field is None:
        return UNKNOWN_FIELD
    wanted = body.get("wanted")
    value = wanted.get(part) if isinstance(wanted, Mapping) else None
    if type(value) is not int or not field.min <= value <= field.max:
        return f"Must be an integer from {field.min} to {field.max}."
    if part == "bondExp":
        return "Must lie in the experience interval of the bond rank."
    return " ".join(text for fields, text in STATE_RULES if part in fields)
