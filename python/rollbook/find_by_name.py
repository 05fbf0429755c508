"""The students that a text names."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from .catalogue import CatalogueStudent
from .contract import MAX_NAME_LENGTH

_MAX_NEAREST = 3
# Names that have only their costume in common stay below.
_MIN_SIMILARITY = 0.4


class NameMatches(NamedTuple):
    matches: list[CatalogueStudent]
    """By a UID or name; if there is none, by an alias."""
    nearest: list[CatalogueStudent]
    """Without a match, those with the most similar names, the most similar first."""


class StudentKeys(NamedTuple):
    """The UIDs, names and aliases of a student in the form in which they are compared."""

    student: CatalogueStudent
    names: list[str]
    aliases: list[str]
    pairs: list[set[str]]
    """The letter pairs of each name and alias. UIDs have none: they are like nothing that is typed."""


def to_keys(student: CatalogueStudent) -> StudentKeys:
    names = [fold_name(name) for name in student["names"].values()]
    aliases = [fold_name(alias) for alias in student["aliases"]]
    uids = [fold_name(uid) for uid in (student["studentUid"], *student["forms"])]
    return StudentKeys(student, uids + names, aliases, [_to_pairs(name) for name in names + aliases])


def find_by_name(text: str, students: Sequence[StudentKeys]) -> NameMatches:
    """A text that is longer than any name matches nothing."""
    if len(text) > MAX_NAME_LENGTH:
        return NameMatches([], [])
    key = fold_name(text)
    matches = [keys.student for keys in students if key in keys.names] or [
        keys.student for keys in students if key in keys.aliases
    ]
    return NameMatches(matches, [] if matches else _find_nearest(key, students))


def fold_name(name: str) -> str:
    """The form in which names are compared: without case, spaces and punctuation, hiragana as katakana."""
    # Compatibility consonants (ㅅ) skip NFKC, which makes them leading consonants that join the vowel after them.
    normalized = re.sub(
        "[^\u3131-\u318e]+", lambda part: unicodedata.normalize("NFKC", part[0]), name
    )
    folded = normalized.upper().lower()
    letters = (letter for letter in folded if unicodedata.category(letter)[0] not in "ZPSC")
    return "".join(
        chr(ord(letter) + 0x60) if "\u3041" <= letter <= "\u3096" else letter for letter in letters
    )


def _find_nearest(key: str, students: Sequence[StudentKeys]) -> list[CatalogueStudent]:
    typed = _to_pairs(key)
    rated = [
        (max(_dice_coefficient(typed, pairs) for pairs in keys.pairs), keys.student) for keys in students
    ]
    similar = [one for one in rated if one[0] >= _MIN_SIMILARITY]
    similar.sort(key=lambda one: -one[0])
    return [student for _, student in similar[:_MAX_NEAREST]]


def _dice_coefficient(a: set[str], b: set[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b))


def _to_pairs(key: str) -> set[str]:
    """Each two letters that follow each other, with both ends of the text. Korean syllables are taken apart."""
    letters = f" {unicodedata.normalize('NFD', key)} "
    return {letters[i : i + 2] for i in range(len(letters) - 1)}
