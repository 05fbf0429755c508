"""Texts from elsewhere within a sentence."""

import json
import re
import unicodedata

_UNPRINTABLE = frozenset(["Cc", "Cf", "Co", "Cs", "Zl", "Zp"])
_REPLACEMENT = "\ufffd"
_MAX_QUOTED_LENGTH = 60


def to_one_line(text: str, max_length: int) -> str:
    """A text from elsewhere as a part of one line."""
    shown = "".join(
        _REPLACEMENT if unicodedata.category(letter) in _UNPRINTABLE else letter
        for letter in text[:max_length]
    )
    return shown + ("…" if len(text) > max_length else "")


def quote_text(text: str) -> str:
    """The quotes show a reader, or a model, where the text begins and ends."""
    return json.dumps(to_one_line(text, _MAX_QUOTED_LENGTH), ensure_ascii=False)


def quote_uid(student_uid: str) -> str:
    """A UID of a request may be any text. Those of the game are digits, which need no quotes."""
    return student_uid if re.fullmatch(r"[0-9]{1,20}", student_uid) else quote_text(student_uid)
