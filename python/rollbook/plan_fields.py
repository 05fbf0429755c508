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
    WEAPON_LEVEL_CAPS,
    WEAPON_REQUIRED_TIER,
)
from .field_checks import UNKNOWN_FIELD
from .state_rules import describe_wanted

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
    "items": f"Must be the ID of an item, with an integer from 0 to {MAX_ITEM_COUNT} or null. /growth.json has the IDs.",
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
    values: Mapping[str, Any] = wanted if isinstance(wanted, Mapping) else {}
    value = values.get(part)
    if type(value) is not int or not field.min <= value <= field.max:
        return f"Must be an integer from {field.min} to {field.max}."
    return describe_rules(part, values)


def describe_rules(name: str, sent: Mapping[str, Any]) -> str:
    """The rules that a field breaks with others that were sent, or else all."""
    return describe_wanted(name, sent) or _RULES


_RULES = (
    f"weaponLevel goes up to {', '.join(map(str, WEAPON_LEVEL_CAPS))} by weaponTier; "
    f"abilities require weaponTier 1 or more, which requires tier {WEAPON_REQUIRED_TIER}."
)
