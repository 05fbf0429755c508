"""
Whether the JSON of an answer is what its request returns. Members that the checks do not know are those of a later
service.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard, cast

from .contract import REQUIRED_NAMES, STATE_NAMES, StateName

AnswerCheck = Callable[[object], bool]

# Names, cursors and times are shorter.
_MAX_TEXT_LENGTH = 1_000
_MAX_SAFE_INTEGER = 2**53 - 1


def is_state(value: object) -> bool:
    return is_object(value) and _has_state(value, REQUIRED_NAMES)


def is_written_state(value: object) -> bool:
    """May be the UID alone."""
    return is_object(value) and _has_state(value, ())


def is_removal(value: object) -> bool:
    return is_object(value) and _is_text(value.get("studentUid")) and value.get("deleted") is True


def is_page_of_states(value: object) -> bool:
    return _is_page(value, is_state)


def is_page_of_summaries(value: object) -> bool:
    return _is_page(value, lambda item: is_object(item) and _are_texts([item.get("studentUid"), item.get("name")]))


def is_page_of_changes(value: object) -> bool:
    return is_object(value) and _is_list(value.get("changes"), _is_change) and _is_count(value.get("lastNumber"))


def is_me(value: object) -> bool:
    return is_object(value) and all(is_object(value.get(name)) for name in ("account", "caller", "limits"))


def is_roster(value: object, fields: Sequence[StateName]) -> bool:
    required = [name for name in fields if name in REQUIRED_NAMES]
    return (
        is_object(value)
        and _is_list(value.get("students"), lambda state: is_object(state) and _has_state(state, required))
        and _is_text(value.get("asOf"))
        and _is_count(value.get("lastNumber"))
    )


def is_growth_plan(value: object) -> bool:
    return (
        is_object(value)
        and _is_list(value.get("students"), is_object)
        and all(is_object(value.get(name)) for name in ("total", "stock", "shortage"))
    )


def is_farm_plan(value: object) -> bool:
    return (
        is_object(value)
        and _is_count(value.get("ap"))
        and all(_is_list(value.get(name), is_object) for name in ("runs", "elephs"))
        and is_object(value.get("notDropped"))
    )


def is_goal(value: object) -> bool:
    return (
        is_object(value)
        and _is_text(value.get("studentUid"))
        and is_object(value.get("wanted"))
        and _are_texts(value.get("labels"))
    )


def is_goal_list(value: object) -> bool:
    return is_object(value) and _is_list(value.get("goals"), is_goal)


def is_stock(value: object) -> bool:
    return is_object(value) and is_object(items := value.get("items")) and all(map(_is_count, items.values()))


def is_proposal(value: object) -> bool:
    return (
        is_object(value)
        and is_object(proposal := value.get("proposal"))
        and all(_is_text(proposal.get(name)) for name in ("id", "status", "reviewUrl"))
        and _is_count(proposal.get("students"))
    )


def is_completed_goal(value: object) -> bool:
    return (
        is_object(value)
        and is_state(value.get("student"))
        and is_object(value.get("spent"))
        and is_object(value.get("stock"))
    )


def is_catalogue(value: object) -> bool:
    """Earlier services say nothing of attributes and labels."""
    return (
        is_object(value)
        and _is_list(value.get("students"), _is_catalogue_student)
        and is_object(value.get("labels", {}))
    )


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _has_state(state: dict[str, Any], required: Sequence[StateName]) -> bool:
    """The bounds of a later service may be wider."""
    return _is_text(state.get("studentUid")) and all(
        name not in required if state.get(name) is None else _is_count(state[name]) for name in STATE_NAMES
    )


def _is_page(value: object, is_item: AnswerCheck) -> bool:
    if not is_object(value) or not _is_list(value.get("students"), is_item):
        return False
    cursor = value.get("nextCursor", 0)
    return cursor is None or _is_text(cursor)


def _is_change(value: object) -> bool:
    if not is_object(value) or not is_object(by := value.get("by")) or not is_object(fields := value.get("fields")):
        return False
    texts = [*(value.get(name) for name in ("at", "studentUid", "kind")), by.get("kind")]
    return (
        _is_count(value.get("number"))
        and _is_count(value.get("group"))
        and _are_texts([*texts, by.get("id", ""), by.get("name", "")])
        and all(map(_is_pair, fields.values()))
    )


def _is_pair(value: object) -> bool:
    return _is_list(value, lambda part: part is None or _is_count(part)) and len(cast(list[object], value)) == 2


def _is_catalogue_student(value: object) -> bool:
    if not is_object(value) or not is_object(names := value.get("names")):
        return False
    return (
        _are_texts([value.get("studentUid"), *(names.get(language) for language in ("ko", "ja", "en"))])
        and all(map(_are_texts, [list(names.values()), value.get("aliases"), value.get("forms")]))
        and is_object(value.get("attributes", {}))
    )


def _is_list(value: object, is_item: AnswerCheck) -> bool:
    return isinstance(value, list) and all(map(is_item, cast(list[object], value)))


def _are_texts(value: object) -> bool:
    return _is_list(value, _is_text)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT_LENGTH


def _is_count(value: object) -> bool:
    """True is an int for isinstance."""
    return type(value) is int and 0 <= value <= _MAX_SAFE_INTEGER
