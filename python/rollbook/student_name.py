"""The name of a student, and the costume in parentheses behind it."""

import re
from typing import NamedTuple

# Without letters that both parts could begin with, so that they take linear time.
_WITH_COSTUME = re.compile(r"([^(（]+)[(（]([^)）]+)[)）]")
_WITH_SELF = re.compile(r"([^*＊]+)[*＊](.+)")


class NameParts(NamedTuple):
    own: str
    costume: str | None


def split_name(name: str) -> NameParts:
    """What stands after an asterisk is another self, and counts as a costume."""
    parts = _WITH_COSTUME.fullmatch(name) or _WITH_SELF.fullmatch(name)
    return NameParts(name.strip(), None) if parts is None else NameParts(parts[1].strip(), parts[2])
