"""What a body holds, before it is known to be right."""

import json
from collections.abc import Mapping
from typing import Any, cast


def parse_json(body: bytes) -> Any:
    """None if it is not JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def to_object(value: object) -> Mapping[str, Any]:
    """Empty if the value is no object."""
    return cast(Mapping[str, Any], value) if isinstance(value, dict) else {}


def to_list(value: object) -> list[Any] | None:
    return cast(list[Any], value) if isinstance(value, list) else None
